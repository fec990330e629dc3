import { z } from 'zod'
import { slug } from '~/features/catalog/deals/field-parsers'
import { choice, wholeNumber } from '~/features/catalog/deals/term-parsers.server'
import { REFUND_STARTS, TERM_DAYS_MAX } from '~/features/catalog/deals/terms'
import { address, line, optional, required } from '~/http/fields.server'
import { PLATFORM_LIMITS } from './platform'

/**
 * The form of a platform. An empty slug is null: generate it from the name. The rules count for deals that state none of
 * their own.
 */
export const platformForm = z.object({
  name: required('Name', line(PLATFORM_LIMITS.name)),
  slug: optional('Slug', slug, null),
  website_url: optional('Website URL', address, null),
  refund_days: optional('Refund days', wholeNumber(0, TERM_DAYS_MAX), null),
  refund_from: optional('Refund counts from', choice(REFUND_STARTS), null),
  buyer_protection: optional('Buyer protection', line(PLATFORM_LIMITS.buyer_protection), null),
})
export type PlatformValues = z.infer<typeof platformForm>
