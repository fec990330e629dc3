import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainPage } from './plain-page.server'

/** An answer given instead of the app's, without the body of the request having been read. */
export type Refusal = { status: number; title: string; text: string; headers?: Record<string, string> }

/** How long the rest of a refused body may keep arriving, so that the sender gets to read the answer. */
const LINGER = 500

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal) {
  const isForPeople = /\btext\/html\b/.test(request.headers.accept ?? '')
  const body = isForPeople ? plainPage(refusal) : `${refusal.text}\n`
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'Content-Type': `text/${isForPeople ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    ...(request.complete ? {} : { Connection: 'close' }),
  })
  if (request.method !== 'HEAD') response.write(body)
  if (request.complete) {
    response.end()
    return
  }
  // Closing at once would reset the connection, and the answer would be lost with it.
  const end = () => {
    clearTimeout(timer)
    response.end(() => request.destroy())
  }
  const timer = setTimeout(end, LINGER)
  response.once('close', () => clearTimeout(timer))
}
