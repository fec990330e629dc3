import { classifyDbError } from '~/db/db-error.server'
import { log } from '~/log.server'
import { findRequestContext } from '~/request-context.server'
import { markIncomplete } from './current-request.server'
import { unavailable } from './responses.server'

/** Whether an error says that the database cannot answer now: its own, or a 503 that was thrown for it. */
export function isUnavailable(error: unknown) {
  return error instanceof Response ? error.status === 503 : classifyDbError(error) === 'database'
}

/**
 * Runs the reads of a loader. When the database is unavailable, `ErrorScreen` shows the message of the route's
 * `handle.loadFailure` (spec §8) inside the layout, with status 503.
 */
export async function withLoadFailure<Data>(load: () => Promise<Data>): Promise<Data> {
  try {
    return await load()
  } catch (error) {
    recordUnavailable(error)
    throw error instanceof Response ? error : unavailable()
  }
}

/** Any other read of a page: without the database the failure is logged, and the page shows that there is nothing. */
export async function orEmpty<Data, Empty>(empty: Empty, read: Promise<Data>): Promise<Data | Empty> {
  try {
    return await read
  } catch (error) {
    recordUnavailable(error)
    markIncomplete()
    return empty
  }
}

/** Logs the error and notes it for the headers of the response. @throws any other error */
function recordUnavailable(error: unknown) {
  if (!isUnavailable(error)) throw error
  if (!(error instanceof Response)) log.error({ err: error }, 'The database failed a request')
  const context = findRequestContext()
  if (context) context.dbError ??= 'database'
}
