import { verifyForm } from '~/features/people/accounts/account-form.server'
import type { User } from '~/features/people/accounts/guards.server'
import { verifySession, verifySessionBy } from '~/features/people/accounts/reauthentication.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, findRetryAfter, resetRateLimit } from '~/features/people/limits/limits.server'
import { redeemOneTimeCode } from '~/features/people/second-factors/authenticators.server'
import { codeForm } from '~/features/people/second-factors/second-factor-form.server'
import { reportLockedCodes } from '~/features/people/second-factors/second-step.server'
import { invalid, parseForm, rejectUnparsed } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'

type VerifyRequest = { request: Request; user: User; redirectTo: string }

export async function verifyPasswordAction({ request, user, redirectTo }: VerifyRequest) {
  const wait = await findRetryAfter('password of account', user.id)
  if (wait) return rejectUnparsed(request, tooMany(wait))
  const submission = await parseForm(request, verifyForm)
  if (submission.status !== 'success') return invalid(submission)
  const check = await verifySession(request, user, submission.value.currentPassword)
  if (check === 'locked') return invalid(submission, tooMany(15 * 60))
  if (check === 'wrong') {
    return invalid(submission, { fieldErrors: { currentPassword: ['This is not your current password.'] } })
  }
  return goOn(redirectTo)
}

export async function verifyCodeAction({ request, user, redirectTo }: VerifyRequest) {
  const submission = await parseForm(request, codeForm)
  if (submission.status !== 'success') return invalid(submission)
  const wait = await consumeRateLimit('second factor of account', user.id)
  if (wait) return invalid(submission, tooMany(wait))
  const isRight = await redeemOneTimeCode(user.id, submission.value.code)
  await verifySessionBy(request, user, isRight)
  if (!isRight) {
    await reportLockedCodes(user)
    return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } })
  }
  await resetRateLimit('second factor of account', user.id)
  return goOn(redirectTo)
}

const WRONG_CODE = 'This code is wrong or was used before. Wait for the next one.'

function goOn(redirectTo: string) {
  const toast = { tone: 'success', title: 'Confirmed', text: 'You can go on for the next 15 minutes.' } as const
  return redirectWithToast(redirectTo, toast)
}

function tooMany(seconds: number) {
  return {
    status: 429,
    retryAfter: seconds,
    formErrors: [`Too many attempts. Try again in ${formatWait(seconds)}.`],
  }
}
