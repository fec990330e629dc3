import { findRequestContext } from '~/request-context.server'

/** Says that the answer to the current request is for one person: it is never public, and never stored. */
export function markPrivate() {
  const context = findRequestContext()
  if (context) context.isPersonal = true
}

/** Says that something is missing from the answer to the current request: it is never stored. */
export function markIncomplete() {
  const context = findRequestContext()
  if (context) context.isIncomplete = true
}

/** Method and path of the request that the running code serves, and its reference in the log; nothing in jobs. */
export function currentRequest() {
  const context = findRequestContext()
  return context && { route: context.route, request: context.id }
}
