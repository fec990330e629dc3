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
import type { DueMail, SecurityMail } from './mails.server'

/**
 * Writes mails that anyone can request for any address. All of them share one limit per recipient, and of several of one
 * kind only the last is sent, because its link ends the others. Requests for unknown addresses end here.
 */
export async function writeRequestedMails(mails: DueMail<'confirm' | 'reset' | 'taken'>[]) {
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

async function writeRequested({ kind, email, data }: DueMail<'confirm' | 'reset' | 'taken'>, userId: string) {
  if (kind === 'taken') return emailTaken(email)
  const { redirectTo } = data as DueMail<'confirm'>['data']
  return kind === 'confirm'
    ? confirmEmail(email, await issueToken(userId, 'CONFIRM', redirectTo))
    : resetPasswordMail(email, await issueToken(userId, 'RESET', redirectTo))
}

export async function writeSecurityMails(mails: DueMail<SecurityMail>[]) {
  return new Map(mails.map(({ id, kind, email }) => [id, secondFactorChanged(email, kind)]))
}

export async function writePasswordMails(mails: DueMail[]) {
  return new Map(mails.map(({ id, email }) => [id, passwordChanged(email)]))
}

/** Not when the suspension was lifted meanwhile. */
export async function writeSuspensionMails(mails: DueMail<'suspended'>[]) {
  return new Map(
    mails.filter(({ is_suspended }) => is_suspended).map(({ id, email, data }) => [id, suspended(email, data)]),
  )
}

export async function writeDeletionMails(mails: DueMail[]) {
  return new Map(mails.map(({ id, email }) => [id, accountDeleted(email)]))
}
