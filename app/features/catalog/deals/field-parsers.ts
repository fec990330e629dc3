import { type Parser, ValueError } from '~/http/forms'
import { RESERVED_SLUG, SLUG_MAX, SLUG_PATTERN } from './slug'

/** Three letters, stored as capitals. */
export const currency: Parser = (submitted) => {
  const code = submitted.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : new ValueError('must be three letters, such as USD')
}

export const slug: Parser = (submitted) => {
  if (submitted === RESERVED_SLUG) return new ValueError(`cannot be "${RESERVED_SLUG}"`)
  if (!SLUG_PATTERN.test(submitted))
    return new ValueError('can contain only lowercase letters, digits and single hyphens between them')
  return submitted.length > SLUG_MAX ? new ValueError(`can have at most ${SLUG_MAX} characters`) : submitted
}
