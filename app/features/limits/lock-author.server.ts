import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/**
 * Lets the posts of one person through one at a time, until the transaction ends: the second of two clicks then finds
 * what the first one stored, and is neither stored nor counted again. An advisory lock, because a moderator who decides
 * on a post locks it before its author's row.
 */
export async function lockAuthor(trx: Trx, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`author ${userId}`}, 0))`.execute(trx)
}

/**
 * What became of a post. `unchanged`: it is public already and says just that. An object: one more than the daily limit
 * allows, with the seconds to wait.
 */
export type PostOutcome = 'submitted' | 'unchanged' | 'missing' | { retryAfter: number }
