import { findRequestContext } from '~/edge/context.server'

/** Method and path of the request that the running code serves, and its reference in the log; nothing in jobs. */
export function currentRequest() {
  const context = findRequestContext()
  return context && { route: context.route, request: context.id }
}
