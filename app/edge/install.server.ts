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
  // A body has a clock of its own (body-guard): one limit for all would cut long uploads.
  requestTimeout: 0,
  // A proxy keeps its connections for a minute, and has to be the one who closes them.
  keepAliveTimeout: env.TRUST_PROXY > 0 ? 75_000 : 10_000,
  // The edge answers these itself, with the headers that belong on every answer.
  requireHostHeader: false,
}

/**
 * Puts the edge in front of the server that is created next. remix-serve has no place for it, but imports the build
 * before it creates its server.
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
  // Nothing moved in either direction: a reader who does not read, or a connection that has died.
  server.setTimeout(30_000)
  server.on('checkContinue', listener)
  server.on('checkExpectation', listener)
  server.on('connect', (_request, socket) => respondRaw(socket, notAllowed))
  respondToClientErrors(server)
  return server
}

const notAllowed: Rejection = { status: 405, title: 'Not allowed', text: 'This method is not supported here.' }

/** remix-serve logs every request in a format of its own, with the query and the tokens in it. */
function silenceMorgan() {
  const require = createRequire(createRequire(import.meta.url).resolve('@remix-run/serve/dist/cli.js'))
  require('morgan').format('tiny', () => undefined)
}
