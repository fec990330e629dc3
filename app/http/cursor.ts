/** Position in a list sorted from new to old: rows older than `before` or newer than `after`, else the first page. */
export type Cursor = { before?: string; after?: string }

export const STAFF_PAGE_SIZE = 25

/** Reads a cursor from query parameters. An invalid id opens the first page. */
export function parseCursor(params: URLSearchParams, isId: (text: string) => boolean): Cursor {
  const [before, after] = [params.get('before') ?? '', params.get('after') ?? '']
  if (isId(before)) return { before }
  return isId(after) ? { after } : {}
}

/**
 * Cuts a page out of rows that were read in the direction of the cursor.
 *
 * @param found up to one row more than a page, which tells whether there are further pages
 * @returns the rows, newest first, and the cursors of the newer and older pages if there are any
 */
export function paginate<Row extends { id: string | number }>(found: Row[], cursor: Cursor) {
  const isFull = found.length > STAFF_PAGE_SIZE
  const rows = found.slice(0, STAFF_PAGE_SIZE)
  if (cursor.after) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNewer = cursor.after ? isFull : cursor.before !== undefined
  const hasOlder = cursor.after ? true : isFull
  return {
    rows,
    newer: hasNewer && first ? { after: String(first.id) } : undefined,
    older: hasOlder && last ? { before: String(last.id) } : undefined,
  }
}

export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
export const isRowNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text)
