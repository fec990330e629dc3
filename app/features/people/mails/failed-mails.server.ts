import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hideSecrets, log } from '~/log.server'
import { MailError } from '~/mail/transport.server'
import { type DueMail, isAccountMail } from './mails.server'
import { countRefusal } from './refusals.server'

const MINUTE = 60_000
/** Milliseconds to wait after the first to fourth failure. The fifth attempt is the last. */
const WAITS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE]

type Retry = { at: Date; failures: number; may_have_arrived: boolean }

/**
 * Notes a failed delivery. A permanent rejection is not retried; a mail that may have arrived is sent once more, so that
 * none is sent three times.
 *
 * @returns when to try again; undefined when the mail is given up, which is logged
 */
export async function noteFailure(mail: DueMail, to: string, error: unknown): Promise<Retry | undefined> {
  const { kind, user_id } = mail
  const failures = mail.failures + 1
  const { mayHaveArrived = false, rejectionCode, isRecipientRejected = false } = error instanceof MailError ? error : {}
  if (user_id && isRecipientRejected) await countRefusal(user_id)
  const wait = WAITS[failures - 1]
  if (rejectionCode || wait === undefined || (mayHaveArrived && mail.may_have_arrived)) {
    const reason = redact((error as Error).message, to)
    log.error({ mail: kind, tries: failures, reason }, 'A mail was given up')
    const detail = { mail: kind, ...(rejectionCode && { answer: rejectionCode }) }
    await recordAudit({ actor: null, action: 'mail.failed', ...aboutOf(mail), detail })
    return undefined
  }
  const at = new Date(Date.now() + wait)
  if (isAccountMail(kind)) await addJob(db, 'send_mails', { only: 'account' }, { runAt: at })
  return { at, failures, may_have_arrived: mayHaveArrived || mail.may_have_arrived }
}

/** What the audit log names when the mail is given up. */
function aboutOf({ data, user_id }: DueMail) {
  return 'message' in data ? { entity: 'contact_message', id: data.message } : { entity: 'profile', id: user_id }
}

// Mail servers repeat the address in their rejections; the log must not contain it.
function redact(reason: string, email: string) {
  return hideSecrets(reason.replaceAll(email, '(address)'))
}
