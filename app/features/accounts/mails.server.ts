import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { consumeRateLimit } from '~/features/limits/limits.server'

export type MailJob = JobPayload<'send_mail'>

/**
 * Queues a mail in the transaction of its cause. Whether it goes out is for the job to decide (`isMailAllowed`), so that
 * the answer to the request is the same in any case, also in time.
 */
export async function queueMail(mail: MailJob['mail'], email: string, executor: Executor = db, redirectTo?: string) {
  await addJob(executor, 'send_mail', { mail, email, redirectTo })
}

/**
 * Anybody can ask for these with somebody else's address, so they share one limit for each recipient. That a password
 * was changed is always told.
 */
export async function isMailAllowed({ mail, email, failures }: MailJob) {
  const isCounted = mail !== 'password-changed' && failures === undefined
  return !isCounted || (await consumeRateLimit('mail to account', email)) === undefined
}
