import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of a request before anything has answered it. */
export type RequestContext = {
  /** In the log lines and in the X-Request-Id of the answer. */
  id: string
  /** Method and path, as they go into the log: "POST /admin/users". */
  route: string
  /** The visitor's address, the proxy's where none is configured. Never logged, never stored as it is. */
  address: string
  /** Of the content security policy of this one answer; undefined for a document that many will get. */
  nonce: string | undefined
  /** Resolves once the client has taken what was written so far. */
  untilDrained?: () => Promise<void>
  /** The urlencoded body of a form sent without scripts, so that a page without the database can repeat it. */
  body?: Buffer[]
  /** Set when the database failed the request: the edge makes 503 or 400 of what would be a 500. */
  fault?: 'database' | 'input'
  /** Set when a person was found, or something that only one person is to see: the answer is theirs alone. */
  isPersonal?: true
  /** Set when the page was made without something that the database failed to give: nobody else gets it. */
  isIncomplete?: true
}

declare global {
  var requestContexts: AsyncLocalStorage<RequestContext> | undefined
}

// The dev server loads this module again on every edit, while requests that began before are still running.
globalThis.requestContexts ??= new AsyncLocalStorage()
const contexts = globalThis.requestContexts

/** The request that the running code serves; undefined in jobs and scripts. */
export function findRequestContext(): RequestContext | undefined {
  return contexts.getStore()
}

export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work)
}
