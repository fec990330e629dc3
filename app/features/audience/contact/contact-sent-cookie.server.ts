import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'

type ContactSent = { id: string; hasCopy: boolean }

// Content of the page after the form. Signed, so that other people's messages cannot be read by id.
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
