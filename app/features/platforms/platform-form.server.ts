import { z } from 'zod'
import { slug } from '~/features/deals/field-parsers'
import { address, line } from '~/http/field-parsers.server'
import { optional, required } from '~/http/field-schemas.server'
import { PLATFORM_LIMITS } from './platform'

/** The form of a platform. An empty slug is null: generate it from the name. */
export const platformForm = z.object({
  name: required('Name', line(PLATFORM_LIMITS.name)),
  slug: optional('Slug', slug, null),
  website_url: optional('Website URL', address, null),
})
export type PlatformForm = z.infer<typeof platformForm>
