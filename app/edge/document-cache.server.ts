import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { contentVersion, listenForContentChanges, syncContentVersion } from '~/db/content-version.server'
import { isDatabaseDown } from '~/db/outage.server'
import { utcToday } from '~/http/utc-day'
import { countPage } from '~/metrics.server'
import { type RequestContext, runInContext } from '~/request-context.server'
import { type CacheEntry, isFresh, makeDocumentStore } from './cache-store.server'
import { documentKey } from './document-key'
import {
  chooseEncoding,
  type EncodedResponse,
  encodeBodies,
  encodeOnce,
  encodeResponse,
  sendEncoded,
} from './encoded-response.server'
import { type InternalResponse, requestInternally } from './internal-request.server'
import { hasPrivateCookie } from './private-cookies.server'
import { canServeStale, makeStalePages, withinStaleWait } from './stale-page.server'

/** The result of a render: a document for all waiting requests, or a response for the first of them only. */
type Rendered = { document?: CacheEntry; rendered: InternalResponse }

/** How long a member's page waits for pending notifications at most. The database may hang. */
const OWN_CHANGES_WAIT_MS = 200

/**
 * Caches visitors' pages whole in front of the app. Concurrent requests for a page share one render. A page is stale as
 * soon as PostgreSQL notifies of a change of public content. Stale pages are served while the database is down. No page
 * is served after the day (UTC) on which its render began.
 */
export function makeDocumentCache(app: RequestListener) {
  const documents = makeDocumentStore()
  const stalePages = makeStalePages()
  const inFlight = new Map<string, Promise<Rendered>>()
  let syncing: Promise<void> | undefined
  listenForContentChanges()

  /** Responds from the cache when it can do so at once. Returns false when the request needs `respond`. */
  function serveFromCache(request: IncomingMessage, response: ServerResponse, context: RequestContext): boolean {
    const key = syncing ? undefined : documentKey(request, hasPrivateCookie)
    const found = key === undefined ? undefined : documents.get(key)
    if (!found) return false
    if (isFresh(found)) {
      send(request, response, found.stored, context, 'hit')
      return true
    }
    const copy = isDatabaseDown() && canServeStale(found) ? stalePages.find(key!, found) : undefined
    if (copy) send(request, response, copy, context, 'stale')
    return copy !== undefined
  }

  async function respond(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
    if (syncing && request.method !== 'POST') {
      await syncing
      if (serveFromCache(request, response, context)) return
    }
    const key = documentKey(request, hasPrivateCookie)
    if (key === undefined) {
      // Members see what they did through another process in the lists that this one has cached, too.
      if (request.method !== 'POST' && hasPrivateCookie(request.headers.cookie))
        await syncContentVersion(OWN_CHANGES_WAIT_MS)
      return pass(request, response)
    }
    const day = utcToday()
    const version = contentVersion()
    const last = documents.get(key)
    const stale = last && canServeStale(last) ? last : undefined
    if (version === undefined && !stale) return pass(request, response)
    const sendStale = async () => stale && serveStale(key, stale, request, response, context)
    if (isDatabaseDown() && (await sendStale())) return

    // Only share an in-flight render of the same content version and day.
    const flight = version === undefined ? context.id : `${version} ${day} ${key}`
    const isFirst = !inFlight.has(flight)
    const rendering = inFlight.get(flight) ?? render(key, version, request, context)
    if (isFirst) inFlight.set(flight, rendering)
    const work = rendering.finally(() => inFlight.delete(flight)).catch(() => undefined)
    const result = stale ? await withinStaleWait(work, stale) : await work
    if (day !== utcToday()) return respond(request, response, context)
    if (result?.document) return send(request, response, result.document.stored, context, 'miss')
    const isFailed = !result || result.rendered.status === 503
    if (isFailed && stale) stale.failedAt = performance.now()
    if (isFailed && (await sendStale())) return
    if (result && isFirst) return replay(request, response, result.rendered)
    pass(request, response)
  }

  /** Uses an internal request without visitor data, except the User-Agent, which does not change the page. */
  async function render(
    key: string,
    version: number | undefined,
    { headers }: IncomingMessage,
    context: RequestContext,
  ): Promise<Rendered> {
    const { host = '', 'user-agent': userAgent = '', 'accept-encoding': acceptEncoding } = headers
    const isStored = documents.isWorthStoring(key)
    const [at, day] = [performance.now(), utcToday()]
    context.nonce = undefined
    const rendered = await runInContext(context, () => requestInternally(app, key, { host, 'user-agent': userAgent }))
    if (!isCacheable(rendered, context)) {
      if (rendered.status < 500 && !context.isIncomplete) documents.delete(key)
      return { rendered }
    }
    if (version === undefined) return { rendered }
    const { body } = rendered
    const bodies = isStored
      ? await encodeBodies(body)
      : await encodeOnce(body, chooseEncoding(acceptEncoding?.toString()))
    const stored = encodeResponse(headersOf(rendered), bodies)
    const document = { version, at, day, stored }
    if (isStored) documents.set(key, document)
    return { rendered, document }
  }

  async function serveStale(
    key: string,
    last: CacheEntry,
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
  ) {
    const copy = canServeStale(last) ? (stalePages.find(key, last) ?? (await stalePages.make(key, last))) : undefined
    if (!copy || !canServeStale(last)) return false
    send(request, response, copy, context, 'stale')
    return true
  }

  function pass(request: IncomingMessage, response: ServerResponse) {
    countPage('bypass')
    response.setHeader('X-Cache', 'bypass')
    app(request, response)
  }

  return {
    serveFromCache,
    /** Responds through the app when `serveFromCache` could not. X-Cache is hit, miss, bypass or stale. */
    respond,
    /** Called after a form was processed: later responses wait until this process knows the current content version. */
    noteWrite() {
      const synced = syncContentVersion().finally(() => {
        if (syncing === synced) syncing = undefined
      })
      syncing = synced
    },
  }
}

function isCacheable({ status, headers }: InternalResponse, { dbError, isPersonal, isIncomplete }: RequestContext) {
  return (
    status === 200 &&
    !dbError &&
    !isPersonal &&
    !isIncomplete &&
    headers['set-cookie'] === undefined &&
    String(headers['cache-control']).startsWith('public') &&
    String(headers['content-type']).startsWith('text/html')
  )
}

const BODY_HEADERS = ['connection', 'content-length', 'date', 'etag', 'transfer-encoding']

function headersOf({ headers }: InternalResponse): OutgoingHttpHeaders {
  const own = Object.entries(headers).filter(([name]) => !BODY_HEADERS.includes(name))
  return { ...Object.fromEntries(own), Vary: 'Accept-Encoding, Cookie' }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: EncodedResponse,
  { id }: RequestContext,
  state: 'hit' | 'miss' | 'stale',
) {
  countPage(state)
  sendEncoded(request, response, stored, ['X-Request-Id', id, 'X-Cache', state])
}

/** Sends an uncacheable response: a redirect, a 404 or an error. */
function replay({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: InternalResponse) {
  const { connection: _, 'transfer-encoding': __, ...own } = headers
  response.writeHead(status, { ...own, 'Content-Length': body.length, 'X-Cache': 'bypass' })
  response.end(method === 'HEAD' ? undefined : body)
}
