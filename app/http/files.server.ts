import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type Options, stringify } from 'csv-stringify/sync'
import { findRequestContext } from '~/request-context.server'
import { escapeCell } from './escape'
import { matchesEtag } from './etag'
import { PUBLIC_PAGE } from './responses.server'

type StaticFile = {
  /** The media type; text is always UTF-8. */
  type: string
  chunks: AsyncIterable<string> | Iterable<string>
  /** When it last changed. */
  modified?: Date
  /** Changes with the content. Without it, short files get a hash of their content and long ones no ETag. */
  version?: string
  /** The file name for downloads. Without it the browser shows the file. */
  saveAs?: string
  /** For signed-in users only: never stored, so without conditional answers. */
  isPrivate?: boolean
}

/** Files up to this length are buffered, to compute an ETag. In UTF-16 code units. */
const MAX_BUFFERED_LENGTH = 1_000_000

/**
 * Responds with a text file. Public files get a 304 when the client has the current version; long ones are streamed as
 * fast as the client reads.
 */
export async function respondWithFile(request: Request, file: StaticFile) {
  const { type, chunks, modified, version, saveAs, isPrivate } = file
  const iterator = toIterator(chunks)
  const { start, isWhole } =
    version || isPrivate ? { start: '', isWhole: false } : await readUpTo(MAX_BUFFERED_LENGTH, iterator)
  const etag = version ?? (isWhole ? hash(start) : undefined)
  const headers = new Headers({ 'Content-Type': `${type}; charset=utf-8`, ...PUBLIC_PAGE })
  if (etag) headers.set('ETag', `"${etag}"`)
  else if (isPrivate) headers.set('Cache-Control', 'private, no-store')
  // A copy without a tag could not be revalidated.
  else headers.set('Cache-Control', 'no-store')
  if (etag && modified) headers.set('Last-Modified', modified.toUTCString())
  if (etag && isNotModified(request, etag, modified)) {
    await iterator.return?.()
    return new Response(null, { status: 304, headers })
  }

  if (saveAs) headers.set('Content-Disposition', `attachment; filename="${saveAs}"`)
  if (request.method === 'HEAD') {
    await iterator.return?.()
    return new Response(null, { headers })
  }
  return new Response(isWhole ? start : toStream(start, iterator, request.signal), { headers })
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/**
 * Whether the client's copy is up to date (RFC 9110, 13.2.2). Its Cache-Control is ignored: `fetch` adds "no-cache" to
 * conditional requests, and a feed reader that uses it would never get a 304.
 */
export function isNotModified({ headers }: Request, etag: string, modified?: Date) {
  const ifNoneMatch = headers.get('If-None-Match')
  if (ifNoneMatch) return matchesEtag(ifNoneMatch, `"${etag}"`)
  const since = headers.get('If-Modified-Since')
  if (!since || !modified) return false
  // HTTP dates have no milliseconds.
  return Date.parse(modified.toUTCString()) <= Date.parse(since)
}

function toIterator(chunks: StaticFile['chunks']): AsyncIterator<string> {
  return (async function* () {
    yield* chunks
  })()
}

async function readUpTo(length: number, iterator: AsyncIterator<string>) {
  let start = ''
  while (start.length < length) {
    const { done, value } = await iterator.next()
    if (done) return { start, isWhole: true }
    start += value
  }
  return { start, isWhole: false }
}

/** Streams with backpressure, so that little of a long file is in memory. */
function toStream(start: string, iterator: AsyncIterator<string>, signal: AbortSignal) {
  const context = findRequestContext()
  // A stream is pulled from outside of the loader, and what is left of the file is read where its beginning was.
  const readNext = AsyncLocalStorage.bind(() => iterator.next())
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (start) controller.enqueue(encoder.encode(start))
      },
      async pull(controller) {
        await context?.untilDrained?.()
        const { done, value } = signal.aborted ? { done: true as const } : await readNext()
        if (!done) return controller.enqueue(encoder.encode(value))
        await iterator.return?.()
        controller.close()
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

type Row = readonly unknown[] | object

const OPTIONS: Options = {
  record_delimiter: '\r\n',
  // Spreadsheets split at semicolons and tabs in some countries, and trim spaces outside of quotes.
  quoted_match: /[;\t\r\n]|^\s|\s$/,
  // Not the library's `escape_formulas`: it leaves out NUL and line feed, and cells that begin with an apostrophe
  // already, so an import could not tell which apostrophes to remove.
  cast: { string: escapeCell },
}

/**
 * Writes a table as CSV (RFC 4180): the column names, then one piece of text for each batch of rows. Null and undefined
 * are empty cells, and no cell is a formula.
 *
 * @param batches rows as arrays in the order of the columns, or as objects with the columns as keys
 * @param bom whether to begin with a byte order mark, without which Excel does not read a file as UTF-8
 */
export async function* writeCsv(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { bom = true } = {},
): AsyncGenerator<string> {
  yield stringify([], { ...OPTIONS, bom, header: true, columns: [...columns] })
  for await (const rows of batches) yield stringify([...rows], { ...OPTIONS, columns: [...columns] })
}
