import { createCookie } from '@remix-run/node'
import { env, sessionSecrets } from '~/env.server'

// Who has just shown the right password of an account that waits for its confirmation. It allows one thing:
// asking for the mail again.
const cookie = createCookie('unconfirmed', {
  httpOnly: true,
  path: '/auth',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: sessionSecrets(),
  maxAge: 15 * 60,
})

export const rememberUnconfirmed = (email: string) => cookie.serialize(email)
export const forgetUnconfirmed = () => cookie.serialize('', { maxAge: 0 })

export async function readUnconfirmed(request: Request) {
  const email: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof email === 'string' && email !== '' ? email : undefined
}
