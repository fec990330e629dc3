import type { JobHelpers } from 'graphile-worker'
import type { JobPayload } from '~/db/job-queue.server'
import { CONTACT_WRITERS } from '~/features/audience/contact/contact-messages.server'
import { writeDecisions } from '~/features/audience/notifications/decision-mail.server'
import { writeDigests } from '~/features/audience/notifications/digest.server'
import { writeAlerts } from '~/features/audience/notifications/owner-alert.server'
import { planMails } from '~/features/audience/notifications/plan-mails.server'
import { writeQuestions } from '~/features/contributions/reviews/ask-owners-task.server'
import { ACCOUNT_WRITERS } from '~/features/people/mails/account-mails.server'
import type { DueMail, MailKind, WriteMails } from '~/features/people/mails/mails.server'
import { sendDueMails } from '~/features/people/mails/send-mails.server'

/** What writes each kind of mail. */
export const MAILS: { [Kind in MailKind]: WriteMails<Kind> } = {
  ...ACCOUNT_WRITERS,
  ...CONTACT_WRITERS,
  alert: writeAlerts,
  reminder: writeDigests,
  decisions: writeDecisions,
  'still-using': writeQuestions,
  digest: writeDigests,
}

/** Job of every minute and, on Mondays at 08:00 UTC, with `isWeekly`; with `only`, it sends mails that were just added. */
export async function sendMails(
  { only, isWeekly }: JobPayload<'send_mails'> = {},
  { abortSignal }: Partial<Pick<JobHelpers, 'abortSignal'>> = {},
) {
  if (!only) await planMails({ isWeekly })
  return sendDueMails(writeMails, { only, signal: abortSignal })
}

async function writeMails(mails: DueMail[]) {
  const kinds = [...new Set(mails.map(({ kind }) => kind))]
  const written = []
  for (const kind of kinds) {
    const write = MAILS[kind] as WriteMails
    written.push(...(await write(mails.filter((mail) => mail.kind === kind))))
  }
  return new Map(written)
}
