import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningWorker } from '~/jobs/worker.server'
import { untilAborted } from './stop-request'

/** A little more than running jobs get to finish. */
const STOP_TIMEOUT_MS = 2_500

/** Runs jobs from the queue, and reconnects when the database was unavailable. */
export async function workUntilStopped(stop: AbortSignal, startWorker: () => RunningWorker) {
  if (stop.aborted) return
  // A lower priority than pages on the same machine.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const worker = startWorker()
  await untilAborted(stop)
  // The queue may hang while connecting. Interrupted jobs run again later.
  await Promise.race([worker.stop(), sleep(STOP_TIMEOUT_MS)])
}
