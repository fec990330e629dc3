/** A submitted id, or undefined if it is not a UUID. */
export function parseRowId(value: unknown) {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined
}
