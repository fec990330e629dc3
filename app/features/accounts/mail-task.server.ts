import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { recordAudit } from '~/features/audit/audit.server'
import { hideSecrets, log } from '~/log.server'
import { confirmEmail } from '~/mail/confirm-email.server'
import { emailTaken } from '~/mail/email-taken.server'
import { passwordChanged } from '~/mail/password-changed.server'
import { resetPassword } from '~/mail/reset-password.server'
import { deliver, MailError } from '~/mail/transport.server'
import { isMailAllowed, type MailJob } from './mails.server'
import { issueToken } from './tokens.server'

const MINUTE = 60_000
/** Milliseconds to wait after the first to fourth failure. The fifth attempt is the last. */
const WAITS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE]

/** Sends one email. Requests for unknown addresses end here, so that their responses do not differ. */
export async function sendMail(job: MailJob) {
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'confirmed_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', job.email))
    .executeTakeFirst()
  if (!profile || (job.mail === 'confirm' && profile.confirmed_at)) return
  // Checked before a token is issued, which would invalidate the previous link.
  if (!(await isMailAllowed(job))) return

  const mail = await compose(job, profile)
  try {
    await deliver(mail)
  } catch (error) {
    await retryOrGiveUp(job, profile.id, error)
  }
}

async function compose({ mail, redirectTo }: MailJob, profile: { id: string; email: string }) {
  switch (mail) {
    case 'confirm':
      return confirmEmail(profile.email, await issueToken(profile.id, 'CONFIRM', redirectTo))
    case 'reset':
      return resetPassword(profile.email, await issueToken(profile.id, 'RESET', redirectTo))
    case 'taken':
      return emailTaken(profile.email)
    case 'password-changed':
      return passwordChanged(profile.email)
  }
}

// Retries here last longer than the queue's own, because a mail server may be down for longer. A permanent rejection is
// not retried.
async function retryOrGiveUp(job: MailJob, profileId: string, error: unknown) {
  const failures = (job.failures ?? 0) + 1
  const mayHaveArrived = error instanceof MailError && error.mayHaveArrived
  const refusal = error instanceof MailError ? error.rejectionCode : undefined
  const wait = WAITS[failures - 1]
  if (refusal || wait === undefined || (mayHaveArrived && job.mayHaveArrived)) {
    const reason = redact((error as Error).message, job.email)
    log.error({ mail: job.mail, tries: failures, reason }, 'A mail was given up')
    await recordAudit({
      actor: null,
      action: 'mail.failed',
      entity: 'profile',
      id: profileId,
      detail: { mail: job.mail, ...(refusal && { answer: refusal }) },
    })
    return
  }
  const next = { ...job, failures, mayHaveArrived: mayHaveArrived || job.mayHaveArrived }
  await addJob(db, 'send_mail', next, { runAt: new Date(Date.now() + wait) })
}

// Mail servers repeat the address in their rejections; the log must not contain it.
function redact(reason: string, email: string) {
  return hideSecrets(reason.replaceAll(email, '(address)'))
}
