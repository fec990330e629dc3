import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'

// As many processes of the built site as WEB_CONCURRENCY says, on one port. Arguments: those of remix-serve.

/** A process that dies this often does not get better by starting again. */
const RESTARTS_A_MINUTE = 5
/** Connections to the database, all processes together, unless POOL_SIZE says how many each may have. */
const CONNECTIONS = 16

const [exec, ...args] = process.argv.slice(2)
const count = Number(process.env.WEB_CONCURRENCY || availableParallelism())
const share = Math.max(2, Math.min(8, Math.floor(CONNECTIONS / count)))
const env = { POOL_SIZE: process.env.POOL_SIZE || String(share) }
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

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    if (exitCode !== undefined) process.exit(1)
    stop(0)
  })
}
