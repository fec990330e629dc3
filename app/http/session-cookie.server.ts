import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from './signing-keys.server'

const isHttps = env.SITE_URL.startsWith('https:')

/** On https the name itself makes browsers insist on Secure, on the path and on no Domain. */
export const SESSION_COOKIE = isHttps ? '__Host-session' : 'session'

const cookie = createCookie(SESSION_COOKIE, {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: isHttps,
  secrets: signingKeys('session cookie'),
  maxAge: 30 * 24 * 60 * 60,
})

/** The session's id of a request, if we signed it. */
export async function readSessionId(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && /^[\w-]{43}$/.test(id) ? id : undefined
}

export const writeSessionId = (id: string) => cookie.serialize(id)
export const clearSessionId = () => cookie.serialize('', { maxAge: 0, expires: new Date(0) })
