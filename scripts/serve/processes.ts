import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { serveMetrics } from './metrics-server.js'
import { untilAborted } from './stop-request'

/** Gives up when so many starts in a row have failed. */
const MAX_FAILED_STARTS = 5
/** The delay before the next start after a process that did not serve for long. */
const RETRY_MS = 1_000
const SHORT_LIFE_MS = 5_000
const PING_MS = 3_000
/** A process that leaves so many pings in a row unanswered hangs. */
const MISSED_PINGS = 5
/** While it loads its code a process answers none. That takes a second, and more than a minute where fifty processes compete. */
const MISSED_WHILE_LOADING = 100
/** When processes that hang are killed: a little later than the others end by themselves. */
const STOP_MS = 4_100
/** Database connections of all web processes together, unless POOL_SIZE sets the number for each. */
const CONNECTIONS = 16

/** One kind of process, with its own settings of Node. */
type Kind = { name: string; exec: string; args: string[]; execArgv: string[] }

const root = path.resolve(import.meta.dirname, '../..')
const here = (file: string) => path.join(import.meta.dirname, file)

/** How a web process of the built app is started. */
export const WEB_PROCESS = {
  exec: path.join(root, 'node_modules/@remix-run/serve/dist/cli.js'),
  args: [path.join(root, 'build/server/index.js')],
  execArgv: ['--import', here('child-preload.js'), '--import', here('faster-router.js')],
}

// Without limits of the heap, Node would keep hundreds of megabytes of garbage. The job worker needs several times less.
const WEB: Kind = {
  name: 'web process',
  ...WEB_PROCESS,
  execArgv: ['--max-old-space-size=256', '--max-semi-space-size=8', ...WEB_PROCESS.execArgv],
}
const JOBS: Kind = {
  name: 'job worker',
  exec: here('worker-process.ts'),
  args: [],
  execArgv: [
    '--max-old-space-size=160',
    '--max-semi-space-size=4',
    '--import',
    here('child-preload.js'),
    '--import',
    'tsx',
  ],
}

type Settings = {
  port: number
  databaseUrl: string
  /** Resolves when the database is ready; the job worker starts then. */
  ready: Promise<unknown>
  /** Rejects when the database is gone for good. */
  gaveUp: Promise<never>
  /** Arguments of Remix's development server, which then is the one web process. */
  development?: string[]
  onRunning?(): Promise<void>
}

/**
 * Runs WEB_CONCURRENCY web processes on one port, and the job worker, until a stop is requested. One that ends or hangs is
 * replaced. Web processes start at once, and report that they are not ready while the database is unavailable. All processes
 * end with this one, even if it is killed.
 *
 * @returns the exit code
 * @throws when they cannot be started
 */
export async function runProcesses(stop: AbortSignal, { port, databaseUrl, ready, gaveUp, ...rest }: Settings) {
  const count = rest.development ? 1 : Number(process.env.WEB_CONCURRENCY || os.availableParallelism())
  const webEnv = {
    NODE_ENV: rest.development ? 'development' : 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    POOL_SIZE: process.env.POOL_SIZE || String(Math.max(2, Math.min(8, Math.floor(CONNECTIONS / count)))),
    // Compression runs in threads, and glibc would keep freed memory for each of them.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  }
  const running = new Set<ChildProcess>()
  const failed = Promise.withResolvers<never>()
  const listening = Promise.withResolvers<void>()
  cluster.once('listening', () => listening.resolve())

  function keepRunning({ name, exec, args, execArgv }: Kind, env: Record<string, string>) {
    let failures = 0
    const start = () => {
      if (stop.aborted) return
      const child = name === JOBS.name ? forkAlone() : forkInCluster()
      running.add(child)
      let loadedAt: number | undefined
      const watched = watch(child, name, () => {
        loadedAt = performance.now()
        failures = 0
      })
      child.once('exit', (code, signal) => {
        running.delete(child)
        if (stop.aborted) return
        const reason = watched.isKilled ? 'it hung' : signal ? `killed by ${signal}` : `exit code ${code}, see above`
        if (loadedAt === undefined && ++failures >= MAX_FAILED_STARTS) {
          return failed.reject(new Error(`The ${name} could not be started ${failures} times: ${reason}`))
        }
        console.error(`A ${name} ended by itself: ${reason}. Starting another one.`)
        const isShort = loadedAt === undefined || performance.now() - loadedAt < SHORT_LIFE_MS
        setTimeout(start, isShort ? RETRY_MS : 0)
      })
    }
    // The processes of the cluster share the port, and their metrics are added up. The job worker has neither.
    const forkAlone = () => fork(exec, args, { execArgv, env: { ...process.env, ...env } })
    const forkInCluster = () => {
      cluster.setupPrimary({ exec, args, execArgv })
      return cluster.fork(env).process
    }
    start()
  }

  const stopped = untilAborted(stop)
  try {
    const web = rest.development ? { ...WEB, exec: path.join(root, 'node_modules/@remix-run/dev/dist/cli.js') } : WEB
    for (let n = 0; n < count; n++) keepRunning({ ...web, args: rest.development ?? web.args }, webEnv)
    const { METRICS_PORT, METRICS_HOST = '127.0.0.1', METRICS_TOKEN: token } = process.env
    if (METRICS_PORT) serveMetrics({ port: Number(METRICS_PORT), host: METRICS_HOST, token }, failed.reject)
    await Promise.race([Promise.all([listening.promise, ready]), failed.promise, gaveUp, stopped])
    if (stop.aborted) return 0
    keepRunning(JOBS, { DATABASE_URL: databaseUrl })
    await rest.onRunning?.()
    await Promise.race([failed.promise, gaveUp, stopped])
    return 0
  } finally {
    await stopAll([...running])
  }
}

/**
 * Kills a process whose event loop hangs. Missed pings are counted instead of timed, so that a machine that slept does not
 * wake up to processes that seem to hang.
 *
 * @param onLoaded called when it has loaded its code
 */
function watch(child: ChildProcess, name: string, onLoaded: () => void) {
  const watched = { isKilled: false }
  let missed = 0
  let limit = MISSED_WHILE_LOADING
  const timer = setInterval(() => {
    if (missed++ < limit) return void (child.connected && child.send('ping', () => {}))
    clearInterval(timer)
    const load = `Load ${os.loadavg()[0]!.toFixed(1)}, ${os.availableParallelism()} processors.`
    console.error(`A ${name} has not responded for ${(limit * PING_MS) / 1_000} seconds and is killed. ${load}`)
    watched.isKilled = true
    child.kill('SIGKILL')
  }, PING_MS)
  child.on('message', (message) => {
    if (message === 'loaded') {
      limit = MISSED_PINGS
      onLoaded()
    }
    if (message === 'pong' || message === 'loaded') missed = 0
  })
  child.once('exit', () => clearInterval(timer))
  return watched
}

/** Each finishes its requests or jobs by itself. Those that hang are killed. */
async function stopAll(children: ChildProcess[]) {
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)))
  const signalAll = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal)
  }
  signalAll('SIGTERM')
  const timer = setTimeout(signalAll, STOP_MS, 'SIGKILL')
  await Promise.all(ended)
  clearTimeout(timer)
}

/** @throws an Error with advice if the port is in use */
export async function assertPortIsFree(port: number) {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve)).catch((error) => {
    const why = error.code === 'EACCES' ? 'cannot be used by this user' : 'is already in use'
    throw new Error(`Port ${port} ${why}. Choose another one: PORT=${port === 65_535 ? 3001 : port + 1} npm start`)
  })
  await new Promise((resolve) => server.close(resolve))
}
