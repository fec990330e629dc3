import path from 'node:path'
import { type Child, startChild } from './child-process'

/**
 * The heap limit, several times what a batch needs. Without it, Node would keep hundreds of megabytes of garbage after
 * long imports.
 */
export const WORKER_HEAP = ['--max-old-space-size=160', '--max-semi-space-size=4']

/** Starts a separate process for the job queue, because heavy jobs must not delay pages. */
export function startJobWorker(env: Record<string, string | undefined>, output?: 'ignore'): Child {
  const script = path.join(import.meta.dirname, 'worker-process.ts')
  return startChild([...WORKER_HEAP, '--import', 'tsx', script], { env, output, watchedAs: 'The job worker' })
}
