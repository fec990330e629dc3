import { recordAudit } from '~/features/people/audit/audit.server'
import type { Factor } from '~/features/people/second-factors/second-factor'
import { startSession } from '~/features/people/sessions/sessions.server'
import { redirectWithToast } from '~/http/toast.server'
import { forgetMailSent } from './mail-sent-cookie.server'

type SignedIn = {
  redirectTo: string
  /** What proved who it is, for the audit log. */
  by: 'password' | Factor
  /** Further cookies to set. */
  cookies?: string[]
}

/** Starts the session of a user who has passed every step of the sign-in. */
export async function finishSignIn(request: Request, userId: string, { redirectTo, by, cookies = [] }: SignedIn) {
  const headers = await completeSignIn(request, userId)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const detail = by === 'password' ? undefined : { by }
  await recordAudit({ actor: userId, action: 'sign-in.succeeded', entity: 'profile', id: userId, detail })
  return redirectWithToast(redirectTo, { tone: 'success', title: 'Signed in successfully!' }, headers)
}

/** Signs in a user who has passed every step. @returns the headers with the cookies to set */
export async function completeSignIn(request: Request, userId: string) {
  const headers = new Headers({ 'Set-Cookie': await startSession(request, userId) })
  headers.append('Set-Cookie', await forgetMailSent())
  return headers
}
