import { findRequestContext } from '~/request-context.server'

/** Marks the response to the current request as private: it is never cached. */
export function markPrivate() {
  const context = findRequestContext()
  if (context) context.isPersonal = true
}

/** Marks the response to the current request as incomplete: it is never cached. */
export function markIncomplete() {
  const context = findRequestContext()
  if (context) context.isIncomplete = true
}

/** Method, path and id of the current request. Undefined in jobs. */
export function currentRequest() {
  const context = findRequestContext()
  return context && { route: context.route, request: context.id }
}
