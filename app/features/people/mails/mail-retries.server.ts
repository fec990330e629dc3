import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { MailAttempts } from '~/db/job-queue.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hideSecrets, log } from '~/log.server'
import { deliver, type Mail, type MailConnection, MailError } from '~/mail/transport.server'
import { findWait } from './mail-throttle.server'

const MINUTE = 60_000
/** Milliseconds to wait after the first to fourth failure. The fifth attempt is the last. */
const WAITS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE]

/** A date: it was put off, because too many went out in this minute. */
type Outcome = 'sent' | 'again' | 'given up' | Date

type Recipient = {
  /** Names the mail in the log. */
  name: string
  /** What the audit log names when the mail is given up. */
  about: { entity: 'profile' | 'contact_message'; id: string }
  /** Queues another attempt. */
  retry: (attempts: MailAttempts, runAt: Date) => Promise<void>
  /** One connection for several mails that are sent together. */
  connection?: MailConnection
  /** They were counted towards MAIL_PER_MINUTE together, too. */
  isCounted?: boolean
}

/**
 * Delivers a mail. A failure queues another attempt, or is logged when it was the last. A mail that has to wait for others
 * is queued again as it was, and when is returned.
 */
export async function deliverOrRetry(mail: Mail, attempts: MailAttempts, recipient: Recipient): Promise<Outcome> {
  const { about } = recipient
  const wait = recipient.isCounted ? undefined : await findWait(mail)
  if (wait) {
    await recipient.retry({}, wait)
    return wait
  }
  try {
    await deliver(mail, recipient.connection)
  } catch (error) {
    if (about.entity === 'profile' && isRefusal(error)) await countRefusal(about.id)
    return retryOrGiveUp(mail.to, attempts, recipient, error)
  }
  if (about.entity === 'profile') await forgetRefusals(about.id)
  return 'sent'
}

const isRefusal = (error: unknown) => error instanceof MailError && error.isRecipientRejected

// Retries here last longer than the queue's own, because a mail server may be down for longer. A permanent rejection is
// not retried.
async function retryOrGiveUp(to: string, attempts: MailAttempts, { name, about, retry }: Recipient, error: unknown) {
  const failures = (attempts.failures ?? 0) + 1
  const mayHaveArrived = error instanceof MailError && error.mayHaveArrived
  const refusal = error instanceof MailError ? error.rejectionCode : undefined
  const wait = WAITS[failures - 1]
  if (refusal || wait === undefined || (mayHaveArrived && attempts.mayHaveArrived)) {
    const reason = redact((error as Error).message, to)
    log.error({ mail: name, tries: failures, reason }, 'A mail was given up')
    await recordAudit({
      actor: null,
      action: 'mail.failed',
      ...about,
      detail: { mail: name, ...(refusal && { answer: refusal }) },
    })
    return 'given up' as const
  }
  await retry({ failures, mayHaveArrived: mayHaveArrived || attempts.mayHaveArrived }, new Date(Date.now() + wait))
  return 'again' as const
}

// Mail servers repeat the address in their rejections; the log must not contain it.
function redact(reason: string, email: string) {
  return hideSecrets(reason.replaceAll(email, '(address)'))
}

/** After so many in a row, mails that are not about the account stop. */
export const REFUSALS_ALLOWED = 5

/** Counts a permanent refusal of the recipient by their mail server. The fifth in a row stops the mails. */
async function countRefusal(userId: string) {
  await db
    .updateTable('profiles')
    .set({
      mail_refusals: sql`least(mail_refusals + 1, 1000)`,
      mail_off_since: sql`case when mail_refusals + 1 >= ${REFUSALS_ALLOWED} then coalesce(mail_off_since, now()) else mail_off_since end`,
    })
    .where('id', '=', userId)
    .execute()
}

/** A mail arrived, so the refusals before it no longer count. Mails that stopped stay off until the member says so. */
async function forgetRefusals(userId: string) {
  await db
    .updateTable('profiles')
    .set({ mail_refusals: 0 })
    .where('id', '=', userId)
    .where('mail_refusals', '>', 0)
    .execute()
}

/** Sends mails again, because the member says that their mailbox accepts them. */
export async function resumeMails(userId: string) {
  await db.updateTable('profiles').set({ mail_refusals: 0, mail_off_since: null }).where('id', '=', userId).execute()
}
