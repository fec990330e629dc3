import { RESERVED_SLUG, SLUG_MAX } from '~/http/field-table'
import { foldCase } from './fold-text'

/**
 * The slug of a title: lower case, runs of anything but letters and digits become one hyphen (spec §5). The same title
 * always has the same slug, also without any Latin letter, because imports find deals by it.
 */
export function slugFromTitle(title: string, noun = 'deal') {
  const slug = toSlug(title)
  if (slug === '') return `${noun}-${fingerprint(title)}`
  return slug === RESERVED_SLUG ? withNumber(slug, 2) : slug
}

/** For the schema of a form with a name: an empty slug is generated from it. */
export function withSlug(noun: string) {
  return <Form extends { name: string; slug: string | null }>(form: Form) => ({
    ...form,
    slug: form.slug ?? slugFromTitle(form.name, noun),
  })
}

/** `quillstack-2`: the nth deal of that name, cut so that it still fits. */
export function withNumber(slug: string, number: number) {
  const ending = `-${number}`
  return `${slug.slice(0, SLUG_MAX - ending.length).replace(/-$/, '')}${ending}`
}

// Letters are spelled in plain Latin first, so that "Café" becomes cafe and not caf, and "Größe" grosse.
function toSlug(text: string) {
  return foldCase(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX + 1)
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}

// FNV-1a over the UTF-16 units, 32 bits, in base 36.
function fingerprint(text: string) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
