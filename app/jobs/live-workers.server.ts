import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { log } from '~/log.server'

const EVERY_MS = 10_000
/** A new worker may lock a job a moment before it holds its advisory lock. */
const GRACE_MS = 2_000

/**
 * Releases the jobs of dead workers, which graphile-worker would keep locked for four hours. Each worker holds an
 * advisory lock on its id while it runs; a lock that another worker can take belongs to a dead one.
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
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(id)) from (
        select distinct locked_by as id from graphile_worker.jobs
        where locked_at < now() - $1 * interval '1 millisecond'
      ) as workers where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
      [GRACE_MS],
    )
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
    stop() {
      clearInterval(timer)
      clearTimeout(early)
      holder?.release(true)
      holder = undefined
    },
  }
}
