import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningWorker } from '~/jobs/worker.server'
import { untilAborted } from './stop-request'

/** A little more than the jobs in hand get. */
const STOP_TIMEOUT_MS = 2_500

/** Works through the job queue, also while the database comes and goes. */
export async function workUntilStopped(stop: AbortSignal, startWorker: () => RunningWorker) {
  if (stop.aborted) return
  // Pages come first where both run on one machine.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const worker = startWorker()
  await untilAborted(stop)
  // The queue may hang in an attempt to connect. What is cut off runs again later.
  await Promise.race([worker.stop(), sleep(STOP_TIMEOUT_MS)])
}
