const TERM_MAX = 200

/** A mail address, an address of a page, or enough digits for a telephone or a card. */
const PERSONAL = /@|:\/\/|\d(?:[\s().+/-]*\d){6}/

/** How a search is kept for the staff: one spelling for all, and nothing of what may name a person. */
export function searchTerm(typed: string): string | undefined {
  const term = [
    ...typed
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, TERM_MAX)
    .join('')
  return term === '' || PERSONAL.test(term) ? undefined : term
}
