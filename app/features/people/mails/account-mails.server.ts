import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import {
  accountDeleted,
  confirmEmail,
  emailTaken,
  passwordChanged,
  resetPasswordMail,
  secondFactorChanged,
  suspended,
} from '~/mail/account-mails.server'
import type { Mail } from '~/mail/transport.server'
import type { DueMail, MailKind, REQUESTED_MAILS, SecurityMail, WriteMails } from './mails.server'

const writeSecurityMails = each(({ email, kind }: DueMail<SecurityMail>) => secondFactorChanged(email, kind))

/** What writes each kind of mail about an account. */
export const ACCOUNT_WRITERS = {
  confirm: writeRequestedMails,
  reset: writeRequestedMails,
  taken: writeRequestedMails,
  'password-changed': each(({ email }) => passwordChanged(email)),
  'authenticator-added': writeSecurityMails,
  'authenticator-removed': writeSecurityMails,
  'recovery-codes-made': writeSecurityMails,
  'recovery-code-used': writeSecurityMails,
  'second-factor-locked': writeSecurityMails,
  'second-factors-reset': writeSecurityMails,
  // It may have been lifted meanwhile.
  suspended: each(({ email, data, is_suspended }: DueMail<'suspended'>) =>
    is_suspended ? suspended(email, data) : undefined,
  ),
  deleted: each(({ email }) => accountDeleted(email)),
}

function each<Kind extends MailKind>(write: (mail: DueMail<Kind>) => Mail | undefined): WriteMails<Kind> {
  return async (mails) => {
    const written = mails.map((mail) => [mail.id, write(mail)] as const)
    return new Map(written.filter((entry): entry is [string, Mail] => entry[1] !== undefined))
  }
}

type Requested = DueMail<(typeof REQUESTED_MAILS)[number]>

/**
 * Writes mails that anyone can request for any address. All of them share one limit per recipient, and of several of one
 * kind only the last is sent, because its link ends the others. Requests for unknown addresses end here.
 */
async function writeRequestedMails(mails: Requested[]) {
  const newest = new Map(mails.map((mail) => [mail.email, mail]))
  const written = new Map<string, Mail>()
  for (const mail of newest.values()) {
    if (!mail.user_id || (mail.kind === 'confirm' && mail.is_confirmed)) continue
    // Checked before a token is issued, which would invalidate the previous link.
    const isCounted = mail.failures === 0
    if (isCounted && (await consumeRateLimit('mail to account', mail.email.toLowerCase())) !== undefined) continue
    written.set(mail.id, await writeRequested(mail, mail.user_id))
  }
  return written
}

async function writeRequested({ kind, email, data }: Requested, userId: string) {
  if (kind === 'taken') return emailTaken(email)
  const { redirectTo } = data as DueMail<'confirm'>['data']
  return kind === 'confirm'
    ? confirmEmail(email, await issueToken(userId, 'CONFIRM', redirectTo))
    : resetPasswordMail(email, await issueToken(userId, 'RESET', redirectTo))
}
