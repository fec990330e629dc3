import path from 'node:path'
import { Piscina } from 'piscina'
import { env } from '~/env.server'
import { unavailable } from '~/http/responses.server'

const COST = env.BCRYPT_COST
// A hash that no password has, at the same cost: an unknown address takes as long as a wrong password.
const NOBODY = `$2b$${String(COST).padStart(2, '0')}$ambyaEK6DyVQsUw2OGgLpeaortKD1WnmGkhL9psCGRD593lQLs3Nm`

// One thread leaves the other cores to the pages; whoever would wait longer than three seconds is told so at once.
let threads: Piscina | undefined
function run<Result>(name: 'hash' | 'compare', task: object): Promise<Result> {
  threads ??= new Piscina({
    filename: path.resolve('app/features/accounts/bcrypt-thread.js'),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 40,
    idleTimeout: 60_000,
    execArgv: [],
  })
  return threads.run(task, { name }).catch((error: Error) => {
    throw error.message === 'Task queue is at limit' ? unavailable('Too many people are signing in right now.') : error
  })
}

export const hashPassword = (password: string) => run<string>('hash', { password, cost: COST })

/** Compares also when there is nothing to compare with, so that the time tells nothing. */
export async function verifyPassword(password: string, hash: string | null | undefined) {
  const matches = await run<boolean>('compare', { password, hash: hash ?? NOBODY })
  return matches && hash != null
}
