import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'

/** Long enough for the moderator to undo a slip before anybody is written to. */
const DELAY_MS = 60_000

/** Queues the mail to the author of what was decided, in the transaction of the decision. */
export async function queueDecisionMail(trx: Trx, decisionId: string) {
  await addJob(trx, 'send_decision_mail', { decisionId }, { runAt: new Date(Date.now() + DELAY_MS) })
}
