const MAX_LENGTH = 200

/** An email address, a URL, or enough digits for a phone or card number. */
const PERSONAL = /@|:\/\/|\d(?:[\s().+/-]*\d){6}/

/** Normalizes a search for the staff's statistics. Undefined if it is empty or may contain personal data. */
export function searchTerm(query: string): string | undefined {
  const term = [
    ...query
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_LENGTH)
    .join('')
  return term === '' || PERSONAL.test(term) ? undefined : term
}
