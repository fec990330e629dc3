/** How one parameter of an address is read and written. A value that is unknown or malformed counts as absent. */
export type Param<Value> = {
  default: Value
  /** From the first value, or from all of a parameter that is repeated. */
  parse(text: string, all: string[]): Value | undefined
  format?(value: Value): string
}

/**
 * The parameters of a list's address, in the order in which they are written.
 *
 * @returns the defaults and three functions: `parse` never fails, `query` leaves out what is the default and has no "?",
 * `path` appends it to a path
 */
export function defineSearch<Search extends object>(params: { [Name in keyof Search]: Param<Search[Name]> }) {
  const names = Object.keys(params) as (keyof Search & string)[]
  const defaults = Object.fromEntries(names.map((name) => [name, params[name].default])) as Search

  function parse(given: URLSearchParams) {
    const values = names.map((name) => [name, readParam(params[name], given.getAll(name)) ?? defaults[name]])
    return Object.fromEntries(values) as Search
  }

  function query(search: Partial<Search>, own: Partial<Search> = {}) {
    const written = new URLSearchParams()
    for (const name of names) {
      const fallback = own[name] ?? defaults[name]
      const value = search[name] ?? fallback
      if (Array.isArray(value)) for (const one of value) written.append(name, one)
      else if (value !== fallback) written.set(name, params[name].format?.(value) ?? String(value))
    }
    return written.toString()
  }

  function path(pathname: string, search: Partial<Search>) {
    const written = query(search)
    return written ? `${pathname}?${written}` : pathname
  }

  return { defaults, parse, query, path }
}

function readParam<Value>(param: Param<Value>, all: string[]) {
  return param.parse(all[0] ?? '', all)
}

export const pageParam: Param<number> = { default: 1, parse: toPageNumber }

export const slugParam: Param<string> = { default: '', parse: (text) => (isSlug(text) ? text : undefined) }

export function isSlug(text: string) {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 200
}

/** Text of at most `max` characters, without control characters. */
export function textParam(max: number): Param<string> {
  return { default: '', parse: (text) => cleanText(text, max) }
}

/** One of these values, or '' for none. */
export function choiceParam<Value extends string>(values: readonly Value[]): Param<Value | ''> {
  return { default: '', parse: (text) => values.find((value) => value === text) }
}

/** PostgreSQL cannot store NUL, and half of a surrogate pair is no character; neither can occur in what is searched. */
function cleanText(text: string, max: number) {
  const characters = [...text.replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim()]
  return characters.slice(0, max).join('').trim()
}

/** The number in `?page=`. */
export function parsePage(request: Request) {
  return toPageNumber(new URL(request.url).searchParams.get('page'))
}

/** Anything but a number from 1 to 999999 is page 1. */
export function toPageNumber(text: string | null) {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** A page of a long list: the rows older than the id `before`, or newer than `after`, else the newest; '' if absent. */
export type Cursor = { before: string; after: string }

/** Rows of one page. A query reads one more, to see whether there are further rows. */
export const STAFF_PAGE_SIZE = 25

/** The two parameters of such a list. An invalid id counts as absent. */
export function cursorParams(isId: (text: string) => boolean): { before: Param<string>; after: Param<string> } {
  const id = { default: '', parse: (text: string) => (isId(text) ? text : undefined) }
  return { before: id, after: id }
}

/** If both are given, `before` wins. */
export function normalizeCursor<Search extends Cursor>(search: Search): Search {
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
