import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningWorker } from '~/jobs/worker.server'
import { type Child, startChild } from './child-process'
import { untilAborted } from './stop-request'

/**
 * The heap limit, several times what a batch needs. Without it, Node would keep hundreds of megabytes of garbage after
 * long imports.
 */
const WORKER_HEAP = ['--max-old-space-size=160', '--max-semi-space-size=4']

/** Starts a separate process for the job queue, because heavy jobs must not delay pages. */
export function startJobWorker(env: Record<string, string | undefined>, output?: 'ignore'): Child {
  const script = path.join(import.meta.dirname, 'worker-process.ts')
  return startChild([...WORKER_HEAP, '--import', 'tsx', script], { env, output, watchedAs: 'The job worker' })
}

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
