import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'
import type { ConfirmationSent, MailSent } from './mail-sent'

// The notice after a sign-up or a reset request. It is in a signed cookie, because anyone can craft a URL.
const cookie = createCookie('mail-sent', {
  httpOnly: true,
  path: '/auth',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('mail sent cookie'),
  maxAge: 30 * 60,
})

export const rememberMailSent = (sent: MailSent) => cookie.serialize(sent)
export const forgetMailSent = () => cookie.serialize('', { maxAge: 0 })

export async function readMailSent(request: Request): Promise<MailSent | undefined> {
  const sent: Partial<MailSent> | null = await cookie.parse(request.headers.get('Cookie'))
  if (!sent?.email) return undefined
  if (sent.mail === 'reset') return { mail: 'reset', email: sent.email }
  return isConfirmation(sent) ? sent : undefined
}

/** The mail of a sign-up in this browser. */
export async function readConfirmationSent(request: Request) {
  const sent = await readMailSent(request)
  return sent?.mail === 'confirm' ? sent : undefined
}

/** Cookies of an earlier release hold less. */
function isConfirmation(sent: Partial<MailSent>): sent is ConfirmationSent {
  const { mail, passwordSince, at, count } = sent as Partial<ConfirmationSent>
  return mail === 'confirm' && Boolean(passwordSince && at && count)
}
