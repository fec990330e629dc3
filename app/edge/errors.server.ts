import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EntryContext } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { classifyDbError } from '~/db/db-error.server'
import { escapeHtml } from '~/http/escape'
import { type Failure, type FormResult, failureText } from '~/http/forms'
import { log } from '~/log.server'
import { findRequestContext, type RequestContext } from '~/request-context.server'
import { iconPath, site } from '~/site.server'
import { buttonClasses } from '~/ui/button-classes'
import { ERROR_LOOK } from '~/ui/error-look'
import visitorStyles from '~/visitors.css?inline'
import { FIXED_HEADERS } from './security-headers.server'

/**
 * A response sent by the edge instead of the app, without reading the request body. `isLast`: the connection is closed,
 * because what follows on it cannot be trusted.
 */
export type Rejection = {
  status: number
  title: string
  text: string
  headers?: Record<string, string>
  isLast?: boolean
}

/** Time for the client to read the response before the connection is closed on the rest of its body. */
export const CLOSE_DELAY_MS = 500
const SMALL_BODY_BYTES = 65_536

export function reject(request: IncomingMessage, response: ServerResponse, rejection: Rejection) {
  const acceptsHtml = /\btext\/html\b/.test(request.headers.accept ?? '')
  const body = acceptsHtml ? plainPage(rejection) : `${rejection.text}\n`
  const isLong = hasLongBody(request)
  if (isLong || rejection.isLast) response.shouldKeepAlive = false
  response.writeHead(rejection.status, {
    ...rejection.headers,
    'Content-Type': `text/${acceptsHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
  })
  if (!isLong) {
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  // The rest is not read. Closing at once would reset the connection and lose the response.
  response.write(body)
  setTimeout(() => request.destroy(), CLOSE_DELAY_MS)
}

/** A short body is read and discarded, and the connection stays open. */
function hasLongBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}

/** Writes a response to the socket and closes it, for when there is no response object or the app is using it. */
export function respondRaw(socket: Duplex, { status, text, headers }: Rejection, requestId?: string) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = `${text}\n`
  const all = {
    ...FIXED_HEADERS,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(requestId && { 'X-Request-Id': requestId }),
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, no-store',
    Date: new Date().toUTCString(),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  // Ended, so that nothing else can write a second response to this connection.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
}

/** Responses to failed queries. A client may retry after a database error, not after an input error. */
export const DB_ERROR_RESPONSES: Record<NonNullable<RequestContext['dbError']>, Rejection> = {
  database: {
    status: 503,
    title: "We'll be right back",
    text: 'Our records are unavailable right now. Please try again in a few seconds.',
    headers: { 'Retry-After': '2' },
  },
  input: {
    status: 400,
    title: 'Bad request',
    text: 'Something in this request cannot be read.',
  },
}

/** Pages of members are not stored, so going back loads the form again, and fails while the database is down. */
const UNSAVED_TEXT =
  'Our records are unavailable right now. Wait a few seconds before you go back, or reload this page to send the form again.'

const BUG: Rejection = { status: 500, title: 'Something went wrong', text: 'Something unexpected happened.' }

/** Sets the status of a page that is shown without what a failed query should have read. */
export function markUnavailable(headers: Headers) {
  if (findRequestContext()?.dbError !== 'database') return false
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Retry-After', String(DB_ERROR_RESPONSES.database.headers?.['Retry-After']))
  return true
}

/** Logs what a loader, an action or a render threw, and records database errors in the request context. */
export function logRequestError(thrown: unknown) {
  if (isClientError(thrown)) return
  const error = isRouteErrorResponse(thrown) && 'error' in thrown ? thrown.error : thrown
  const dbError = classifyDbError(error)
  const context = findRequestContext()
  if (context && dbError) context.dbError ??= dbError
  log.error({ err: error }, dbError === 'database' ? 'The database failed a request' : 'A request failed')
}

/** A 4xx, such as a form sent to a route without an action. Not an error of the site, so it is not logged. */
function isClientError(thrown: unknown) {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}

/**
 * The error page after an unexpected error of a query, or a form that failed on our side. Undefined when neither happened,
 * or when the page can be rendered: with an empty list, or its load failure inside the layout (http/responses.server).
 */
export function respondWithError(request: Request, entry: EntryContext): Response | undefined {
  const { dbError, id } = findRequestContext() ?? {}
  const { errors, statusCode } = entry.staticHandlerContext
  const failures = Object.values(errors ?? {}).filter((error) => !isClientError(error))
  const unsaved = request.method === 'POST' && failures.length > 0 ? findUnsaved(entry) : undefined
  const hasCrashed = failures.some((error) => !isRouteErrorResponse(error) || error.status === 500)
  if (!unsaved && !(dbError && hasCrashed)) return
  const isUnavailable = statusCode === 503
  const { headers, ...page } = dbError ? DB_ERROR_RESPONSES[dbError] : isUnavailable ? DB_ERROR_RESPONSES.database : BUG
  const text = unsaved && page.status === 503 ? UNSAVED_TEXT : page.text
  return new Response(plainPage({ ...page, text, unsaved, reference: id }), {
    status: page.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
    },
  })
}

/**
 * What a form sent without scripts did not save, if its page cannot be rendered either: the message of its action or of
 * the route's clientAction (http/forms).
 */
function findUnsaved({ staticHandlerContext: { matches, actionData }, routeModules }: EntryContext) {
  for (const { route } of matches.toReversed()) {
    const said = (actionData?.[route.id] as FormResult)?.failure
    const { failure } = (routeModules[route.id]?.clientAction ?? {}) as { failure?: Failure }
    // The form was read already. Without its intent, the message names no single change.
    if (said ?? failure) return said ?? failureText(failure!, new URLSearchParams())
  }
  return 'Failed to send the form'
}

type PlainPage = {
  status: number
  title: string
  text: string
  /** What a form did not save. Its page is still in the browser's history, with its values. */
  unsaved?: string
  reference?: string
}

const LEAD = 'text-lead leading-[1.55] text-pretty text-muted-foreground'
const REFRESH = `<a class="${buttonClasses({ size: 'lg' })}" href="">Refresh Page</a>\n`

/**
 * A page in the site's design that needs neither React nor the database. The texts must be constants, never parts of a
 * request.
 */
function plainPage({ status, title, text, unsaved, reference }: PlainPage) {
  // A refresh helps only with temporary errors.
  const isTemporary = status === 429 || status === 503
  const canRefresh = isTemporary && !unsaved
  const notice = unsaved
    ? `<p class="${LEAD}" role="alert"><b>${escapeHtml(unsaved)}.</b> Go back: what you typed is still in the form.</p>\n`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | ${escapeHtml(site.name)}</title>
<style>${visitorStyles}</style>
<link rel="icon" href="${site.icon ? iconPath() : '/favicon.svg'}">
</head>
<body>
<main id="main" class="flex flex-col">
<div class="ruled-paper grid flex-1"><div class="wrap grid"><div class="${ERROR_LOOK.page}">
<p class="mb-6">${escapeHtml(site.name)}</p>
<h1 class="${ERROR_LOOK.title}">${escapeHtml(title)}</h1>
${notice}<p class="${unsaved ? 'text-muted-foreground' : LEAD}">${escapeHtml(text)}</p>
<div class="${ERROR_LOOK.actions}">
${canRefresh ? REFRESH : ''}<a class="${buttonClasses({ tone: canRefresh ? 'ghost' : 'primary', size: 'lg' })}" href="/">Go to homepage</a>
</div>
${reference ? `<p class="text-small text-muted-foreground">Reference: <code>${escapeHtml(reference)}</code></p>` : ''}
</div></div></div>
</main>
</body>
</html>
`
}
