import { db } from '~/db/database.server'
import { recordAudit } from '~/features/audit/audit.server'
import { addJob } from '~/jobs/queue.server'
import { confirmEmail } from '~/mail/confirm-email.server'
import { emailTaken } from '~/mail/email-taken.server'
import { passwordChanged } from '~/mail/password-changed.server'
import { resetPassword } from '~/mail/reset-password.server'
import { deliver, MailError } from '~/mail/transport.server'
import type { MailJob } from './mails.server'
import { issueToken } from './tokens.server'

const MINUTE = 60_000
/** How long to wait after the first, second, third and fourth failure. The fifth is the last. */
const WAITS = [10_000, MINUTE, 5 * MINUTE, 30 * MINUTE]

/** The job that sends one mail. Whoever asks for an unknown address gets the same answer and no mail. */
export async function sendMail(payload: unknown) {
  const job = payload as MailJob
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'confirmed_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', job.email))
    .executeTakeFirst()
  if (!profile) return

  const mail = await compose(job, profile)
  if (!mail) return
  try {
    await deliver(mail)
  } catch (error) {
    await retryOrGiveUp(job, profile.id, error)
  }
}

async function compose({ mail }: MailJob, profile: { id: string; email: string; confirmed_at: Date | null }) {
  switch (mail) {
    case 'confirm':
      if (profile.confirmed_at) return undefined
      return confirmEmail(profile.email, await issueToken(profile.id, 'CONFIRM'))
    case 'reset':
      return resetPassword(profile.email, await issueToken(profile.id, 'RESET'))
    case 'taken':
      return emailTaken(profile.email)
    case 'password-changed':
      return passwordChanged(profile.email)
  }
}

// The queue's own retries end after a minute and a half; a mail server may be away for longer.
async function retryOrGiveUp(job: MailJob, profileId: string, error: unknown) {
  const failures = (job.failures ?? 0) + 1
  const mayHaveArrived = error instanceof MailError && error.mayHaveArrived
  const wait = WAITS[failures - 1]
  const reason = (error as Error).message
  if (wait === undefined || (mayHaveArrived && job.mayHaveArrived)) {
    console.error(`The mail "${job.mail}" was given up after ${failures} tries: ${redact(reason, job.email)}`)
    await recordAudit({
      actor: null,
      action: 'mail.failed',
      entity: 'profile',
      id: profileId,
      detail: { mail: job.mail },
    })
    return
  }
  const next = { ...job, failures, mayHaveArrived: mayHaveArrived || job.mayHaveArrived } satisfies MailJob
  await addJob(db, 'send_mail', next, { runAt: new Date(Date.now() + wait) })
}

// Mail servers like to repeat the address in their refusals; the log holds none.
function redact(reason: string, email: string) {
  return reason.replaceAll(email, '(address)')
}
