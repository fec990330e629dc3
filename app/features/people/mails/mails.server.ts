import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'

export type MailJob = JobPayload<'send_mail'>

/**
 * Queues an email in the given transaction. The job decides whether to send it (`isMailAllowed`), so that the response and
 * its timing are the same in all cases.
 */
export async function queueMail(mail: MailJob['mail'], email: string, executor: Executor = db, redirectTo?: string) {
  await addJob(executor, 'send_mail', { mail, email, redirectTo })
}

/** Queues the email about a suspension. */
export async function queueSuspensionMail(
  email: string,
  suspension: NonNullable<MailJob['suspension']>,
  executor: Executor,
) {
  await addJob(executor, 'send_mail', { mail: 'suspended', email, suspension })
}

/** Mails that anyone can request for any address. The others report what happened to the account. */
const ON_REQUEST: MailJob['mail'][] = ['confirm', 'reset', 'taken']

/**
 * Anyone can request some emails for any address, so they share one rate limit per recipient. Notices about changes to an
 * account are always sent.
 */
export async function isMailAllowed({ mail, email, failures }: MailJob) {
  const isCounted = ON_REQUEST.includes(mail) && failures === undefined
  return !isCounted || (await consumeRateLimit('mail to account', email)) === undefined
}
