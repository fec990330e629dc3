import type { Param } from './search-params'

/** A page of a long list: the rows older than the id `before`, or newer than `after`, else the newest; '' if absent. */
export type Cursor = { before: string; after: string }

/** Rows of one page. A query reads one more, which tells whether there are further rows. */
export const STAFF_PAGE_SIZE = 25

/** The two parameters of such a list. An invalid id counts as absent. */
export function cursorParams(isId: (text: string) => boolean): { before: Param<string>; after: Param<string> } {
  const id = { default: '', parse: (text: string) => (isId(text) ? text : undefined) }
  return { before: id, after: id }
}

/** An address with both parameters is read by its `before`. */
export function inOneDirection<Search extends Cursor>(search: Search): Search {
  return search.before ? { ...search, after: '' } : search
}

/**
 * Cuts a page out of rows that were read in the direction of the cursor, with one more than a page holds.
 *
 * @returns the rows, newest first, and the cursors of both sides where there are more
 */
export function paginate<Row extends { id: string | number }>(found: Row[], { before, after }: Cursor) {
  const isFull = found.length > STAFF_PAGE_SIZE
  const rows = found.slice(0, STAFF_PAGE_SIZE)
  if (after) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNewer = after ? isFull : before !== ''
  const hasOlder = after ? true : isFull
  return {
    rows,
    newer: hasNewer && first ? { before: '', after: String(first.id) } : undefined,
    older: hasOlder && last ? { before: String(last.id), after: '' } : undefined,
  }
}
