import { isRouteErrorResponse } from '@remix-run/react'
import { classifyDbError } from '~/db/db-error.server'
import { log } from '~/log.server'
import { findRequestContext, type RequestContext } from '~/request-context.server'
import { plainPage } from './plain-page.server'
import type { Rejection } from './rejection.server'

/** What a request is told that the database failed. Waiting helps with the first and not with the second. */
export const DB_ERROR_RESPONSES: Record<NonNullable<RequestContext['fault']>, Rejection> = {
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

/** Logs what a loader, an action or a page threw, and remembers when the database was to blame. */
export function logRequestError(thrown: unknown) {
  if (isClientError(thrown)) return
  const error = isRouteErrorResponse(thrown) && 'error' in thrown ? thrown.error : thrown
  const fault = classifyDbError(error)
  const context = findRequestContext()
  if (context && fault) context.fault ??= fault
  log.error({ err: error }, fault === 'database' ? 'The database failed a request' : 'A request failed')
}

/** A form sent where none is taken: no bug, and nothing to fill a log with. */
function isClientError(thrown: unknown) {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}

/** The page for a request that the database failed; undefined where it did not. */
export function respondWithDbError(): Response | undefined {
  const { fault, id } = findRequestContext() ?? {}
  if (!fault) return
  const { headers, ...words } = DB_ERROR_RESPONSES[fault]
  return new Response(plainPage({ ...words, reference: id }), {
    status: words.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
    },
  })
}
