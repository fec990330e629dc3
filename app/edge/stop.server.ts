import type { Server } from 'node:http'
import { db } from '~/db/database.server'
import { finishBackgroundWork } from '~/http/background.server'
import { flushLog, log } from '~/log.server'

/** Who connected just before gets read: closing at once would reset what waits in the kernel's queue. */
const GRACE = 300
/** Then requests under way may finish, and at last their connections are closed. In all it stays below 4 s. */
const PATIENCE = 2_500
/** What goes on behind answers, such as counting a click. */
const BACKGROUND = 700
const LAST = 3_700

let stopping = false
// The true way to close a server whose own is taken over, see closeOnlyInOrder.
const closers = new WeakMap<Server, () => void>()

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
  setTimeout(() => exit(code), LAST).unref()
  await new Promise((resolve) => setTimeout(resolve, GRACE))
  if (server) await drain(server)
  await finishBackgroundWork(BACKGROUND)
  await db.destroy().catch(() => {})
  exit(code)
}

/** remix-serve closes its server the moment a signal comes. Here it is closed when `stop` says so. */
export function closeOnlyInOrder(server: Server) {
  const close = server.close.bind(server)
  closers.set(server, () => close())
  server.close = () => server
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
  const close = closers.get(server) ?? (() => server.close())
  close()
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
