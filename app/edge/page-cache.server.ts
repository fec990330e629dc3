import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { contentVersion, listenForContentChanges, syncContentVersion } from '~/db/content-version.server'
import { isDatabaseDown } from '~/db/outage.server'
import { publicParams } from '~/http/public-pages'
import { utcToday } from '~/http/utc-day'
import { countPage } from '~/metrics.server'
import type { RequestContext } from '~/request-context.server'
import {
  bytesOf,
  type EncodedResponse,
  encodeBodies,
  encodeResponse,
  readBody,
  sendEncoded,
} from './encoded-response.server'
import { completeHeaders } from './headers.server'
import { type RenderedPage, renderPage, sharedHeaders } from './page-render.server'
import { hasPrivateCookie } from './request.server'

/** A rendered page for all visitors. */
type CacheEntry = {
  /** The content version when its render began. */
  version: number
  /** The day (UTC) on which its render began. Deals start and end at midnight, so it is not served on another day. */
  day: string
  /** When its render began, by `performance.now()`, which changes of the system time do not affect. */
  at: number
  stored: EncodedResponse
  /** Whether it says when it was saved. Only pages that will never be fresh again get this notice. */
  hasNotice: boolean
}

/** The result of a render: with an entry for all waiting requests, or only a response for the first of them. */
type Result = { rendered: RenderedPage; entry?: CacheEntry }

/** Pages are fresh for at most this long, in case a notification gets lost. */
const MAX_AGE_MS = 60_000
/** Total size of all pages, including keys and headers. */
const MAX_BYTES = 24 * 1024 * 1024
/** Measured size of one entry without its bodies and its key. */
const ENTRY_OVERHEAD_BYTES = 2_500
/** How long a member's page waits for pending notifications at most. The database may hang. */
const MEMBER_SYNC_TIMEOUT_MS = 200
/** How long a visitor waits for a new page while no notifications are received and there is a stale one. */
const STALE_WAIT_MS = 1_200

/**
 * Caches visitors' pages whole in front of the app. Concurrent requests for a page share one render. All pages are stale
 * as soon as PostgreSQL notifies of a change of public content. Stale pages are served while the database is down.
 */
export function makePageCache(app: RequestListener) {
  const pages = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ stored }, key) => bytesOf(stored) + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const inFlight = new Map<string, Promise<Result>>()
  let syncing: Promise<void> | undefined
  listenForContentChanges()

  /** Responds from the cache when it can do so at once. Returns false when the request needs `respond`. */
  function serveFromCache(request: IncomingMessage, response: ServerResponse, context: RequestContext): boolean {
    const key = syncing ? undefined : pageKey(request)
    const entry = key === undefined ? undefined : findLastGood(key)
    if (!entry) return false
    if (isFresh(entry)) send(request, response, entry, context, 'hit')
    else if (isDatabaseDown() && entry.hasNotice) send(request, response, entry, context, 'stale')
    else return false
    return true
  }

  /** Responds through the app when `serveFromCache` could not. X-Cache is hit, miss, bypass or stale. */
  async function respond(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
    if (request.method === 'POST') beforeHead(response, waitForChanges)
    else if (syncing) {
      await syncing
      if (serveFromCache(request, response, context)) return
    }
    const key = pageKey(request)
    if (key === undefined) {
      // Members see what they did through another process in the lists that this one has memoized, too.
      if (request.method !== 'POST' && hasPrivateCookie(request.headers.cookie))
        await syncContentVersion(MEMBER_SYNC_TIMEOUT_MS)
      return pass(request, response)
    }
    const [version, day] = [contentVersion(), utcToday()]
    const lastGood = findLastGood(key)
    if (version === undefined && !lastGood) return pass(request, response)
    const isPointless = lastGood && isDatabaseDown()
    const result = isPointless ? undefined : await renderOnce(key, version, request, context)
    if (day !== utcToday()) return respond(request, response, context)
    if (result?.entry) return send(request, response, result.entry, context, 'miss')
    const isFailed = !result || result.rendered.status === 503
    const stale = isFailed ? await findStale(key) : undefined
    if (stale) return send(request, response, stale, context, 'stale')
    if (result?.isFirst) return replay(request, response, result.rendered)
    pass(request, response)
  }

  /** Undefined when rendering failed, or takes long while no notifications are received. */
  async function renderOnce(
    key: string,
    version: number | undefined,
    request: IncomingMessage,
    context: RequestContext,
  ) {
    // Only share an in-flight render of the same content version and day.
    const flight = version === undefined ? context.id : `${version} ${utcToday()} ${key}`
    const isFirst = !inFlight.has(flight)
    const rendering =
      inFlight.get(flight) ?? render(key, version, request, context).finally(() => inFlight.delete(flight))
    inFlight.set(flight, rendering)
    const timeout = version === undefined ? [sleep(STALE_WAIT_MS, undefined, { ref: false })] : []
    const result = await Promise.race([rendering.catch(() => undefined), ...timeout])
    return result && { ...result, isFirst }
  }

  async function render(key: string, version: number | undefined, request: IncomingMessage, context: RequestContext) {
    const [at, day] = [performance.now(), utcToday()]
    const rendered = await renderPage(app, key, request, context)
    if (!rendered.isPublic) {
      if (rendered.status < 500 && !context.isIncomplete) pages.delete(key)
      return { rendered }
    }
    if (version === undefined) return { rendered }
    const stored = encodeResponse(completeHeaders(sharedHeaders(rendered)), await encodeBodies(rendered.body))
    const entry: CacheEntry = { version, day, at, stored, hasNotice: false }
    if (version === contentVersion()) pages.set(key, entry)
    return { rendered, entry }
  }

  /**
   * The newest copy of a page, unless it is known to be outdated: not of an earlier content version, and not after midnight
   * UTC, because it may call a deal active that has ended.
   */
  function findLastGood(key: string) {
    const entry = pages.get(key)
    const version = contentVersion()
    return entry?.day === utcToday() && (version === undefined || version === entry.version) ? entry : undefined
  }

  /** The last good copy with a notice, which replaces the copy without. */
  async function findStale(key: string) {
    const entry = findLastGood(key)
    if (!entry || entry.hasNotice) return entry
    const body = addNotice(entry)
    if (!body) return undefined
    // No script is added, so the stored content security policy still fits.
    const stored = encodeResponse(entry.stored.headers, await encodeBodies(body))
    const copy = { ...entry, stored, hasNotice: true }
    if (pages.peek(key) === entry) pages.set(key, copy)
    return copy
  }

  function pass(request: IncomingMessage, response: ServerResponse) {
    countPage('bypass')
    response.setHeader('X-Cache', 'bypass')
    app(request, response)
  }

  /** Later responses wait until this process knows what a form has changed. */
  function waitForChanges() {
    const synced = syncContentVersion().finally(() => {
      if (syncing === synced) syncing = undefined
    })
    syncing = synced
  }

  return { serveFromCache, respond }
}

