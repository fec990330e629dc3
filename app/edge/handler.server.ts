import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { env } from '~/env.server'
import { runInContext } from '~/request-context.server'
import { applyRememberedView, redirectToCanonicalPath, removeLegacyDataParam } from './address.server'
import { makeStaticFront } from './assets.server'
import { guardBody, rejectBadBody } from './body.server'
import { reject } from './errors.server'
import { addHeaders } from './headers.server'
import { respondToHealthCheck } from './health.server'
import { makePageCache } from './page-cache.server'
import {
  isRateLimited,
  makeRateLimiter,
  rejectAmbiguous,
  rejectCrossSiteWrite,
  rejectMalformed,
} from './rejections.server'
import { HttpContext, pathOf } from './request.server'
import { logResponse } from './request-log.server'
import { isStopping } from './stop.server'

const site = { origin: env.SITE_URL, isBehindProxy: env.TRUST_PROXY > 0 }
const { host } = new URL(env.SITE_URL)
const rateLimit = makeRateLimiter()

/** Handles each request before Remix does: checks, static files, health, cached pages. */
export function withEdge(remix: RequestListener): RequestListener {
  const app = withSiteSettings(remix)
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
      void pages.respond(request, response, context)
    })
  }
}

const ignore = () => {}

/** Pages, mails and feeds read the settings of the site synchronously, so they are renewed first. */
function withSiteSettings(app: RequestListener): RequestListener {
  return async (request, response) => {
    await refreshSiteSettings()
    app(request, response)
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
