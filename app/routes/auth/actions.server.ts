import { redirect } from '@remix-run/node'
import { resetRequestForm, signInForm, signUpForm } from '~/features/accounts/account-form.server'
import { requestReset } from '~/features/accounts/new-password.server'
import { startSession } from '~/features/accounts/sessions.server'
import { resendConfirmation, signIn } from '~/features/accounts/sign-in.server'
import { signUp } from '~/features/accounts/sign-up.server'
import { forgetUnconfirmed, readUnconfirmed, rememberUnconfirmed } from '~/features/accounts/unconfirmed-cookie.server'
import { countTry } from '~/features/limits/limits.server'
import { waitOf } from '~/features/limits/too-many.server'
import { clientAddress } from '~/http/client-address.server'
import { invalid, parseForm } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'
import { UNCONFIRMED } from './mode'

const CHECK_YOUR_EMAIL = { tone: 'success', title: 'Check your email to confirm your account!', stays: true } as const

export async function signInAction(request: Request, redirectTo: string) {
  const retryAfter = await countTry('sign-in from address', clientAddress())
  const submission = await parseForm(request, signInForm)
  if (retryAfter) return invalid(submission, tooMany(retryAfter))
  if (submission.status !== 'success') return invalid(submission)

  const result = await signIn(request)
  switch (result.outcome) {
    case 'locked':
      return invalid(submission, tooMany(result.retryAfter))
    case 'failed':
      return invalid(submission, { formErrors: ['Wrong email or password.'] })
    case 'unconfirmed':
      return invalid(submission, {
        formErrors: [UNCONFIRMED],
        headers: { 'Set-Cookie': await rememberUnconfirmed(result.email) },
      })
    case 'signed-in': {
      const headers = new Headers({ 'Set-Cookie': await startSession(request, result.userId) })
      return redirectWithToast(redirectTo, { tone: 'success', title: 'Signed in successfully!' }, headers)
    }
  }
}

export async function signUpAction(request: Request) {
  const retryAfter = await countTry('sign-up from address', clientAddress())
  const submission = await parseForm(request, signUpForm)
  if (retryAfter) return invalid(submission, tooMany(retryAfter))
  if (submission.status !== 'success') return invalid(submission)

  await signUp(submission.value)
  return redirectWithToast('/auth', CHECK_YOUR_EMAIL)
}

// Too many asked from one address: the answer stays the same, and no mail goes out.
export async function resetAction(request: Request) {
  const submission = await parseForm(request, resetRequestForm)
  if (submission.status !== 'success') return invalid(submission)

  const isOneTooMany = await countTry('reset from address', clientAddress())
  if (!isOneTooMany) await requestReset(submission.value.email)
  const title = 'Password reset email sent! Check your inbox.'
  return redirectWithToast('/auth', { tone: 'success', title, stays: true })
}

export async function resendAction(request: Request) {
  const email = await readUnconfirmed(request)
  if (!email) throw redirect('/auth')
  await resendConfirmation(email)
  return redirectWithToast('/auth', CHECK_YOUR_EMAIL, new Headers({ 'Set-Cookie': await forgetUnconfirmed() }))
}

function tooMany(seconds: number) {
  return {
    status: 429,
    retryAfter: seconds,
    formErrors: [`Too many tries. Try again in ${waitOf(seconds)}, or reset your password.`],
  }
}
