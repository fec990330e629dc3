import { isRouteErrorResponse } from '@remix-run/react'
import { classifyDbError } from '~/db/db-error.server'
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

/** The error page after a failed query. Undefined when none failed. */
export function respondWithDbError(): Response | undefined {
  const { dbError, id } = findRequestContext() ?? {}
  if (!dbError) return
  const { headers, ...page } = DB_ERROR_RESPONSES[dbError]
  return new Response(plainPage({ ...page, reference: id }), {
    status: page.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
    },
  })
}
