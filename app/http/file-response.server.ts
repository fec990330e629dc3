import { createHash } from 'node:crypto'
import fresh from 'fresh'
import { findRequestContext } from '~/request-context.server'
import { PUBLIC_PAGE } from './public-page'

type File = {
  /** The media type; text is always UTF-8. */
  type: string
  chunks: AsyncIterable<string> | Iterable<string>
  /** When the newest part of it was written. */
  modified?: Date
  /** Changes with the content. Without it short files get one from their bytes, and long ones none. */
  version?: string
  /** The file name for downloads. Without it the browser shows the file. */
  saveAs?: string
  /** For signed-in users only: never stored, so without conditional answers. */
  isPrivate?: boolean
}

/** A file up to this length is made whole before it is sent, so that it can be compared with what the reader has. */
const MAX_BUFFERED_LENGTH = 1_000_000

/**
 * Responds with a text file. Public files get a 304 when the client has the current version; long ones are streamed as
 * fast as the client reads.
 */
export async function respondWithFile(request: Request, file: File) {
  const { type, chunks, modified, version, saveAs, isPrivate } = file
  const pieces = toIterator(chunks)
  const { start, isWhole } =
    version || isPrivate ? { start: '', isWhole: false } : await readUpTo(MAX_BUFFERED_LENGTH, pieces)
  const etag = version ?? (isWhole ? hash(start) : undefined)
  const headers = new Headers({ 'Content-Type': `${type}; charset=utf-8`, ...PUBLIC_PAGE })
  if (etag) headers.set('ETag', `"${etag}"`)
  else if (isPrivate) headers.set('Cache-Control', 'private, no-store')
  // A copy without a tag could not be revalidated.
  else headers.set('Cache-Control', 'no-store')
  if (etag && modified) headers.set('Last-Modified', modified.toUTCString())
  if (etag && isNotModified(request, etag, modified)) {
    await pieces.return?.()
    return new Response(null, { status: 304, headers })
  }

  if (saveAs) headers.set('Content-Disposition', `attachment; filename="${saveAs}"`)
  if (request.method === 'HEAD') {
    await pieces.return?.()
    return new Response(null, { headers })
  }
  return new Response(isWhole ? start : toStream(start, pieces, request.signal), { headers })
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/**
 * Whether the reader's copy is up to date (RFC 9110, 13.2.2). Its Cache-Control is left out: `fetch` adds "no-cache" to
 * conditional requests, and a feed reader that uses it would never get a 304.
 */
export function isNotModified({ headers }: Request, etag: string, modified?: Date) {
  const asked = {
    'if-none-match': headers.get('If-None-Match') ?? undefined,
    'if-modified-since': headers.get('If-Modified-Since') ?? undefined,
  }
  return fresh(asked, { etag: `"${etag}"`, 'last-modified': modified?.toUTCString() })
}

function toIterator(chunks: File['chunks']): AsyncIterator<string> {
  return (async function* () {
    yield* chunks
  })()
}

async function readUpTo(length: number, pieces: AsyncIterator<string>) {
  let start = ''
  while (start.length < length) {
    const { done, value } = await pieces.next()
    if (done) return { start, isWhole: true }
    start += value
  }
  return { start, isWhole: false }
}

/** Asks for the next piece when the reader has taken the last one: however long the file, little of it is in memory. */
function toStream(start: string, pieces: AsyncIterator<string>, signal: AbortSignal) {
  const untilDrained = findRequestContext()?.untilDrained
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (start) controller.enqueue(encoder.encode(start))
      },
      async pull(controller) {
        await untilDrained?.()
        const { done, value } = signal.aborted ? { done: true as const } : await pieces.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        await pieces.return?.()
        controller.close()
      },
      async cancel() {
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
