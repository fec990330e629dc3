import type { z } from 'zod'
import { categoryForm } from '~/features/catalog/categories/category-form.server'
import { slug } from '~/features/catalog/deals/field-parsers'
import { platformForm } from '~/features/catalog/platforms/platform-form.server'
import { required } from '~/http/fields.server'

// The slug identifies the row to update, so it is required.
const identified = { slug: required('Slug', slug) }

export const categoryRow = categoryForm.extend(identified)
export type CategoryRow = z.infer<typeof categoryRow>
export const CATEGORY_COLUMNS = ['name', 'slug', 'description', 'parent_slug'] as const

export const platformRow = platformForm.pick({ name: true, website_url: true }).extend(identified)
export type PlatformRow = z.infer<typeof platformRow>
export const PLATFORM_COLUMNS = ['name', 'slug', 'website_url'] as const
