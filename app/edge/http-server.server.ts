import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { env } from '~/env.server'
import { CLOSE_DELAY_MS, type Rejection, respondRaw } from './errors.server'
import { withEdge } from './handler.server'
import { deferClose, handleProcessErrors, stopOnSignals } from './stop.server'

const SETTINGS: ServerOptions = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Bodies have their own timeout (body-guard): one limit for all would cut long uploads.
  requestTimeout: 0,
  // Proxies keep idle connections for a minute and must be the ones to close them.
  keepAliveTimeout: env.TRUST_PROXY > 0 ? 75_000 : 10_000,
  // The edge rejects these itself, with the headers of every response.
  requireHostHeader: false,
}

const IDLE_MS = 20_000

/**
 * Wraps the server that is created next. remix-serve has no hook for this, but it imports the build before it creates
 * its server.
 */
export function installEdge() {
  let server: Server | undefined
  const { createServer } = http
  http.createServer = ((listener: RequestListener) => {
    http.createServer = createServer
    server = createGuardedServer(listener)
    deferClose(server)
    return server
  }) as typeof createServer
  handleProcessErrors(() => server)
  stopOnSignals(() => server)
  silenceMorgan()
}

export function createGuardedServer(app: RequestListener): Server {
  const respond = ignoreAfterClose(withEdge(app))
  /** Connections that wait for a response and have not been asked for patience yet. */
  const waiting = new WeakSet<Socket>()
  const listener: RequestListener = (request, response) => {
    waiting.add(request.socket)
    response.once('close', () => waiting.delete(request.socket))
    respond(request, response)
  }
  const server = http.createServer(SETTINGS, listener)
  server.maxHeadersCount = 100
  server.maxConnections = 5_000
  // Idle in both directions: a dead connection, or a client that does not read, which Node notices the second time. Only a
  // response that has not begun may take longer, such as that of a merge.
  server.setTimeout(IDLE_MS, (socket: Socket) => {
    if (socket.writableLength === 0 && waiting.delete(socket)) socket.setTimeout(IDLE_MS)
    else socket.destroy()
  })
  server.on('checkContinue', listener)
  server.on('checkExpectation', listener)
  server.on('connect', (_request, socket) => respondRaw(socket, notAllowed))
  respondToClientErrors(server)
  return server
}

const notAllowed: Rejection = { status: 405, title: 'Not allowed', text: 'This method is not supported here.' }

/** remix-serve logs each request in its own format, including the query with its tokens. */
function silenceMorgan() {
  const require = createRequire(createRequire(import.meta.url).resolve('@remix-run/serve/dist/cli.js'))
  require('morgan').format('tiny', () => undefined)
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Duplex, Exchange>()

/** Drops pipelined requests that follow one whose response closes the connection. */
function ignoreAfterClose(listener: RequestListener): RequestListener {
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
function respondToClientErrors(server: Server) {
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
