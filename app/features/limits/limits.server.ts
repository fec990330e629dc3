import { createHmac } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { db } from '~/db/database.server'
import { env, sessionSecrets } from '~/env.server'
import { unavailable } from '~/http/responses.server'

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

// The library's own client would be a second pool. It reads rows only.
const storeClient = {
  query: ({ text, values }: { text: string; values: unknown[] }) => db.executeQuery(CompiledQuery.raw(text, values)),
}

const limiters = Object.fromEntries(
  Object.entries(LIMITS).map(([keyPrefix, limit]) => [
    keyPrefix,
    new RateLimiterPostgres({
      ...limit,
      keyPrefix,
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    }),
  ]),
) as Record<Limit, RateLimiterPostgres>

/**
 * Counts one try of somebody: an address, an e-mail or a profile's id, of which only a keyed hash is kept.
 *
 * @returns the seconds to wait when it was one too many, otherwise undefined
 * @throws a 503 when counting fails: what is limited stays closed
 */
export async function countTry(limit: Limit, who: string): Promise<number | undefined> {
  if (!env.RATE_LIMIT && limit.endsWith('address')) return undefined
  try {
    await limiters[limit].consume(keyOf(who))
    if (Math.random() < 0.01) await forgetOldTries()
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    console.error('Rate limits cannot be counted:', (reason as Error).message)
    throw unavailable()
  }
}

/** Takes all tries of somebody back, because it was them. */
export async function forgiveTries(limit: Limit, who: string) {
  await limiters[limit].delete(keyOf(who))
}

export async function forgetOldTries() {
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits order by expire limit greatest(0, (select count(*) from rate_limits) - ${MOST_ROWS})
    )`.execute(db)
}

function keyOf(who: string) {
  return createHmac('sha256', sessionSecrets()[0]!).update(who).digest('base64url')
}
