import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hideSecrets } from '~/log.server'

/** How many failed jobs are listed. */
const FAILED_JOBS = 20
const ERROR_LENGTH = 500

/** A job has failed when all its attempts are used up. */
const HAS_FAILED = sql`locked_at is null and attempts >= max_attempts`
const IS_WAITING = sql`locked_at is null and attempts < max_attempts`

export type TaskCount = {
  task: string
  waiting: number
  failed: number
  /** When the longest waiting job that is due should have run. */
  overdue_since: Date | null
}

export async function countJobs(): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    select task_identifier as task,
      count(*) filter (where ${IS_WAITING})::int as waiting,
      count(*) filter (where ${HAS_FAILED})::int as failed,
      min(run_at) filter (where ${IS_WAITING} and run_at <= now()) as overdue_since
    from graphile_worker.jobs group by 1 order by 1`.execute(db)
  return rows
}

export type FailedJob = { id: string; task: string; attempts: number; updated_at: Date; error: string }

/** The newest failed jobs, without their payload, which may name people. */
export async function listFailedJobs(): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text as id, task_identifier as task, attempts, updated_at,
      left(coalesce(last_error, ''), ${ERROR_LENGTH}) as error
    from graphile_worker.jobs where ${HAS_FAILED}
    order by updated_at desc, id desc limit ${FAILED_JOBS}`.execute(db)
  return rows.map((job) => ({ ...job, error: hideSecrets(job.error) }))
}

/**
 * Runs a failed job again with all its attempts, or all failed jobs. Returns how many; a job that someone else has retried or
 * discarded is left alone.
 */
export async function retryJobs(actor: { id: string }, id?: string) {
  return changeFailedJobs(
    actor,
    id,
    'jobs.retried',
    (ids) => sql`graphile_worker.reschedule_jobs(${ids}::bigint[], now(), null, 0)`,
  )
}

/** Deletes a failed job, or all of them. Returns how many. */
export async function discardJobs(actor: { id: string }, id?: string) {
  return changeFailedJobs(actor, id, 'jobs.discarded', (ids) => sql`graphile_worker.complete_jobs(${ids}::bigint[])`)
}

async function changeFailedJobs(
  actor: { id: string },
  id: string | undefined,
  action: string,
  call: (ids: string[]) => ReturnType<typeof sql>,
): Promise<number> {
  return inTransaction(async (trx) => {
    const found = await sql<{ id: string; task: string }>`
      select id::text as id, task_identifier as task from graphile_worker.jobs
      where ${HAS_FAILED} and ${id === undefined ? sql`true` : sql`id = ${id}`}`.execute(trx)
    if (found.rows.length === 0) return 0
    const { rows } = await sql`select from ${call(found.rows.map((job) => job.id))}`.execute(trx)
    const task = [...new Set(found.rows.map((job) => job.task))].join(', ')
    const detail = { task, count: rows.length }
    await recordAudit({ actor: actor.id, action, entity: 'job', id: id ?? null, detail }, trx)
    return rows.length
  })
}
