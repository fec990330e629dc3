import { z } from 'zod'
import { address, line, slug } from '~/features/deals/field-parsers'
import { optional, required } from '~/features/deals/field-schemas.server'
import { PLATFORM_LIMITS } from './platform'

/** The form of a platform. A slug left empty is null: make one of the name. */
export const platformForm = z.object({
  name: required('Name', line(PLATFORM_LIMITS.name)),
  slug: optional('Slug', slug, null),
  website_url: optional('Website URL', address, null),
})
export type PlatformForm = z.infer<typeof platformForm>
