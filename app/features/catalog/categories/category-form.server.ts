import { z } from 'zod'
import { slug } from '~/features/catalog/deals/field-parsers'
import { line, optional, paragraphs, required } from '~/http/fields.server'
import { CATEGORY_LIMITS } from './category'

/** The form of a category. Its parent is named by its slug; an empty slug is null: generate it from the name. */
export const categoryForm = z.object({
  name: required('Name', line(CATEGORY_LIMITS.name)),
  slug: optional('Slug', slug, null),
  description: optional('Description', paragraphs(CATEGORY_LIMITS.description), null),
  parent_slug: optional('Parent', slug, null),
})
export type CategoryValues = z.infer<typeof categoryForm>
