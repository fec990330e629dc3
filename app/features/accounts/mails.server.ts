import type { Kysely } from 'kysely'
import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import type { DB } from '~/db/schema'
import { consumeRateLimit } from '~/features/limits/limits.server'

/** The mails about an account. */
export type AccountMail = 'confirm' | 'taken' | 'reset' | 'password-changed'

export type MailJob = {
  mail: AccountMail
  /** No link and no token: those are made when the mail is sent, so that they never lie in the queue. */
  email: string
  /** Where the link in it leads back to, once it has done its work. */
  redirectTo?: string
  /** How many times it was tried in vain. */
  failures?: number
  /** A try whose end nobody knows: it may have arrived. One more follows, not two. */
  mayHaveArrived?: boolean
}

/**
 * Queues a mail in the transaction of its cause. Whether it goes out is for the job to decide (`isMailAllowed`), so that
 * the answer to the request is the same in any case, also in time.
 */
export async function queueMail(mail: AccountMail, email: string, executor: Kysely<DB> = db, redirectTo?: string) {
  await addJob(executor, 'send_mail', { mail, email, redirectTo } satisfies MailJob)
}

/**
 * Anybody can ask for these with somebody else's address, so they share one limit for each recipient. That a password
 * was changed is always told.
 */
export async function isMailAllowed({ mail, email, failures }: MailJob) {
  const isCounted = mail !== 'password-changed' && failures === undefined
  return !isCounted || (await consumeRateLimit('mail to account', email)) === undefined
}
