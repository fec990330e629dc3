/** Where a long list is opened: just past the row `before` (the older ones) or `after` (the newer ones), else at its top. */
export type Cursor = { before?: string; after?: string }

/** Rows of one page and one more; whether there are any on the other side is known from where one came. */
export const STAFF_PAGE_SIZE = 25

/** Reads a turn from an address. What is no id of a row opens the list at its top. */
export function parseCursor(params: URLSearchParams, isId: (text: string) => boolean): Cursor {
  const [before, after] = [params.get('before') ?? '', params.get('after') ?? '']
  if (isId(before)) return { before }
  return isId(after) ? { after } : {}
}

/**
 * Cuts a page out of rows that were read in the direction of the turn, with one more than a page holds.
 *
 * @returns the rows, newest first, and the turns to both sides where there is something
 */
export function paginate<Row extends { id: string | number }>(found: Row[], turn: Cursor) {
  const isFull = found.length > STAFF_PAGE_SIZE
  const rows = found.slice(0, STAFF_PAGE_SIZE)
  if (turn.after) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNewer = turn.after ? isFull : turn.before !== undefined
  const hasOlder = turn.after ? true : isFull
  return {
    rows,
    newer: hasNewer && first ? { after: String(first.id) } : undefined,
    older: hasOlder && last ? { before: String(last.id) } : undefined,
  }
}

export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
export const isRowNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text)
