import { createCookie } from '@remix-run/node'
import { env } from '~/env.server'
import { signingKeys } from '~/http/signing-keys.server'

// The deal that a visitor wants to bookmark. Only a form of this site sets it, so that a link on another site cannot make
// someone bookmark a deal by signing in.
const cookie = createCookie('bookmark', {
  httpOnly: true,
  path: '/deals',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('bookmark cookie'),
  maxAge: 60 * 60,
})

/** @returns the cookie to set */
export const rememberBookmark = (slug: string) => cookie.serialize(slug)

export const forgetBookmark = () => cookie.serialize('', { maxAge: 0 })

/** Whether this browser asked to bookmark the deal within the last hour. */
export async function isBookmarkWanted(request: Request, slug: string) {
  return (await cookie.parse(request.headers.get('Cookie'))) === slug
}
