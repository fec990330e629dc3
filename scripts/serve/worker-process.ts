import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMain, untilAborted } from './stop-request'

/** A little more than running jobs get to finish. */
const STOP_TIMEOUT_MS = 2_500

/** Runs jobs from the queue until a stop is requested, and reconnects when the database was unavailable. */
export async function workUntilStopped(stop: AbortSignal) {
  const { startWorker } = await import('~/jobs/worker.server')
  process.send?.('loaded')
  if (stop.aborted) return
  // A lower priority than pages on the same machine.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const worker = startWorker()
  await untilAborted(stop)
  // The queue may hang while connecting. Interrupted jobs run again later.
  await Promise.race([worker.stop(), sleep(STOP_TIMEOUT_MS)])
}

// The job worker of a site that has opened and migrated the database. It is a process of its own, because heavy jobs must not
// delay pages. Loading the jobs takes seconds on a busy machine, so signal handlers are installed first.
if (import.meta.filename === process.argv[1]) {
  await runMain(async (stop) => {
    await workUntilStopped(stop)
    return 0
  })
}
