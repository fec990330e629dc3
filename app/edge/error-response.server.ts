import type { EntryContext } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { classifyDbError } from '~/db/db-error.server'
import { type Failure, type FormResult, failureText } from '~/http/forms'
import { log } from '~/log.server'
import { findRequestContext, type RequestContext } from '~/request-context.server'
import { plainPage } from './plain-page.server'
import type { Rejection } from './rejection.server'

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
