import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { env } from './env.server'

// What Prometheus reads of this process. scripts/serve/metrics-server.ts asks all processes of the machine and adds up. The names and
// what to do about them are in docs/operations/monitoring.md.

/** Without a port nobody can ask, and nothing is counted. */
export const isMeasured = env.METRICS_PORT !== undefined

// The development server loads this module again after each edit.
register.clear()

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1800]

const requests = new Counter({
  name: 'ledger_http_requests_total',
  help: 'Requests by what they were for, method and status.',
  labelNames: ['route', 'method', 'status'],
})
const requestSeconds = new Histogram({
  name: 'ledger_http_request_duration_seconds',
  help: 'Time until the response was sent.',
  labelNames: ['route'],
  buckets: SECONDS,
})
const cachedPages = new Counter({
  name: 'ledger_page_cache_total',
  help: 'Documents for visitors: from memory (hit), rendered (miss), of before an outage (stale), not kept (bypass).',
  labelNames: ['state'],
})
const databaseErrors = new Counter({
  name: 'ledger_database_errors_total',
  help: 'Failed statements by SQLSTATE; "connection" for those without one.',
  labelNames: ['code'],
})
const mails = new Counter({
  name: 'ledger_mails_total',
  help: 'Attempts at mails by kind and outcome.',
  labelNames: ['kind', 'outcome'],
})
const signIns = new Counter({
  name: 'ledger_sign_ins_total',
  help: 'Attempts to sign in with a password by outcome.',
  labelNames: ['outcome'],
})
const refusals = new Counter({
  name: 'ledger_rate_limit_refusals_total',
  help: 'Requests refused because there were too many, by limit.',
  labelNames: ['limit'],
})
const jobs = new Counter({
  name: 'ledger_jobs_total',
  help: 'Jobs that ended by task and outcome; "failed" after the last attempt.',
  labelNames: ['task', 'outcome'],
})
const jobSeconds = new Histogram({
  name: 'ledger_job_duration_seconds',
  help: 'Time that a job ran.',
  labelNames: ['task'],
  buckets: JOB_SECONDS,
})
const poolConnections = new Gauge({
  name: 'ledger_database_pool_connections',
  help: 'Connections of the pools of all processes by state; "waiting" are requests for one.',
  labelNames: ['state'],
})
new Gauge({
  name: 'ledger_build_info',
  help: 'Always 1; the label names the version of Node.',
  labelNames: ['node'],
  aggregator: 'max',
}).set({ node: process.version }, 1)

/** Children of a metric by their labels: finding one anew costs more than counting. */
function remember<Child>(make: (key: string) => Child) {
  const children = new Map<string, Child>()
  return (key: string) => {
    const known = children.get(key)
    if (known) return known
    const child = make(key)
    children.set(key, child)
    return child
  }
}

const requestsOf = remember((key) => {
  const [route = '', method = '', status = ''] = key.split(' ')
  return requests.labels(route, method, status)
})
const secondsOf = remember((route) => requestSeconds.labels(route))
const METHODS = ['GET', 'HEAD', 'POST']

/** @param route of few different ones, see edge/route-label */
export function countRequest(route: string, method = '', status: number, seconds: number) {
  requestsOf(`${route} ${METHODS.includes(method) ? method : 'other'} ${status}`).inc()
  secondsOf(route).observe(seconds)
}

const cachedPagesOf = remember((state) => cachedPages.labels(state))
export function countPage(state: 'hit' | 'miss' | 'stale' | 'bypass') {
  if (isMeasured) cachedPagesOf(state).inc()
}

export function countDatabaseError(error: unknown) {
  if (!isMeasured) return
  const { code } = error as { code?: unknown }
  databaseErrors.inc({ code: typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : 'connection' })
}

export function countMail(kind: string, outcome: 'sent' | 'again' | 'given up') {
  if (isMeasured) mails.inc({ kind, outcome })
}

export function countSignIn(outcome: string) {
  if (isMeasured) signIns.inc({ outcome })
}

export function countRefusal(limit: string) {
  if (isMeasured) refusals.inc({ limit })
}

export function countJob(task: string, outcome: 'done' | 'error' | 'failed', seconds: number) {
  if (!isMeasured) return
  jobs.inc({ task, outcome })
  jobSeconds.observe({ task }, seconds)
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Reads a pool whenever the metrics are asked for. */
export function measurePool(pool: Pool) {
  Object.assign(poolConnections, {
    collect() {
      poolConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      poolConnections.set({ state: 'idle' }, pool.idleCount)
      poolConnections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

type Question = { type: 'metrics'; id: number }

/** Answers the process that serves the metrics, which started this one. */
export function answerForMetrics() {
  if (!isMeasured) return
  process.on('message', async (message: Partial<Question> | string) => {
    if (typeof message === 'string' || message?.type !== 'metrics' || !process.send) return
    const metrics = await register.getMetricsAsJSON().catch(() => [])
    if (process.connected) process.send({ type: 'metrics', id: message.id, metrics: [metrics] })
  })
  // Listening must not keep the process running.
  process.channel?.unref()
}

if (isMeasured) collectDefaultMetrics()
