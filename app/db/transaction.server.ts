import { setTimeout as wait } from 'node:timers/promises'
import { db } from './database.server'
import { isRetryable } from './db-error.server'
import type { Trx } from './executor'

const RETRIES = 3

/**
 * Runs `work` in a transaction. After a deadlock or serialization failure it is run again, up to three times, so it must
 * have no effects outside the database.
 */
export function inTransaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return withRetries(() => db.transaction().execute(work))
}

/** The same for a single statement outside a transaction. */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > RETRIES || !isRetryable(error)) throw error
      // A random delay, or transactions that collided would collide again.
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}
