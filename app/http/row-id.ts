/** An id that came from outside, or undefined for what the database would not take for one. */
export function parseRowId(value: unknown) {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined
}
