import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { env } from '~/env.server'
import { resolveAddress } from '~/http/network.server'
import { type RequestContext, runInContext } from '~/request-context.server'
import { guardBody } from './body-guard.server'
import { redirectToCanonicalPath } from './canonical-path.server'
import { rejectCrossSiteWrite } from './cross-site'
import { untilDrained } from './drained'
import { rejectBadBody } from './form-body'
import { addHeaders } from './headers.server'
import { respondToHealthCheck } from './health.server'
import { removeLegacyDataParam } from './legacy-data-param'
import { rejectAmbiguous, rejectMalformed } from './malformed-request'
import { makePageCache } from './page-cache.server'
import { reject } from './rejection.server'
import { applyRememberedView } from './remembered-view.server'
import { nextRequestId } from './request-id'
import { logResponse } from './request-log.server'
import { isRateLimited, pathOf, routeOf } from './request-path'
import { makeRateLimiter } from './request-rate.server'
import { makeStaticFront } from './static-assets.server'
import { isStopping } from './stop.server'

const site = { origin: env.SITE_URL, isBehindProxy: env.TRUST_PROXY > 0 }
const { host } = new URL(env.SITE_URL)
const rateLimit = makeRateLimiter()

/** Handles each request before Remix does: checks, static files, health, cached pages. */
export function withEdge(app: RequestListener): RequestListener {
  // In development every edit can change any page, so nothing is cached.
  const isBuilt = env.NODE_ENV === 'production'
  const pages = isBuilt ? makePageCache(app) : undefined
  const serveAsset = isBuilt ? makeStaticFront(path.resolve('build')) : undefined
  return (request, response) => {
    const context = new HttpContext(request, response)
    logResponse(request, response, context)
    // Errors of aborted connections. Without a listener they would end the process.
    request.on('error', ignore)
    response.on('error', ignore)
    if (isStopping()) response.shouldKeepAlive = false

    const rejection =
      rejectAmbiguous(request) ??
      rejectCrossSiteWrite(request, site) ??
      rejectMalformed(request) ??
      rejectBadBody(request) ??
      (env.RATE_LIMIT && isRateLimited(pathOf(request)) ? rateLimit(context.address) : undefined)
    if (!rejection) applyRememberedView(request, response)
    // Most responses come from the cache. They hold all headers already, so they are sent before anything else is set up.
    const isServed =
      !rejection && (serveAsset?.(request, response, context) || pages?.serveFromCache(request, response, context))
    if (isServed) return

    runInContext(context, () => {
      context.nonce = randomUUID().replaceAll('-', '')
      addHeaders(request, response, context)
      if (rejection) return reject(request, response, rejection)
      if (respondToHealthCheck(request, response)) return
      removeLegacyDataParam(request)
      if (redirectToCanonicalPath(request, response)) return
      guardBody(request, response, context)
      if (request.headers.expect) response.writeContinue()
      // Vite checks the host itself.
      if (env.NODE_ENV !== 'development') removeSpoofedHeaders(request)
      if (!pages) return app(request, response)
      if (request.method === 'POST') response.once('prefinish', pages.noteWrite)
      void pages.respond(request, response, context)
    })
  }
}

const ignore = () => {}

/**
 * A class, because V8 creates a hidden class for every object literal with a getter, and each of them kept its request
 * in memory until the next full garbage collection.
 */
class HttpContext implements RequestContext {
  readonly id = nextRequestId()
  readonly address: string
  nonce: string | undefined

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    const forwardedFor = request.headers['x-forwarded-for']
    this.address = resolveAddress(request.socket.remoteAddress, forwardedFor?.toString(), env.TRUST_PROXY)
  }

  get route() {
    return routeOf(this.request)
  }

  untilDrained() {
    return untilDrained(this.response)
  }
}

/**
 * Strips client-supplied host and forwarding headers, so that they cannot get into links or pages. The site has one
 * host, and Origin was checked above; Remix would compare it with a Host that a proxy may have changed.
 */
function removeSpoofedHeaders({ headers }: IncomingMessage) {
  headers.host = host
  for (const name of Object.keys(headers)) {
    if (name === 'origin' || name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name]
  }
}

/** The same as a middleware of Vite's development server. */
export function withEdgeInDevelopment(request: IncomingMessage, response: ServerResponse, next: () => void) {
  withEdge(() => next())(request, response)
}
