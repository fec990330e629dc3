import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { log } from '~/log.server'

const EVERY_MS = 30_000
/** A worker that has just started may take a job a moment before it holds its lock. */
const GRACE_MS = 2_000

/**
 * A worker that dies leaves its jobs locked, and the queue would wait four hours for it. Here every worker holds an
 * advisory lock on its id while it lives, and whoever can take the lock of another one knows that it is dead.
 */
export function watchOverWorkers(pool: Pool, events: WorkerEvents) {
  const ids = new Set<string>()
  // The queue writes the id of a pool of workers into the jobs it locks.
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
      log.error({ err: error }, 'The job worker could not look after abandoned jobs')
    }
  }

  const timer = setInterval(look, EVERY_MS)
  // What a worker left behind just before this one started.
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
