import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { handleStopSignals } from './stop-signals.js'

// As many processes of the built site as WEB_CONCURRENCY says, on one port. Arguments: those of remix-serve.

/** A process that dies this often does not get better by starting again. */
const RESTARTS_A_MINUTE = 5
/** Connections to the database, all processes together, unless POOL_SIZE says how many each may have. */
const CONNECTIONS = 16

const [exec, ...args] = process.argv.slice(2)
const count = Number(process.env.WEB_CONCURRENCY || availableParallelism())
const share = Math.max(2, Math.min(8, Math.floor(CONNECTIONS / count)))
// Compressing happens in threads, and glibc would hold freed memory back for each of them.
const env = { POOL_SIZE: process.env.POOL_SIZE || String(share), MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' }
const deaths = []
let exitCode

/** With gigabytes to grow into, Node would keep hundreds of megabytes that nobody needs. In megabytes. */
const HEAP = ['--max-old-space-size=512', '--max-semi-space-size=16']

cluster.setupPrimary({ exec, args, execArgv: HEAP })
for (let started = 0; started < count; started++) cluster.fork(env)

cluster.on('exit', (worker, code) => {
  if (exitCode === undefined) {
    deaths.push(Date.now())
    const isBroken = !worker.hasListened || deaths.filter((at) => at > Date.now() - 60_000).length > RESTARTS_A_MINUTE
    if (isBroken) stop(code || 1)
    else {
      console.error('A process of the web server ended by itself, see above. Starting another one.')
      cluster.fork(env)
    }
  }
  if (exitCode !== undefined && Object.keys(cluster.workers).length === 0) process.exit(exitCode)
})
cluster.on('listening', (worker) => {
  worker.hasListened = true
})

/** Each process ends what it has under way by itself. */
function stop(code) {
  exitCode = code
  for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM')
}

const stopInOrder = () => exitCode === undefined && stop(0)
handleStopSignals(['SIGTERM', 'SIGINT'], stopInOrder, () => process.exit(1))