/** Calls `listener` after the app has processed a request and before the client receives any byte of the response. */
function beforeHead(response: ServerResponse, listener: () => void) {
  const { writeHead } = response
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!response.headersSent) listener()
    return Reflect.apply(writeHead, response, head)
  }) as typeof writeHead
}

function isFresh({ version, at }: CacheEntry) {
  return version === contentVersion() && performance.now() - at < MAX_AGE_MS
}

const MAIN = '<main id="main"'

/** Undefined for a page without a main element to put the notice into. */
function addNotice({ stored, at }: CacheEntry) {
  const bytes = readBody(stored.bodies.identity)
  const start = bytes.indexOf(MAIN)
  if (start === -1) return undefined
  const position = bytes.indexOf('>', start) + 1
  const time = new Date(Date.now() - (performance.now() - at)).toISOString().slice(11, 16)
  const notice = `<div class="wrap"><p class="pt-4 text-small text-muted-foreground" role="status">We are having trouble; this page was saved at ${time} UTC.</p></div>`
  return Buffer.concat([bytes.subarray(0, position), Buffer.from(notice), bytes.subarray(position)])
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { stored }: CacheEntry,
  { id }: RequestContext,
  state: 'hit' | 'miss' | 'stale',
) {
  countPage(state)
  sendEncoded(request, response, stored, ['X-Request-Id', id, 'X-Cache', state])
}

/** Sends an uncacheable response: a redirect, a 404 or an error. */
function replay({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: RenderedPage) {
  const { connection: _, 'transfer-encoding': __, ...own } = headers
  response.writeHead(status, { ...own, 'Content-Length': body.length, 'X-Cache': 'bypass' })
  response.end(method === 'HEAD' ? undefined : body)
}

const ONE_SLUG = /^[a-z0-9-]{1,200}$/

/** Maximum length of a cache key. Longer than any search that a form can send; longer requests bypass the cache. */
const MAX_LENGTH = 2_600

/** The parameter that may be repeated: the deals that are compared. */
const REPEATED = 'd'
const MAX_REPEATED = 4

type CacheRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The cache key of a request: its path and the parameters that the page reads, sorted by name.
 *
 * @returns undefined when the request is not for a public page, is personal, or names deals to compare in a way that no
 * link does
 */
export function pageKey({ method, url = '', headers }: CacheRequest) {
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers.authorization || hasPrivateCookie(headers.cookie)) return
  const queryStart = url.indexOf('?')
  const path = queryStart === -1 ? url : url.slice(0, queryStart)
  const names = publicParams(path)
  if (!names || queryStart === -1 || names.length === 0) return names && path

  const requested = new URLSearchParams(url.slice(queryStart))
  const read = new URLSearchParams()
  for (const name of names) {
    // Pages read the first value of any other parameter.
    const values = requested.getAll(name).slice(0, name === REPEATED ? undefined : 1)
    if (name === REPEATED && !areDifferentSlugs(values)) return
    for (const value of values) read.append(name, value)
  }
  const key = read.size > 0 ? `${path}?${read}` : path
  return key.length > MAX_LENGTH ? undefined : key
}

function areDifferentSlugs(values: string[]) {
  const areSlugs = values.every((value) => ONE_SLUG.test(value))
  return values.length <= MAX_REPEATED && new Set(values).size === values.length && areSlugs
}
