import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainPage } from './plain-page.server'

/**
 * An answer given instead of the app's, without the body of the request having been read. `isLast`: what follows on the
 * connection is not to be trusted.
 */
export type Rejection = {
  status: number
  title: string
  text: string
  headers?: Record<string, string>
  isLast?: boolean
}

/** How long a sender may take to read why the rest of the body is not wanted. */
export const CLOSE_DELAY_MS = 500
const SMALL_BODY_BYTES = 65_536

export function reject(request: IncomingMessage, response: ServerResponse, refusal: Rejection) {
  const isForPeople = /\btext\/html\b/.test(request.headers.accept ?? '')
  const body = isForPeople ? plainPage(refusal) : `${refusal.text}\n`
  const isEndless = hasLongBody(request)
  if (isEndless || refusal.isLast) response.shouldKeepAlive = false
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'Content-Type': `text/${isForPeople ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
  })
  if (!isEndless) {
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  // The rest is not read. Closing at once would reset the connection, and the answer would be lost with it.
  response.write(body)
  setTimeout(() => request.destroy(), CLOSE_DELAY_MS)
}

/** A short body is simply let in and dropped, and the connection stays open. */
function hasLongBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}
