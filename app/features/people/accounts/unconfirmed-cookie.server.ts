import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'

// Proof of a correct password for an unconfirmed account. It only allows requesting the confirmation email again.
const cookie = createCookie('unconfirmed', {
  httpOnly: true,
  path: '/auth',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('unconfirmed cookie'),
  maxAge: 15 * 60,
})

export type Unconfirmed = {
  email: string
  /** When the password was set; a newer sign-up replaces it. */
  passwordSince: string
}

export const rememberUnconfirmed = (account: Unconfirmed) => cookie.serialize(account)
export const forgetUnconfirmed = () => cookie.serialize('', { maxAge: 0 })

export async function readUnconfirmed(request: Request): Promise<Unconfirmed | undefined> {
  const account: Partial<Unconfirmed> | null = await cookie.parse(request.headers.get('Cookie'))
  const { email, passwordSince } = account ?? {}
  return email && passwordSince ? { email, passwordSince } : undefined
}
