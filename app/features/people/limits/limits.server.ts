import { createHmac } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { env } from '~/env.server'
import { unavailable } from '~/http/responses.server'
import { signingKey } from '~/http/signing-keys.server'
import { log } from '~/log.server'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Number of attempts (`points`) allowed in a number of seconds (`duration`). */
export const LIMITS = {
  'sign-in of account': { points: 10, duration: 15 * MINUTE },
  'sign-in from address': { points: 30, duration: MINUTE },
  'sign-up from address': { points: 20, duration: MINUTE },
  'link from address': { points: 30, duration: MINUTE },
  'mail to account': { points: 5, duration: HOUR },
  'reset from address': { points: 20, duration: HOUR },
  'second factor of account': { points: 10, duration: 15 * MINUTE },
  'lock mail to account': { points: 1, duration: 15 * MINUTE },
  'password of account': { points: 10, duration: 15 * MINUTE },
  'review of account': { points: 5, duration: DAY },
  'proof of account': { points: 20, duration: DAY },
  'answer of account': { points: 20, duration: DAY },
  'change report of account': { points: 10, duration: DAY },
  'comment of account': { points: 20, duration: DAY },
  'availability report of account': { points: 30, duration: DAY },
  'suggestion of account': { points: 5, duration: DAY },
  'review report of account': { points: 20, duration: DAY },
  'vote of account': { points: 200, duration: DAY },
  'message from address': { points: 5, duration: DAY },
  'receipt to address': { points: 5, duration: DAY },
  'unsubscribing from address': { points: 120, duration: MINUTE },
  'test mail of account': { points: 5, duration: HOUR },
  'mails of site': { points: env.MAIL_PER_MINUTE, duration: MINUTE },
  'page read by account': { points: 100, duration: DAY },
} as const
export type Limit = keyof typeof LIMITS

/** The oldest keys are deleted beyond this, so that junk cannot fill the disk. */
const MAX_ROWS = 100_000
const DELETED_AT_ONCE = 2_000

// An adapter, because the library's own client would be a second pool and could not count inside a transaction.
function limiterOf(limit: Limit, executor: Executor = db) {
  const storeClient = {
    async query({ text, values }: Statement) {
      const { rows } = await executor.executeQuery(CompiledQuery.raw(text, values))
      // The library needs the number of rows to distinguish a new key from a failure.
      return { rows, rowCount: rows.length }
    },
  }
  return new RateLimiterPostgres({
    ...LIMITS[limit],
    keyPrefix: limit,
    storeClient,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
}
type Statement = { text: string; values: unknown[] }

/**
 * Counts one attempt. In a transaction it counts only if that commits.
 *
 * @param who an IP address, an email or a profile id, of which only a keyed hash is stored
 * @returns the seconds to wait when the limit is exceeded, otherwise undefined
 * @throws a 503 response when the database fails: without a count nothing is allowed
 */
export async function consumeRateLimit(limit: Limit, who: string, trx?: Trx): Promise<number | undefined> {
  if (!env.RATE_LIMIT) return undefined
  try {
    await limiterOf(limit, trx).consume(keyOf(who))
    if (!trx && Math.random() < 0.01) await deleteExpiredLimits()
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return secondsOf(reason)
    log.error({ err: reason }, 'Rate limits cannot be counted')
    throw unavailable(undefined, reason)
  }
}

/**
 * Counts several attempts with one write, for work that would otherwise wait for each count.
 *
 * @returns how many of them are allowed, and the seconds until the next one is if there are fewer
 * @throws a 503 response when the database fails
 */
export async function consumeUpTo(wanted: number, limit: Limit, who: string) {
  if (!env.RATE_LIMIT || wanted === 0) return { allowed: wanted }
  try {
    const limiter = limiterOf(limit)
    const used = await limiter.get(keyOf(who))
    const allowed = Math.min(wanted, Math.max(used?.remainingPoints ?? LIMITS[limit].points, 0))
    if (allowed > 0) await limiter.consume(keyOf(who), allowed)
    return { allowed, wait: used && allowed < wanted ? secondsOf(used) : LIMITS[limit].duration }
  } catch (reason) {
    // Another process was faster.
    if (reason instanceof RateLimiterRes) return { allowed: 0, wait: secondsOf(reason) }
    log.error({ err: reason }, 'Rate limits cannot be counted')
    throw unavailable(undefined, reason)
  }
}

/**
 * Checks a limit without counting, to reject a form before it is parsed. `consumeRateLimit` decides in the end.
 *
 * @returns the seconds to wait when the limit is reached, otherwise undefined, also when the database fails
 */
export async function findRetryAfter(limit: Limit, who: string): Promise<number | undefined> {
  if (!env.RATE_LIMIT) return undefined
  const used = await limiterOf(limit)
    .get(keyOf(who))
    .catch(() => null)
  return used && used.remainingPoints <= 0 ? secondsOf(used) : undefined
}

/** How many attempts count at present; none when the database fails. */
export async function countUsed(limit: Limit, who: string): Promise<number> {
  if (!env.RATE_LIMIT) return 0
  const used = await limiterOf(limit)
    .get(keyOf(who))
    .catch(() => null)
  return Math.min(used?.consumedPoints ?? 0, LIMITS[limit].points)
}

/** Forgets all attempts, after a success. */
export async function resetRateLimit(limit: Limit, who: string) {
  await limiterOf(limit).delete(keyOf(who))
}

export async function deleteExpiredLimits() {
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
  // In batches, each within the time limit of a statement, however many rows a flood has left. By ctid, because a join
  // by key is planned for as few rows as there were before the flood.
  for (let deleted = 1n; deleted > 0n; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from rate_limits where ctid = any(array(
        select ctid from rate_limits order by expire
        limit greatest(0, least(${DELETED_AT_ONCE}, (select count(*) from rate_limits) - ${MAX_ROWS}))
      ))`.execute(db)
    deleted = numAffectedRows
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes) {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}

function keyOf(who: string) {
  return createHmac('sha256', signingKey('rate limits')).update(who).digest('base64url')
}
