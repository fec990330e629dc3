import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { FIXED_HEADERS } from './headers.server'
import { CLOSE_DELAY_MS, type Rejection } from './rejection.server'

/** Writes a response to the socket and closes it, for when there is no response object or the app is using it. */
export function respondRaw(socket: Duplex, { status, text, headers }: Rejection, requestId?: string) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = `${text}\n`
  const all = {
    ...FIXED_HEADERS,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(requestId && { 'X-Request-Id': requestId }),
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    Date: new Date().toUTCString(),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  // Ended, so that nothing else can write a second response to this connection.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
}
