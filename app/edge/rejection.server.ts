import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainPage } from './plain-page.server'

/**
 * A response sent by the edge instead of the app, without reading the request body. `isLast`: the connection is closed,
 * because what follows on it cannot be trusted.
 */
export type Rejection = {
  status: number
  title: string
  text: string
  headers?: Record<string, string>
  isLast?: boolean
}

/** Time for the client to read the response before the connection is closed on the rest of its body. */
export const CLOSE_DELAY_MS = 500
const SMALL_BODY_BYTES = 65_536

export function reject(request: IncomingMessage, response: ServerResponse, rejection: Rejection) {
  const acceptsHtml = /\btext\/html\b/.test(request.headers.accept ?? '')
  const body = acceptsHtml ? plainPage(rejection) : `${rejection.text}\n`
  const isLong = hasLongBody(request)
  if (isLong || rejection.isLast) response.shouldKeepAlive = false
  response.writeHead(rejection.status, {
    ...rejection.headers,
    'Content-Type': `text/${acceptsHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
  })
  if (!isLong) {
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  // The rest is not read. Closing at once would reset the connection and lose the response.
  response.write(body)
  setTimeout(() => request.destroy(), CLOSE_DELAY_MS)
}

/** A short body is read and discarded, and the connection stays open. */
function hasLongBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}
