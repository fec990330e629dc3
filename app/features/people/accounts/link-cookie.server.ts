import { createCookie, redirect } from '@remix-run/node'
import type { TokenPurpose } from '~/db/schema'
import { env } from '~/env.server'
import { type KeyPurpose, signingKeys } from '~/http/signing-keys.server'

type LinkPurpose = TokenPurpose | 'FIRST_ADMIN'

// Holds the token of a link while its page is open. The token is removed from the URL at once, so that it cannot
// leak through referrers or shared addresses.
const cookies = {
  CONFIRM: makeCookie('confirm-link', 'confirm link cookie'),
  RESET: makeCookie('reset-link', 'reset link cookie'),
  FIRST_ADMIN: makeCookie('first-admin-link', 'first admin link cookie', 24 * 60),
}

function makeCookie(name: string, purpose: KeyPurpose, minutes = 30) {
  return createCookie(name, {
    httpOnly: true,
    path: '/auth',
    sameSite: 'lax',
    secure: env.SITE_URL.startsWith('https:'),
    secrets: signingKeys(purpose),
    maxAge: minutes * 60,
  })
}

/** @throws a redirect to the same page without the token, when the address holds one */
export async function hideToken(request: Request, purpose: LinkPurpose) {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (token === null) return
  const value = /^[\w-]{43}$/.test(token) ? token : ''
  throw redirect(pathname.replace(/\.data$/, ''), {
    status: 303,
    headers: {
      'Set-Cookie': await cookies[purpose].serialize(value),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })
}

export async function readToken(request: Request, purpose: LinkPurpose) {
  const token: unknown = await cookies[purpose].parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const forgetToken = (purpose: LinkPurpose) => cookies[purpose].serialize('', { maxAge: 0 })
