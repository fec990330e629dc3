import { AsyncLocalStorage } from 'node:async_hooks'

/** The state of one request, available to all code that runs for it. */
export type RequestContext = {
  /** Written in log lines and in the X-Request-Id of the response. */
  id: string
  /** Method and path as logged: "POST /admin/users". */
  route: string
  /** The client's IP address, or the proxy's when TRUST_PROXY is not set. Never logged, and stored only as a hash. */
  address: string
  /** Nonce of the response's Content-Security-Policy. Undefined for a document that is cached for many visitors. */
  nonce: string | undefined
  /** Resolves once the socket accepts more data. */
  untilDrained?: () => Promise<void>
  /** Set when a query failed: the edge then answers 503 (database) or 400 (input) instead of 500. */
  dbError?: 'database' | 'input'
  /** Set when the request may be repeated after some seconds: the Retry-After of its response. */
  retryAfter?: number
  /** Set when the response holds something for one person only: it is never cached. */
  isPersonal?: true
  /** Set when something is missing from the page because a query failed: it is never cached. */
  isIncomplete?: true
}

declare global {
  var requestContexts: AsyncLocalStorage<RequestContext> | undefined
}

// The dev server reloads this module on every edit, while earlier requests are still running.
globalThis.requestContexts ??= new AsyncLocalStorage()
const contexts = globalThis.requestContexts

/** The context of the current request. Undefined in jobs and scripts. */
export function findRequestContext(): RequestContext | undefined {
  return contexts.getStore()
}

export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work)
}
