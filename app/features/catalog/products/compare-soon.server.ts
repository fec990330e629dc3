import type { Executor } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'

/** A job that waits is put off, so that an import does not compete with it. */
const DELAY_MS = 10_000

/** Adds the job that compares new products with similar ones, in the transaction that creates them. */
export async function compareProductsSoon(executor: Executor) {
  const runAt = new Date(Date.now() + DELAY_MS)
  await addJob(executor, 'compare_products', {}, { runAt, key: 'compare_products', queue: 'compare_products' })
}
