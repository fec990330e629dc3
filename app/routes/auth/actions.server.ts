import { redirect } from '@remix-run/node'
import { resetRequestForm, signInForm, signUpForm } from '~/features/people/accounts/account-form.server'
import { authPath, inboxPath, UNCONFIRMED } from '~/features/people/accounts/auth-mode'
import { finishSignIn } from '~/features/people/accounts/finish-sign-in.server'
import { rememberMailSent } from '~/features/people/accounts/mail-sent-cookie.server'
import { requestReset } from '~/features/people/accounts/new-password.server'
import { resendConfirmation, signIn } from '~/features/people/accounts/sign-in.server'
import { signUp } from '~/features/people/accounts/sign-up.server'
import {
  forgetUnconfirmed,
  readUnconfirmed,
  rememberUnconfirmed,
  type Unconfirmed,
} from '~/features/people/accounts/unconfirmed-cookie.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { secondStepPath } from '~/features/people/second-factors/second-factor'
import { startChallenge } from '~/features/people/second-factors/sign-in-challenges.server'
import { clientNetwork } from '~/http/current-request.server'
import { invalid, parseForm, readForm, readValue, rejectUnparsed } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'

const RESET_SENT = { tone: 'success', title: 'Password reset email sent! Check your inbox.', stays: true } as const

export async function signInAction(request: Request, redirectTo: string) {
  const retryAfter = await consumeRateLimit('sign-in from address', clientNetwork())
  if (retryAfter) return rejectUnparsed(request, tooMany(retryAfter))
  if ((await readForm(request)).get('intent') === 'resend') return resendAction(request, redirectTo)

  const result = await signIn(request)
  switch (result.outcome) {
    case 'malformed':
      return invalid(await parseForm(request, signInForm))
    case 'locked':
      return rejectUnparsed(request, tooMany(result.retryAfter))
    case 'failed':
      return rejectUnparsed(request, { formErrors: ['Wrong email or password.'] })
    case 'unconfirmed':
      return rejectUnparsed(request, {
        formErrors: [UNCONFIRMED],
        headers: { 'Set-Cookie': await rememberUnconfirmed(result.account) },
      })
    case 'second-factor':
      return redirect(secondStepPath(redirectTo), {
        status: 303,
        headers: { 'Set-Cookie': await startChallenge(result.userId) },
      })
    case 'signed-in':
      return finishSignIn(request, result.userId, { redirectTo, by: 'password' })
  }
}

export async function signUpAction(request: Request, redirectTo: string) {
  const retryAfter = await consumeRateLimit('sign-up from address', clientNetwork())
  if (retryAfter) return rejectUnparsed(request, tooMany(retryAfter))
  const submission = await parseForm(request, signUpForm)
  if (submission.status !== 'success') return invalid(submission)

  const passwordSince = await signUp({ ...submission.value, redirectTo })
  return toInbox(redirectTo, { email: submission.value.email, passwordSince })
}

// Above the rate limit the response stays the same, but no email is sent.
export async function resetAction(request: Request, redirectTo: string) {
  const isOneTooMany = await consumeRateLimit('reset from address', clientNetwork())
  const sent = await readValue(request, resetRequestForm)
  if (!sent) return invalid(await parseForm(request, resetRequestForm))

  if (!isOneTooMany) await requestReset(sent.email, redirectTo)
  const headers = new Headers({ 'Set-Cookie': await rememberMailSent({ mail: 'reset', email: sent.email }) })
  return redirectWithToast(authPath('sign-in', redirectTo), RESET_SENT, headers)
}

async function resendAction(request: Request, redirectTo: string) {
  const account = await readUnconfirmed(request)
  if (!account) throw redirect(authPath('sign-in', redirectTo))
  await resendConfirmation(account, redirectTo)
  return toInbox(redirectTo, account, new Headers({ 'Set-Cookie': await forgetUnconfirmed() }))
}

/** Redirects to the page that names the recipient of the email. */
async function toInbox(redirectTo: string, account: Unconfirmed, headers = new Headers()) {
  headers.append('Set-Cookie', await rememberMailSent({ mail: 'confirm', ...account, at: Date.now(), count: 1 }))
  return redirect(inboxPath(redirectTo), { status: 303, headers })
}

function tooMany(seconds: number) {
  return {
    status: 429,
    retryAfter: seconds,
    formErrors: [`Too many attempts. Try again in ${formatWait(seconds)}, or reset your password.`],
  }
}
