import { setTimeout as wait } from 'node:timers/promises'
import { db } from './database.server'
import { isRetryable } from './db-error.server'
import type { Trx } from './executor'

const RETRIES = 3

/**
 * Runs statements that belong together. A transaction that a deadlock or a serialization failure ended is run again,
 * at most three times: `work` must do nothing but talk to the database.
 */
export async function inTransaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt > RETRIES || !isRetryable(error)) throw error
      // Two that collided would collide again if they started together again.
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}
