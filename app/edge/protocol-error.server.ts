import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { respondRaw } from './raw-response.server'
import { CLOSE_DELAY_MS, type Rejection } from './rejection.server'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Duplex, Exchange>()

/** Drops pipelined requests that follow one whose response closes the connection. */
export function ignoreAfterClose(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (latest.get(request.socket)?.response.shouldKeepAlive === false) return
    latest.set(request.socket, { request, response })
    return listener(request, response)
  }
}

/**
 * Answers requests that Node's parser rejects, and closes the connection. Node reports some errors after it has emitted
 * the request: a request with a response gets no second one, and a response in progress is not interrupted.
 */
export function respondToClientErrors(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Answered already. Later bytes on this connection cause further errors.
    if (socket.writableEnded) return
    const respond = () => respondRaw(socket, rejections[error.code ?? ''] ?? unreadable)
    const { request, response } = latest.get(socket) ?? {}
    if (!request || !response) respond()
    else if (!request.complete) {
      if (response.headersSent) setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
      else respond()
    } else if (response.writableFinished) respond()
    // The request is complete, so the error is in the bytes after it.
    else response.once('close', respond)
  })
}

const unreadable: Rejection = { status: 400, title: 'Bad request', text: 'This request cannot be read.' }
const rejections: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'Too large', text: 'The headers of this request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'Too slow', text: 'The request took too long to arrive.' },
}
