import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { env } from './env.server'

// What Prometheus reads of the web processes: scripts/serve/metrics-server.js adds them up. docs/operations/monitoring.md explains
// the metrics and what to do about them.

/** Without a port the metrics cannot be read, and nothing is counted. */
export const isMeasured = env.METRICS_PORT !== undefined

// The development server loads this module again after each edit.
register.clear()

const requests = new Counter({
  name: 'ledger_http_requests_total',
  help: 'Requests by route, method and status.',
  labelNames: ['route', 'method', 'status'],
})
const requestSeconds = new Histogram({
  name: 'ledger_http_request_duration_seconds',
  help: 'Time until the response was sent, by route.',
  labelNames: ['route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const cachedPages = new Counter({
  name: 'ledger_page_cache_total',
  help: 'Documents for visitors: from memory (hit), rendered (miss), from before an outage (stale), not cached (bypass).',
  labelNames: ['state'],
})

const METHODS = ['GET', 'HEAD', 'POST']

/** @param route its id, see edge/request-log.server */
export function countRequest(route: string, method = '', status: number, seconds: number) {
  requests.inc({ route, method: METHODS.includes(method) ? method : 'other', status })
  requestSeconds.observe({ route }, seconds)
}

export function countPage(state: 'hit' | 'miss' | 'stale' | 'bypass') {
  if (isMeasured) cachedPages.inc({ state })
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Reads a pool whenever the metrics are asked for. */
export function measurePool(pool: Pool) {
  new Gauge({
    name: 'ledger_database_pool_connections',
    help: 'Connections of the pools of all web processes by state; "waiting" are requests for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

type Jobs = { task: string; waiting: number; failed: number; overdue_since: Date | null }

/** Reads the jobs of the whole site whenever the metrics are asked for. Each process reports the same. */
export function measureJobs(read: () => Promise<Jobs[]>) {
  let reading: Promise<Jobs[] | undefined> | undefined
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const measureByTask = (name: string, help: string, read: (job: Jobs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      aggregator: 'max',
      async collect() {
        const jobs = await readOnce()
        this.reset()
        for (const job of jobs ?? []) this.set({ task: job.task }, read(job))
      },
    })
  new Gauge({
    name: 'ledger_database_up',
    help: '1 if the database answered just now, otherwise 0.',
    aggregator: 'max',
    async collect() {
      this.set((await readOnce()) ? 1 : 0)
    },
  })
  measureByTask('ledger_jobs_waiting', 'Jobs that wait, due or later.', ({ waiting }) => waiting)
  measureByTask('ledger_jobs_failed', 'Jobs whose attempts are used up.', ({ failed }) => failed)
  measureByTask('ledger_jobs_oldest_due_seconds', 'For how long the oldest due job has waited.', ({ overdue_since }) =>
    overdue_since ? Math.max((Date.now() - overdue_since.getTime()) / 1_000, 0) : 0,
  )
}

if (isMeasured) {
  collectDefaultMetrics()
  // Makes this process answer the one that runs it.
  new AggregatorRegistry()
}
