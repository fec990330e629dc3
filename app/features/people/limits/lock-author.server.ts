import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/**
 * Serializes the posts of one member until the transaction ends, so that a double click is neither stored nor counted
 * twice. An advisory lock, because locking the author's row could deadlock with a moderator, who locks the post first.
 */
export async function lockAuthor(trx: Trx, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`author ${userId}`}, 0))`.execute(trx)
}

/**
 * The result of a post. `unchanged`: the same text is public already. An object: the daily limit is reached, with the
 * seconds to wait.
 */
export type PostOutcome = 'submitted' | 'unchanged' | 'missing' | { retryAfter: number }
