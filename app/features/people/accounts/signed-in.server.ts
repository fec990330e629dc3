import { startSession } from '~/features/people/sessions/sessions.server'
import { rememberDevice } from './known-devices.server'
import { forgetMailSent } from './mail-sent-cookie.server'

/** Signs a user in who has proved who they are. @returns the headers with the cookies to set */
export async function completeSignIn(request: Request, userId: string) {
  const headers = new Headers({ 'Set-Cookie': await startSession(request, userId) })
  headers.append('Set-Cookie', await forgetMailSent())
  headers.append('Set-Cookie', await rememberDevice(request, userId))
  return headers
}
