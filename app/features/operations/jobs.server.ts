import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { hideSecrets } from '~/log.server'
import { FAILED_PER_PAGE } from './system-text'

const ERROR_LENGTH = 500

export type TaskCount = {
  task: string
  waiting: number
  running: number
  failed: number
  /** When the longest waiting job that is due should have run. */
  overdue_since: Date | null
  next_run: Date | null
  /** When the schedule last started it; null for tasks without one. */
  scheduled_at: Date | null
}

/** A job counts as failed when all its attempts are used up. Tasks with a schedule are listed also without jobs. */
export async function countJobs(): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    with counted as (
      select task_identifier as task,
        count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as overdue_since,
        min(run_at) filter (where locked_at is null and attempts < max_attempts) as next_run
      from graphile_worker.jobs group by 1)
    select coalesce(task, identifier) as task, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running,
      coalesce(failed, 0) as failed, overdue_since, next_run, last_execution as scheduled_at
    from counted full join graphile_worker._private_known_crontabs on identifier = task
    order by 1`.execute(db)
  return rows
}

export type TroubledJob = {
  id: string
  task: string
  attempts: number
  max_attempts: number
  updated_at: Date
  run_at: Date
  error: string
}

/** Jobs whose last attempt failed, the latest first; without their payload, which may name people. */
export async function listTroubledJobs(page: number) {
  const { rows } = await sql<TroubledJob & { all: number }>`
    select id::text as id, task_identifier as task, attempts, max_attempts, updated_at, run_at,
      left(coalesce(last_error, ''), ${ERROR_LENGTH}) as error, count(*) over ()::int as all
    from graphile_worker.jobs
    where locked_at is null and (last_error is not null or attempts >= max_attempts)
    order by updated_at desc, id desc
    limit ${FAILED_PER_PAGE} offset ${(page - 1) * FAILED_PER_PAGE}`.execute(db)
  return {
    count: rows[0]?.all ?? 0,
    jobs: rows.map(({ all, error, ...job }) => ({ ...job, error: hideSecrets(error) })),
  }
}

/** `id`: one job. `task`: all failed jobs of a task. */
export type Chosen = { id: string } | { task: string }

/** Runs failed jobs again at once, with all their attempts. Returns how many; jobs that run at the moment are left alone. */
export async function retryJobs(actor: { id: string }, chosen: Chosen) {
  return change(
    actor,
    chosen,
    'jobs.retried',
    (ids) => sql`graphile_worker.reschedule_jobs(${ids}::bigint[], now(), null, 0)`,
  )
}

/** Deletes failed jobs for good. Returns how many. */
export async function discardJobs(actor: { id: string }, chosen: Chosen) {
  return change(actor, chosen, 'jobs.discarded', (ids) => sql`graphile_worker.complete_jobs(${ids}::bigint[])`)
}

async function change(
  actor: { id: string },
  chosen: Chosen,
  action: string,
  call: (ids: string[]) => ReturnType<typeof sql>,
): Promise<number> {
  return inTransaction(async (trx) => {
    const isChosen =
      'id' in chosen ? sql`id = ${chosen.id}` : sql`task_identifier = ${chosen.task} and attempts >= max_attempts`
    const found = await sql<{ id: string; task: string }>`
      select id::text as id, task_identifier as task from graphile_worker.jobs
      where locked_at is null and (last_error is not null or attempts >= max_attempts) and ${isChosen}`.execute(trx)
    if (found.rows.length === 0) return 0
    const { rows } = await sql`select from ${call(found.rows.map(({ id }) => id))}`.execute(trx)
    const detail = { task: found.rows[0]!.task, count: rows.length }
    await recordAudit({ actor: actor.id, action, entity: 'job', id: 'id' in chosen ? chosen.id : null, detail }, trx)
    return rows.length
  })
}
