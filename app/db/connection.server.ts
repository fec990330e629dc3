import pg from 'pg'
import { env } from '~/env.server'
import { recordDatabaseResponse } from './outage.server'

/** A little more than statement_timeout, with which a server that is alive ends a statement by itself. */
const QUERY_TIMEOUT_MS = 3_250

const names = new Map<string, string>()

/** From now on each connection reads and plans this statement once, and keeps the plan under the name. */
export function registerPrepared(text: string, name: string) {
  if (env.PREPARED_STATEMENTS) names.set(text, name)
}

/**
 * A connection that does not wait for a server that hangs. A statement without an answer takes its connection with it,
 * because nobody knows what is still on its way. Where a transaction has raised statement_timeout, it may take as long.
 */
export class TimeoutClient extends pg.Client {
  #isUnlimited = false

  // pg gives seven signatures; only the promise of the common one concerns us.
  // biome-ignore lint/suspicious/noExplicitAny: as in pg
  override query(...args: any[]): any {
    const [text, values] = args
    const name = names.get(text)
    const answer = Reflect.apply(super.query, this, name ? [{ name, text, values }] : args)
    if (!(answer instanceof Promise)) return answer
    answer.then(recordDatabaseResponse, () => {})
    this.#noteLimit(typeof text === 'string' ? text : text?.text)
    if (this.#isUnlimited) return answer
    const timer = setTimeout(() => void this.end().catch(() => {}), QUERY_TIMEOUT_MS)
    return answer.finally(() => clearTimeout(timer))
  }

  #noteLimit(statement: unknown) {
    if (typeof statement !== 'string') return
    if (/^\s*set local statement_timeout/i.test(statement)) this.#isUnlimited = true
    if (/^\s*(commit|rollback)\s*$/i.test(statement)) this.#isUnlimited = false
  }
}
