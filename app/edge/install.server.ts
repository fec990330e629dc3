import http, { type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createRequire } from 'node:module'
import { env } from '~/env.server'
import { withEdge } from './handler.server'
import { handleProcessErrors } from './process-errors.server'
import { ignoreAfterClose, respondToClientErrors } from './protocol-error.server'
import { respondRaw } from './raw-response.server'
import type { Rejection } from './rejection.server'
import { deferClose, stopOnSignals } from './stop.server'

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
  const listener = ignoreAfterClose(withEdge(app))
  const server = http.createServer(SETTINGS, listener)
  server.maxHeadersCount = 100
  server.maxConnections = 5_000
  // Idle in both directions: a client that does not read, or a dead connection.
  server.setTimeout(30_000)
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
