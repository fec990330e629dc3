import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { CHILD_PRELOAD, describeExit, watchHeartbeat } from './child-process.ts'
import { serveMetrics } from './metrics-server.js'
import { handleStopSignals } from './stop-request.ts'

// Runs WEB_CONCURRENCY processes of the built site on one port. Takes the arguments of remix-serve. Node runs this file
// directly, so its imports need file extensions.

/** Gives up on a process that crashes this often. */
const RESTARTS_A_MINUTE = 5
/** How long processes may take to end after the last crash. */
const CRASH_STOP_MS = 3_000
/** The same when the site is stopped: a little more than they take by themselves, less than the parent waits for this one. */
const STOP_MS = 4_100
/** Database connections of all processes together, unless POOL_SIZE sets the number per process. */
const CONNECTIONS = 16

const [exec, ...args] = process.argv.slice(2)
const count = Number(process.env.WEB_CONCURRENCY || availableParallelism())
const share = Math.max(2, Math.min(8, Math.floor(CONNECTIONS / count)))
// Compression runs in threads, and glibc would keep freed memory for each of them.
const env = { POOL_SIZE: process.env.POOL_SIZE || String(share), MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' }
const deaths: number[] = []
const listening = new WeakSet<Worker>()
let exitCode: number | undefined

/** The heap limit in megabytes. Without it, Node would keep hundreds of megabytes of garbage. */
const HEAP = ['--max-old-space-size=256', '--max-semi-space-size=8']

cluster.setupPrimary({ exec, args, execArgv: [...HEAP, '--import', CHILD_PRELOAD] })
for (let started = 0; started < count; started++) startOne()

cluster.on('exit', (worker, code, signal) => {
  if (exitCode === undefined) {
    deaths.push(Date.now())
    // A build that cannot start ends by itself. A process that was killed while it started is only replaced.
    const cannotStart = !listening.has(worker) && !signal
    const isBroken = cannotStart || deaths.filter((at) => at > Date.now() - 60_000).length > RESTARTS_A_MINUTE
    if (isBroken) stop(code || 1, CRASH_STOP_MS)
    else {
      const reason = describeExit(code, signal)
      console.error(`A process of the web server ended by itself: ${reason}. Starting another one.`)
      startOne()
    }
  }
  if (exitCode !== undefined && Object.keys(cluster.workers!).length === 0) process.exit(exitCode)
})
cluster.on('listening', (worker) => listening.add(worker))

const { METRICS_PORT, METRICS_HOST = '127.0.0.1', METRICS_TOKEN } = process.env
if (METRICS_PORT) {
  serveMetrics({ port: Number(METRICS_PORT), host: METRICS_HOST, token: METRICS_TOKEN }, ({ message }) => {
    console.error(`The metrics cannot be served: ${message}. Choose another METRICS_PORT.`)
    stop(1, CRASH_STOP_MS)
  })
}

/** Starts a process and watches it at once, because it gets its first connection before it says that it listens. */
function startOne() {
  watchHeartbeat(cluster.fork(env).process, 'A process of the web server')
}

/** Each process finishes its requests by itself. Those that hang are killed after `limit` milliseconds. */
function stop(code: number, limit: number) {
  exitCode = code
  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers!)) worker!.process.kill(signal)
  }
  signalAll('SIGTERM')
  setTimeout(signalAll, limit, 'SIGKILL')
}

const stopInOrder = () => exitCode === undefined && stop(0, STOP_MS)
handleStopSignals(['SIGTERM', 'SIGINT'], stopInOrder, () => process.exit(1))
