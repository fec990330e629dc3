import path from 'node:path'
import { type Child, startChild } from './child-process'

/**
 * Long imports make much that is soon forgotten; with room to grow Node would keep hundreds of megabytes of it. In
 * megabytes, several times what a batch needs.
 */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=4']

/** A process of its own works through the job queue: a heavy job must not hold up a page. */
export function startJobWorker(env: Record<string, string | undefined>, output?: 'ignore'): Child {
  const script = path.join(import.meta.dirname, 'worker-process.ts')
  return startChild([...HEAP, '--import', 'tsx', script], { env, output })
}
