import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { parseRowId } from '~/http/row-id'
import { signingKeys } from '~/http/signing-keys.server'

const HOUR = 60 * 60

// Who signed in last in this browser, known beyond the end of the session. It gives no access: what such a browser sends
// is kept for that member alone.
const cookie = createCookie('member', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('member cookie'),
  maxAge: 30 * 24 * HOUR,
})

export const rememberMember = (userId: string) => cookie.serialize(userId)

export async function readMember(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' ? (parseRowId(id) ?? undefined) : undefined
}

/** After signing out: for as long as a form is kept. */
export async function rememberMemberShortly(request: Request) {
  const id = await readMember(request)
  return id && cookie.serialize(id, { maxAge: HOUR })
}
