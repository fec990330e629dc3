import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { db } from '~/db/database.server'
import { countJobs } from '~/features/operations/jobs.server'
import { log } from '~/log.server'
import { countJob, isMeasured } from '~/metrics.server'

/** Counts jobs as they end, and measures how long they ran. */
export function watchJobs(events: WorkerEvents) {
  const starts = new Map<string, number>()
  const end = (task: string, id: string, outcome: 'done' | 'error' | 'failed') => {
    const start = starts.get(id)
    if (start === undefined) return
    countJob(task, outcome, (performance.now() - start) / 1_000)
  }
  events.on('job:start', ({ job }) => starts.set(job.id, performance.now()))
  events.on('job:success', ({ job }) => end(job.task_identifier, job.id, 'done'))
  events.on('job:error', ({ job }) =>
    end(job.task_identifier, job.id, job.attempts < job.max_attempts ? 'error' : 'failed'),
  )
  events.on('job:complete', ({ job }) => starts.delete(job.id))
}

/** A slow database must not make the metrics late. */
const TIMEOUT_MS = 800

/**
 * Figures of the whole site, read from the database by the job worker whenever the metrics are asked for. Each machine reports
 * the same, so that a query takes the greatest of them and not the sum.
 */
export function measureQueue() {
  if (!isMeasured) return
  const isUp = new Gauge({
    name: 'ledger_database_up',
    help: '1 if the database answered just now, otherwise 0.',
    collect: () => collect(),
  })
  const byTask = (name: string, help: string) => new Gauge({ name, help, labelNames: ['task'] })
  const waiting = byTask('ledger_jobs_waiting', 'Jobs that wait, due or later.')
  const failed = byTask('ledger_jobs_failed', 'Jobs whose attempts are used up.')
  const oldest = byTask('ledger_jobs_oldest_due_seconds', 'For how long the oldest due job has waited.')
  const byName = (name: string, help: string, label: string) => new Gauge({ name, help, labelNames: [label] })
  const items = byName('ledger_queue_items', 'Items that wait for staff, by kind.', 'kind')
  const outbox = byName('ledger_mails_in_outbox', 'Mails of the outbox by state, of the last 90 days.', 'state')
  const imports = byName('ledger_imports', 'Imports by state.', 'state')

  async function collect() {
    const late = sleep(TIMEOUT_MS, undefined, { ref: false })
    const read = await Promise.race([readAll(), late]).catch((error) => {
      log.warn({ err: error }, 'The database cannot be read for the metrics')
      return undefined
    })
    isUp.set(read ? 1 : 0)
    if (!read) return
    for (const gauge of [waiting, failed, oldest, items, outbox, imports]) gauge.reset()
    for (const job of read.jobs) {
      waiting.set({ task: job.task }, job.waiting)
      failed.set({ task: job.task }, job.failed)
      const since = job.overdue_since
      oldest.set({ task: job.task }, since ? Math.max((Date.now() - since.getTime()) / 1_000, 0) : 0)
    }
    for (const { name, count } of read.items) items.set({ kind: name }, count)
    for (const { name, count } of read.outbox) outbox.set({ state: name }, count)
    for (const { name, count } of read.imports) imports.set({ state: name }, count)
  }
}

type Counted = { name: string; count: number }

async function readAll() {
  const [jobs, items, outbox, imports] = await Promise.all([
    countJobs(),
    sql<Counted>`select kind::text as name, count(*)::int as count from queue_items group by 1`.execute(db),
    sql<Counted>`select lower(status::text) as name, count(*)::int as count from mails group by 1`.execute(db),
    sql<Counted>`select lower(status::text) as name, count(*)::int as count from imports group by 1`.execute(db),
  ])
  return { jobs, items: items.rows, outbox: outbox.rows, imports: imports.rows }
}
