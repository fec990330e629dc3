import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { db } from '~/db/database.server'
import { drainBackgroundTasks } from '~/http/current-request.server'
import { flushLog, log } from '~/log.server'

/** Grace period for connections that are still in the accept queue: closing at once would reset them. */
const GRACE_MS = 300
/** When running requests are cut off: a little longer than the slowest query may take. Counted from the signal. */
const IN_FLIGHT_MS = 3_400
/** For work that continues after a response, such as counting a click. */
const BACKGROUND_MS = 400
const EXIT_MS = 4_000
/** An iteration of the event loop that takes this long may have left new connections waiting. */
const LONG_TURN_MS = 5
/** Repeated signals within this time count as one: a service manager and the parent process both send it. */
const REPEAT_MS = 1_000

let stoppingSince: number | undefined
// The original `close` of a server whose method was replaced by deferClose.
const closers = new WeakMap<Server, () => void>()

/** True once the process was asked to stop. Responses then close their connections. */
export function isStopping() {
  return stoppingSince !== undefined
}

/** Stops gracefully: finishes running requests and background tasks, closes the pool, exits. */
export async function stop(server: Server | undefined, code: number) {
  if (stoppingSince !== undefined) return
  stoppingSince = performance.now()
  log.info('Stopping')
  setTimeout(() => exit(code), EXIT_MS).unref()
  await sleep(GRACE_MS)
  if (server) await drain(server, stoppingSince + IN_FLIGHT_MS)
  await drainBackgroundTasks(BACKGROUND_MS)
  await db.destroy().catch(() => {})
  exit(code)
}

/** remix-serve closes its server as soon as a signal arrives. This leaves it to `stop`. */
export function deferClose(server: Server) {
  const close = server.close.bind(server)
  closers.set(server, () => close())
  server.close = () => server
}

/** The first signal stops the process gracefully, another one more than a second later at once. */
export function stopOnSignals(findServer: () => Server | undefined) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) void stop(findServer(), 0)
      else if (performance.now() - stoppingSince > REPEAT_MS) exit(1)
    })
  }
}

/**
 * An uncaught exception leaves the process in an unknown state: it is logged, running requests finish, and the process
 * exits to be replaced by another one. An unhandled rejection is only logged: a client that disconnects can cause one
 * and must not be able to stop the site.
 */
export function handleProcessErrors(findServer: () => Server | undefined) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception')
    void stop(findServer(), 1)
  })
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'Unhandled rejection'))
}

/**
 * Closes a server after it has answered the connections that wait to be accepted and the requests that run.
 *
 * @param deadline when the rest is cut off, by `performance.now()`
 */
export async function drain(server: Server, deadline: number) {
  await untilQueueIsRead(server, deadline)
  const close = closers.get(server) ?? (() => server.close())
  close()
  while ((await countConnections(server)) > 0) {
    if (performance.now() > deadline) server.closeAllConnections()
    await sleep(20)
    // First read what has arrived: a connection with an unread request is not idle.
    await nextTurn()
    server.closeIdleConnections()
  }
}

/** Each iteration of the event loop accepts one waiting connection, and reads what the accepted ones have sent. */
async function untilQueueIsRead(server: Server, deadline: number) {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  for (let isRead = false; !isRead; ) {
    const [known, startedAt] = [accepted, performance.now()]
    await nextTurn()
    await nextTurn()
    const now = performance.now()
    isRead = now > deadline || (accepted === known && now - startedAt < LONG_TURN_MS)
  }
  server.off('connection', count)
}

function countConnections(server: Server) {
  return new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}

function exit(code: number) {
  flushLog()
  process.exit(code)
}
