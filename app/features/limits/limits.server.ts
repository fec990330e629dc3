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

/** How often something may be done within how many seconds. */
export const LIMITS = {
  'sign-in of account': { points: 10, duration: 15 * MINUTE },
  'sign-in from address': { points: 30, duration: MINUTE },
  'sign-up from address': { points: 20, duration: MINUTE },
  'link from address': { points: 30, duration: MINUTE },
  'mail to account': { points: 5, duration: HOUR },
  'reset from address': { points: 20, duration: HOUR },
  'password of account': { points: 10, duration: 15 * MINUTE },
  'review of account': { points: 5, duration: DAY },
  'change report of account': { points: 10, duration: DAY },
  'comment of account': { points: 20, duration: DAY },
} as const
export type Limit = keyof typeof LIMITS

/** Junk keys push out the oldest ones instead of filling the disk. */
const MOST_ROWS = 100_000

// The library's own client would be a second pool, and could not count inside a transaction. It reads rows only.
function limiterOf(limit: Limit, executor: Executor = db) {
  const storeClient = {
    query: ({ text, values }: Statement) => executor.executeQuery(CompiledQuery.raw(text, values)),
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
 * Counts one try of somebody: an address, an email or a profile's id, of which only a keyed hash is kept. In a
 * transaction it counts only if the rest of it happens.
 *
 * @returns the seconds to wait when it was one too many, otherwise undefined
 * @throws a 503 when counting fails: what is limited stays closed
 */
export async function consumeRateLimit(limit: Limit, who: string, trx?: Trx): Promise<number | undefined> {
  if (!env.RATE_LIMIT) return undefined
  try {
    await limiterOf(limit, trx).consume(keyOf(who))
    if (!trx && Math.random() < 0.01) await deleteExpiredLimits()
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return secondsOf(reason)
    log.error({ err: reason }, 'Rate limits cannot be counted')
    throw unavailable()
  }
}

/**
 * Whether a limit is used up, without counting a try: for an answer before the form is parsed. `countTry` decides.
 *
 * @returns the seconds to wait, or undefined, also when nothing can be found out
 */
export async function findRetryAfter(limit: Limit, who: string): Promise<number | undefined> {
  if (!env.RATE_LIMIT) return undefined
  const used = await limiterOf(limit)
    .get(keyOf(who))
    .catch(() => null)
  return used && used.remainingPoints <= 0 ? secondsOf(used) : undefined
}

/** Takes all tries of somebody back, because it was them. */
export async function resetRateLimit(limit: Limit, who: string) {
  await limiterOf(limit).delete(keyOf(who))
}

export async function deleteExpiredLimits() {
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits order by expire limit greatest(0, (select count(*) from rate_limits) - ${MOST_ROWS})
    )`.execute(db)
}

function secondsOf({ msBeforeNext }: RateLimiterRes) {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}

function keyOf(who: string) {
  return createHmac('sha256', signingKey('rate limits')).update(who).digest('base64url')
}
