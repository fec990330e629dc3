import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { catchUpWithContent, contentVersion, listenToContent } from '~/db/content-version.server'
import { SESSION_COOKIE } from '~/features/accounts/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'
import { type RequestContext, runInContext } from './context.server'
import { documentKey } from './document-key'
import { encodeBodies, type Stored, sendStored, storeAnswer } from './encoded-body.server'
import { type Answer, askApp } from './own-request.server'

type Kept = { version: number; stored: Stored }
/** What one rendering gave: for everybody who asked meanwhile, or for the first of them only. */
type Rendered = { kept?: Kept; answer: Answer }

/** Nothing is older than this, should an announcement get lost. In milliseconds. */
const LIFETIME = 60_000
const MEMORY = 64 * 1024 * 1024

const PERSONAL = new RegExp(`(?:^|; *)(?:${SESSION_COOKIE}|${TOAST_COOKIE})=`)
const isPersonal = (cookies: string) => PERSONAL.test(cookies)

/**
 * Visitors' documents, kept whole in front of the app. A document is rendered once however many ask for it, and dropped
 * as soon as a change of what it may show is announced.
 */
export function makeDocumentCache(app: RequestListener) {
  const documents = new LRUCache<string, Kept>({
    maxSize: MEMORY,
    ttl: LIFETIME,
    sizeCalculation: ({ stored: { identity, gzip, br } }) =>
      identity.bytes.length + gzip.bytes.length + br.bytes.length,
  })
  const underWay = new Map<string, Promise<Rendered>>()
  let catchingUp: Promise<void> | undefined
  listenToContent()

  /** Answers at once with what is kept and still true; false where that needs more. */
  function answerKept(request: IncomingMessage, response: ServerResponse, context: RequestContext): boolean {
    const key = catchingUp ? undefined : documentKey(request, isPersonal)
    const found = key === undefined ? undefined : documents.get(key)
    if (!found || found.version !== contentVersion()) return false
    send(request, response, found, context, 'hit')
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
    if (catchingUp && request.method !== 'POST') {
      await catchingUp
      if (answerKept(request, response, context)) return
    }
    const key = documentKey(request, isPersonal)
    const version = contentVersion()
    if (key === undefined || version === undefined) return pass(request, response)

    // Whoever joins a rendering knows as much as when it began, so only one of the same version will do.
    const flight = `${version} ${key}`
    const isFirst = !underWay.has(flight)
    const rendering = underWay.get(flight) ?? render(key, version, request, context)
    if (isFirst) underWay.set(flight, rendering)
    const rendered = await rendering.finally(() => underWay.delete(flight)).catch(() => undefined)
    if (rendered?.kept) return send(request, response, rendered.kept, context, 'miss')
    if (rendered && isFirst) return replay(request, response, rendered.answer)
    pass(request, response)
  }

  /** By a request of our own that carries nothing of the visitor's but the kind of program: it is not in the page. */
  async function render(key: string, version: number, { headers }: IncomingMessage, context: RequestContext) {
    const { host = '', 'user-agent': program = '' } = headers
    context.nonce = undefined
    const answer = await runInContext(context, () => askApp(app, key, { host, 'user-agent': program }))
    if (!mayBeKept(answer, context)) return { answer }
    const kept = { version, stored: storeAnswer(headersOf(answer), await encodeBodies(answer.body)) }
    if (contentVersion() === version) documents.set(key, kept)
    return { answer, kept }
  }

  function pass(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('X-Cache', 'bypass')
    app(request, response)
  }

  return {
    answerKept,
    /** Asks the app where `answerKept` could not answer. The header X-Cache says hit, miss or bypass. */
    answer,
    /** Something may have been written: answers wait until this process knows of it. */
    noteWrite() {
      const caughtUp = catchUpWithContent().finally(() => {
        if (catchingUp === caughtUp) catchingUp = undefined
      })
      catchingUp = caughtUp
    },
  }
}

function mayBeKept({ status, headers }: Answer, { fault }: RequestContext) {
  return (
    status === 200 &&
    !fault &&
    headers['set-cookie'] === undefined &&
    String(headers['cache-control']).startsWith('public') &&
    String(headers['content-type']).startsWith('text/html')
  )
}

const CHANGES_WITH_THE_BODY = ['connection', 'content-length', 'date', 'etag', 'transfer-encoding']

function headersOf({ headers }: Answer): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !CHANGES_WITH_THE_BODY.includes(name))
  return { ...Object.fromEntries(kept), Vary: 'Accept-Encoding, Cookie' }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { stored }: Kept,
  { id }: RequestContext,
  state: 'hit' | 'miss',
) {
  sendStored(request, response, stored, ['X-Request-Id', id, 'X-Cache', state])
}

/** What is nobody else's: a redirect, a page that is not there, a fault. */
function replay({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer) {
  const { connection: _, 'transfer-encoding': __, ...own } = headers
  response.writeHead(status, { ...own, 'Content-Length': body.length, 'X-Cache': 'bypass' })
  response.end(method === 'HEAD' ? undefined : body)
}
