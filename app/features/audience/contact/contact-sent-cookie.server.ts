import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'

type ContactSent = { id: string; hasCopy: boolean }

// What the page after the form shows. Signed, so that nobody can read the message of someone else by its id.
const cookie = createCookie('contact-sent', {
  httpOnly: true,
  path: '/contact',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('contact sent cookie'),
  maxAge: 30 * 60,
})

export const rememberContactSent = (sent: ContactSent) => cookie.serialize(sent)

export async function readContactSent(request: Request): Promise<ContactSent | undefined> {
  const sent: Partial<ContactSent> | null = await cookie.parse(request.headers.get('Cookie'))
  return sent?.id ? { id: sent.id, hasCopy: sent.hasCopy === true } : undefined
}
