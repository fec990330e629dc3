import { db } from '~/db/database.server'
import { addJob } from '~/jobs/queue.server'

/** The mails about an account. */
export type AccountMail = 'confirm' | 'taken' | 'reset' | 'password-changed'

export type MailJob = {
  mail: AccountMail
  /** No link and no token: those are made when the mail is sent, so that they never lie in the queue. */
  email: string
  /** How many times it was tried in vain. */
  failures?: number
  /** A try whose end nobody knows: it may have arrived. One more follows, not two. */
  mayHaveArrived?: boolean
}

/** Queues a mail in the transaction of its cause. */
export async function queueMail(mail: AccountMail, email: string, executor = db) {
  await addJob(executor, 'send_mail', { mail, email } satisfies MailJob)
}
