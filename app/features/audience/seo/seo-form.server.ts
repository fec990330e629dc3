import { z } from 'zod'
import { address, line, optional, required } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { SEO_LIMITS, SEO_TYPES } from './seo'

// A pasted URL of this site is accepted in place of the slug.
const entity: Parser = (typed) => {
  const path = typed.replace(/^https?:\/\/[^/]+/i, '').replace(/(?<=.)\/$/, '')
  if (path.length > SEO_LIMITS.entity) return new ValueError(`can have at most ${SEO_LIMITS.entity} characters`)
  const isPlain = /^\/?([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(path)
  return isPlain ? path || '/' : new ValueError('can contain only lowercase letters, digits, hyphens and slashes')
}

const texts = {
  meta_title: optional('Title', line(SEO_LIMITS.title), null),
  meta_description: optional('Description', line(SEO_LIMITS.description), null),
  og_title: optional('Title when shared', line(SEO_LIMITS.title), null),
  og_description: optional('Description when shared', line(SEO_LIMITS.description), null),
  og_image_url: optional('Image when shared', address, null),
}

/** The form for the title, description and picture of one page in search engines and shared links. `entity` is a slug, or the path of a page. */
export const seoForm = z
  .object({
    entity_type: z.enum(SEO_TYPES, { error: 'Choose a type of page.' }),
    entity: required('Slug or path', entity),
    ...texts,
  })
  .refine((form) => Object.keys(texts).some((name) => form[name as keyof typeof texts] !== null), {
    path: ['meta_title'],
    error: 'Fill in at least one of the five texts.',
  })
  .transform(({ entity_type, entity, ...rest }) => ({ ...rest, entity_type, entity: withoutRoot(entity_type, entity) }))
export type SeoValues = z.infer<typeof seoForm>

function withoutRoot(type: (typeof SEO_TYPES)[number], entity: string) {
  if (type === 'PAGE') return entity.startsWith('/') ? entity : `/${entity}`
  return entity.split('/').at(-1)!
}
