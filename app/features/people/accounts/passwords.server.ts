import path from 'node:path'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import type { Trx } from '~/db/executor'
import { env } from '~/env.server'
import { unavailable } from '~/http/responses.server'

const COST = env.BCRYPT_COST
// A hash that no password matches, at the same cost: unknown addresses take as long as wrong passwords.
const DUMMY_HASH = `$2b$${String(COST).padStart(2, '0')}$ambyaEK6DyVQsUw2OGgLpeaortKD1WnmGkhL9psCGRD593lQLs3Nm`

// One thread leaves the other cores to the pages. The queue holds about three seconds of work; beyond it the answer is 503.
let threads: Piscina | undefined
function run<Result>(name: 'hash' | 'compare', task: object): Promise<Result> {
  threads ??= new Piscina({
    filename: path.resolve('app/features/people/accounts/bcrypt-thread.js'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 40,
    idleTimeout: 60_000,
    execArgv: [],
  })
  return threads.run(task, { name }).catch((error: Error) => {
    throw error.message === 'Task queue is at limit'
      ? unavailable('Too many people are signing in right now.', error)
      : error
  })
}

export const hashPassword = (password: string) => run<string>('hash', { password, cost: COST })

/** Constant time for unknown accounts: compares with a dummy hash when there is none. */
export async function verifyPassword(password: string, hash: string | null | undefined) {
  const matches = await run<boolean>('compare', { password, hash: hash ?? DUMMY_HASH })
  return matches && hash != null
}

/** Stores a password hash and replaces the previous one. */
export async function savePassword(userId: string, password_hash: string, trx: Trx) {
  await trx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash, changed_at: sql`now()` }))
    .execute()
}
