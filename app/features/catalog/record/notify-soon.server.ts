import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'

/** How long an event waits, so that one that is undone at once notifies no one. */
export const SETTLED_SECONDS = 20

/** Adds the job that notifies followers of new events, in the transaction that writes them. */
export async function notifyFollowersSoon(trx: Trx) {
  const runAt = new Date(Date.now() + 1_000 * SETTLED_SECONDS)
  await addJob(trx, 'notify_followers', {}, { runAt, queue: 'notify_followers' })
}
