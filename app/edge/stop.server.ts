import type { Server } from 'node:http'
import { db } from '~/db/database.server'
import { flushLog, log } from '~/log.server'

/** In-flight requests get this long, then their connections are closed; the whole stop stays below 5 s. */
const PATIENCE = 3_000

let stopping = false

/** True once the process has been asked to end; answers then close their connections. */
export function isStopping() {
  return stopping
}

/**
 * Ends the process in order: take no new connections, finish what is under way, close the pool, exit. Asked a second
 * time by a signal it exits at once.
 */
export async function stop(server: Server | undefined, code: number) {
  if (stopping) return
  stopping = true
  log.info('Stopping')
  setTimeout(() => exit(code), PATIENCE + 1_000).unref()
  // remix-serve closes its server at the same signals and reports one that is closed already: it goes first.
  await new Promise((resolve) => setImmediate(resolve))
  if (server?.listening) server.close()
  if (server) await drain(server)
  await db.destroy().catch(() => {})
  exit(code)
}

export function stopOnSignals(findServer: () => Server | undefined) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) exit(1)
      void stop(findServer(), 0)
    })
  }
}

async function drain(server: Server) {
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const insist = setTimeout(() => server.closeAllConnections(), PATIENCE)
  while ((await countConnections(server)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  clearInterval(sweep)
  clearTimeout(insist)
}

function countConnections(server: Server) {
  return new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}

function exit(code: number) {
  flushLog()
  process.exit(code)
}
