import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'
import type { MailSent } from './mail-sent'

// The notice on the sign-in page after a sign-up or a reset request. Kept in a signed cookie, because anyone can craft a
// URL.
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
  const { mail, email } = sent ?? {}
  return mail && email ? { mail, email } : undefined
}
