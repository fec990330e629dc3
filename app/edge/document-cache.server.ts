import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { contentVersion, listenForContentChanges, syncContentVersion } from '~/db/content-version.server'
import { isDatabaseDown } from '~/db/outage.server'
import { type RequestContext, runInContext } from '~/request-context.server'
import { type CacheEntry, makeDocumentStore } from './cache-store.server'
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

/** What one rendering gave: for everybody who asked meanwhile, or for the first of them only. */
type Rendered = { document?: CacheEntry; answer: InternalResponse }

/** No page counts as up to date for longer, should an announcement get lost. In milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * Visitors' documents, stored whole in front of the app. A document is rendered once however many ask for it, and out
 * of date as soon as a change of what it may show is announced. Its last copy is what visitors get while the database
 * is out of reach.
 */
export function makeDocumentCache(app: RequestListener) {
  const documents = makeDocumentStore()
  const savedPages = makeStalePages()
  const underWay = new Map<string, Promise<Rendered>>()
  let catchingUp: Promise<void> | undefined
  listenForContentChanges()

  /** Answers at once with what is stored and still true, or all there is; false where that needs more. */
  function answerKept(request: IncomingMessage, response: ServerResponse, context: RequestContext): boolean {
    const key = catchingUp ? undefined : documentKey(request, hasPrivateCookie)
    const found = key === undefined ? undefined : documents.get(key)
    if (!found) return false
    if (isFresh(found)) {
      send(request, response, found.stored, context, 'hit')
      return true
    }
    const copy = isDatabaseDown() && canServeStale(found) ? savedPages.find(key!, found) : undefined
    if (copy) send(request, response, copy, context, 'stale')
    return copy !== undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
    if (catchingUp && request.method !== 'POST') {
      await catchingUp
      if (answerKept(request, response, context)) return
    }
    const key = documentKey(request, hasPrivateCookie)
    if (key === undefined) return pass(request, response)
    const version = contentVersion()
    const last = documents.get(key)
    const spare = last && canServeStale(last) ? last : undefined
    if (version === undefined && !spare) return pass(request, response)
    const sendSpare = async () => spare && answerSaved(key, spare, request, response, context)
    if (isDatabaseDown() && (await sendSpare())) return

    // Only share an in-flight render of the same content version.
    const flight = version === undefined ? context.id : `${version} ${key}`
    const isFirst = !underWay.has(flight)
    const rendering = underWay.get(flight) ?? render(key, version, request, context)
    if (isFirst) underWay.set(flight, rendering)
    const work = rendering.finally(() => underWay.delete(flight)).catch(() => undefined)
    const rendered = spare ? await withinStaleWait(work, spare) : await work
    if (rendered?.document) return send(request, response, rendered.document.stored, context, 'miss')
    const isFailed = !rendered || rendered.answer.status === 503
    if (isFailed && spare) spare.failedAt = performance.now()
    if (isFailed && (await sendSpare())) return
    if (rendered && isFirst) return replay(request, response, rendered.answer)
    pass(request, response)
  }

  /** By a request of our own that carries nothing of the visitor's but the kind of program: it is not in the page. */
  async function render(
    key: string,
    version: number | undefined,
    { headers }: IncomingMessage,
    context: RequestContext,
  ): Promise<Rendered> {
    const { host = '', 'user-agent': program = '', 'accept-encoding': accepted } = headers
    const isWanted = documents.isWorthStoring(key)
    const at = performance.now()
    context.nonce = undefined
    const answer = await runInContext(context, () => requestInternally(app, key, { host, 'user-agent': program }))
    if (!isCacheable(answer, context)) {
      if (answer.status < 500 && !context.isIncomplete) documents.delete(key)
      return { answer }
    }
    if (version === undefined) return { answer }
    const { body } = answer
    const bodies = isWanted ? await encodeBodies(body) : await encodeOnce(body, chooseEncoding(accepted?.toString()))
    const document = { version, at, stored: encodeResponse(headersOf(answer), bodies) }
    if (isWanted) documents.set(key, document)
    return { answer, document }
  }

  async function answerSaved(
    key: string,
    last: CacheEntry,
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
  ) {
    const copy = canServeStale(last) ? (savedPages.find(key, last) ?? (await savedPages.make(key, last))) : undefined
    if (!copy || !canServeStale(last)) return false
    send(request, response, copy, context, 'stale')
    return true
  }

  function pass(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('X-Cache', 'bypass')
    app(request, response)
  }

  return {
    answerKept,
    /** Asks the app where `answerKept` could not answer. The header X-Cache says hit, miss, bypass or stale. */
    answer,
    /** Something may have been written: answers wait until this process knows of it. */
    noteWrite() {
      const caughtUp = syncContentVersion().finally(() => {
        if (catchingUp === caughtUp) catchingUp = undefined
      })
      catchingUp = caughtUp
    },
  }
}

function isFresh({ version, at }: CacheEntry) {
  return version === contentVersion() && performance.now() - at < MAX_AGE_MS
}

function isCacheable({ status, headers }: InternalResponse, { fault, isPersonal, isIncomplete }: RequestContext) {
  return (
    status === 200 &&
    !fault &&
    !isPersonal &&
    !isIncomplete &&
    headers['set-cookie'] === undefined &&
    String(headers['cache-control']).startsWith('public') &&
    String(headers['content-type']).startsWith('text/html')
  )
}

const BODY_HEADERS = ['connection', 'content-length', 'date', 'etag', 'transfer-encoding']

function headersOf({ headers }: InternalResponse): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !BODY_HEADERS.includes(name))
  return { ...Object.fromEntries(kept), Vary: 'Accept-Encoding, Cookie' }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: EncodedResponse,
  { id }: RequestContext,
  state: 'hit' | 'miss' | 'stale',
) {
  sendEncoded(request, response, stored, ['X-Request-Id', id, 'X-Cache', state])
}

/** What is nobody else's: a redirect, a page that is not there, a fault. */
function replay({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: InternalResponse) {
  const { connection: _, 'transfer-encoding': __, ...own } = headers
  response.writeHead(status, { ...own, 'Content-Length': body.length, 'X-Cache': 'bypass' })
  response.end(method === 'HEAD' ? undefined : body)
}
