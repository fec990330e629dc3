import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { respondRaw } from './raw-response.server'
import { CLOSE_DELAY_MS, type Rejection } from './rejection.server'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Duplex, Exchange>()

/** Hands over no request that follows one whose answer closes the connection, though its bytes are there already. */
export function ignoreAfterClose(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (latest.get(request.socket)?.response.shouldKeepAlive === false) return
    latest.set(request.socket, { request, response })
    return listener(request, response)
  }
}

/**
 * Answers bytes that Node's parser cannot read, and closes the connection. Node reports some only after it has handed
 * the request over: a request that has its answer gets no second one, and an answer under way is not broken into.
 */
export function respondToClientErrors(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Answered already; what arrives until it is closed is unreadable too.
    if (socket.writableEnded) return
    const answer = () => respondRaw(socket, refusals[error.code ?? ''] ?? unreadable)
    const { request, response } = latest.get(socket) ?? {}
    if (!request || !response) answer()
    else if (!request.complete) {
      if (response.headersSent) setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
      else answer()
    } else if (response.writableFinished) answer()
    // The request is whole, so the error is in what comes after it.
    else response.once('close', answer)
  })
}

const unreadable: Rejection = { status: 400, title: 'Bad request', text: 'This request cannot be read.' }
const refusals: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'Too large', text: 'The headers of this request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'Too slow', text: 'The request took too long to arrive.' },
}
