export function isUuid(text: string) {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** The id of a table whose rows are numbered. */
export function isRowNumber(text: string) {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** A submitted id, or undefined if it is not a UUID. */
export function parseRowId(value: unknown) {
  return typeof value === 'string' && isUuid(value) ? value : undefined
}
