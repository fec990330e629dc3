import pg from 'pg'
import { env } from '~/env.server'
import { recordDatabaseResponse } from './outage.server'

/** A little more than statement_timeout, so that a healthy server cancels the statement first. */
const QUERY_TIMEOUT_MS = 3_250
/** After a busy event loop, timers fire before sockets are read. This gives a response time to be read. */
export const GRACE_MS = 50

const names = new Map<string, string>()

/** Makes each connection prepare this statement once, under this name. Not every pooler supports that. */
export function registerPrepared(text: string, name: string) {
  const isPooled = env.DATABASE_DIRECT_URL !== undefined
  if (!isPooled) names.set(text, name)
}

/**
 * A client with a timeout for servers that hang. It closes the connection, because a late response could arrive on it at
 * any time. A transaction that has set statement_timeout itself has no timeout here.
 */
export class TimeoutClient extends pg.Client {
  #isUnlimited = false

  // pg has seven overloads. Only the one that returns a promise matters here.
  // biome-ignore lint/suspicious/noExplicitAny: as in pg
  override query(...args: any[]): any {
    const [text, values] = args
    const name = names.get(text)
    const result = Reflect.apply(super.query, this, name ? [{ name, text, values }] : args)
    if (!(result instanceof Promise)) return result
    result.then(recordDatabaseResponse, () => {})
    this.#noteLimit(typeof text === 'string' ? text : text?.text)
    if (this.#isUnlimited) return result
    let timer = setTimeout(() => {
      timer = setTimeout(() => void this.end().catch(() => {}), GRACE_MS)
    }, QUERY_TIMEOUT_MS)
    return result.finally(() => clearTimeout(timer))
  }

  #noteLimit(statement: unknown) {
    if (typeof statement !== 'string') return
    if (/^\s*set local statement_timeout/i.test(statement)) this.#isUnlimited = true
    if (/^\s*(commit|rollback)\s*$/i.test(statement)) this.#isUnlimited = false
  }
}
