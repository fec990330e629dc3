import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { log } from '~/log.server'

const EVERY_MS = 10_000
/** A new worker may lock a job a moment before it holds its advisory lock. */
const GRACE_MS = 2_000
/** The flag of a job that was running when its worker died. */
const KILLED_WORKER = 'killed_worker'

/**
 * Releases the jobs of dead workers, which graphile-worker would leave locked for four hours. Each worker holds an
 * advisory lock on its id while it runs; a lock that another worker can take belongs to a dead one. A job that has killed
 * two workers fails for good, so that it cannot stop all others. A restart of the database ends workers, too, and does not
 * count.
 */
export function watchOverWorkers(pool: Pool, events: WorkerEvents) {
  const ids = new Set<string>()
  // graphile-worker stores the id of the worker pool in the jobs that it locks.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  let holder: PoolClient | undefined
  let held = new Set<string>()

  async function hold() {
    if (!holder) {
      const client = await pool.connect()
      held = new Set()
      client.once('error', (error) => {
        client.release(error)
        if (holder === client) holder = undefined
      })
      holder = client
    }
    for (const id of ids) {
      if (held.has(id)) continue
      await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [id])
      held.add(id)
    }
  }

  async function releaseJobsOfTheDead() {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: string }>(
        `select id from (
          select distinct locked_by as id from graphile_worker.jobs
          where locked_at < now() - $1 * interval '1 millisecond'
        ) as workers where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
        [GRACE_MS],
      )
      const dead = rows.map(({ id }) => id)
      await client.query(
        `update graphile_worker._private_jobs set
          attempts = case when flags ? $2 then max_attempts else attempts end,
          last_error = case when flags ? $2 then 'The job worker ended twice while it ran this job.'
            else 'The job worker ended while it ran this job.' end,
          flags = coalesce(flags, '{}') || jsonb_build_object($2::text, true),
          updated_at = now()
        where locked_by = any($1) and locked_at > pg_postmaster_start_time()`,
        [dead, KILLED_WORKER],
      )
      await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
      await client.query('commit')
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function look() {
    try {
      await hold()
      await releaseJobsOfTheDead()
    } catch (error) {
      log.error({ err: error }, 'The job worker could not release the jobs of dead workers')
    }
  }

  const timer = setInterval(look, EVERY_MS)
  // For a worker that died just before this one started.
  const early = setTimeout(look, 1.5 * GRACE_MS)
  return {
    look,
    /** Releases the jobs of this worker, which is about to end in order, so that they run again elsewhere. */
    releaseOwnJobs: () => pool.query('select graphile_worker.force_unlock_workers($1)', [[...ids]]),
    stop() {
      clearInterval(timer)
      clearTimeout(early)
      holder?.release(true)
      holder = undefined
    },
  }
}
