import { z } from 'zod'
import { optional, required } from '~/features/deals/typed-field.server'
import { address, line, paragraphs, slug } from '~/features/deals/typed-value'

// The limits are those of the database.
const place = { name: required('Name', line(100)), slug: required('Slug', slug) }

export const categoryRow = z.object({
  ...place,
  description: optional('Description', paragraphs(1000), null),
  parent_slug: optional('Parent slug', slug, null),
})
export type CategoryRow = z.infer<typeof categoryRow>
export const CATEGORY_COLUMNS = ['name', 'slug', 'description', 'parent_slug'] as const

export const platformRow = z.object({ ...place, website_url: optional('Website URL', address, null) })
export type PlatformRow = z.infer<typeof platformRow>
export const PLATFORM_COLUMNS = ['name', 'slug', 'website_url'] as const
