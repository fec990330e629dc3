import { type Kysely, sql } from 'kysely'
import type { DB } from '~/db/schema'

type Options = {
  runAt?: Date
  /** How often a job is begun before it is given up: it counts faults and crashes, see the task for its own retries. */
  attempts?: number
  /** Of the jobs with the same key only the newest waits. */
  key?: string
}

/**
 * Adds a job in the transaction of its cause: both happen or neither does. The task's name is one that
 * jobs/worker.server.ts registers.
 */
export async function addJob(executor: Kysely<DB>, task: string, payload: object, options: Options = {}) {
  const { runAt = null, attempts = 5, key = null } = options
  await sql`
    select from graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
      max_attempts => ${attempts}::int, job_key => ${key}::text
    )`.execute(executor)
}
