import { z } from 'zod'
import { line, paragraphs, slug } from '~/features/deals/field-parsers'
import { optional, required } from '~/features/deals/field-schemas.server'
import { CATEGORY_LIMITS } from './category'

/** The form of a category. Its parent is named by its slug; a slug left empty is null: make one of the name. */
export const categoryForm = z.object({
  name: required('Name', line(CATEGORY_LIMITS.name)),
  slug: optional('Slug', slug, null),
  description: optional('Description', paragraphs(CATEGORY_LIMITS.description), null),
  parent_slug: optional('Parent', slug, null),
})
export type CategoryForm = z.infer<typeof categoryForm>
