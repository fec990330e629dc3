import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from './signing-keys.server'

const isHttps = env.SITE_URL.startsWith('https:')

/** With the __Host- prefix, browsers require Secure, Path=/ and no Domain. */
export const SESSION_COOKIE = isHttps ? '__Host-session' : 'session'

const cookie = createCookie(SESSION_COOKIE, {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: isHttps,
  secrets: signingKeys('session cookie'),
  maxAge: 30 * 24 * 60 * 60,
})

/** The session id of a request, or undefined if it has none or its signature is invalid. */
export async function readSessionId(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && /^[\w-]{43}$/.test(id) ? id : undefined
}

export const writeSessionId = (id: string) => cookie.serialize(id)
export const clearSessionId = () => cookie.serialize('', { maxAge: 0, expires: new Date(0) })
