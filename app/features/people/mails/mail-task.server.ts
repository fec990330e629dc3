import { db } from '~/db/database.server'
import { addJob } from '~/db/job-queue.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import {
  confirmEmail,
  emailTaken,
  passwordChanged,
  resetPasswordMail,
  secondFactorChanged,
  suspended,
} from '~/mail/account-mails.server'
import { deliverOrRetry } from './mail-retries.server'
import { isMailAllowed, type MailJob } from './mails.server'

/** Sends one email. Requests for unknown addresses end here, so that their responses do not differ. */
export async function sendMail(job: MailJob) {
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'status', 'confirmed_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', job.email))
    .executeTakeFirst()
  if (!profile || (job.mail === 'confirm' && profile.confirmed_at)) return
  // It was lifted meanwhile.
  if (job.mail === 'suspended' && profile.status !== 'SUSPENDED') return
  // Checked before a token is issued, which would invalidate the previous link.
  if (!(await isMailAllowed(job))) return

  await deliverOrRetry(await compose(job, profile), job, {
    name: job.mail,
    about: { entity: 'profile', id: profile.id },
    retry: (attempts, runAt) => addJob(db, 'send_mail', { ...job, ...attempts }, { runAt }),
  })
}

async function compose({ mail, redirectTo, suspension }: MailJob, profile: { id: string; email: string }) {
  switch (mail) {
    case 'confirm':
      return confirmEmail(profile.email, await issueToken(profile.id, 'CONFIRM', redirectTo))
    case 'reset':
      return resetPasswordMail(profile.email, await issueToken(profile.id, 'RESET', redirectTo))
    case 'taken':
      return emailTaken(profile.email)
    case 'password-changed':
      return passwordChanged(profile.email)
    case 'suspended':
      return suspended(profile.email, suspension!)
    default:
      return secondFactorChanged(profile.email, mail)
  }
}
