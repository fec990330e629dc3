import { data } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { checkPassword } from '~/features/people/accounts/new-password.server'
import { findRetryAfter } from '~/features/people/limits/limits.server'
import { cancelSetUp, confirmSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { codeForm, passwordForm } from '~/features/people/second-factors/second-factor-form.server'
import { removeAuthenticator, renewRecoveryCodes } from '~/features/people/second-factors/second-factors.server'
import { invalid, parseForm, rejectUnparsed } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'
import type { SecurityResult } from './security-result'

type SecurityRequest = { request: Request; user: User }

export async function startSetUpAction({ request, user }: SecurityRequest) {
  return withPassword({ request, user }, async () => {
    await startSetUp(request, user.id)
    return redirectWithToast(AUTHENTICATOR, { tone: 'success', title: 'Scan the code with your app' })
  })
}

export async function cancelSetUpAction({ request, user }: SecurityRequest) {
  await cancelSetUp(request, user.id)
  return redirectWithToast(AUTHENTICATOR, { tone: 'success', title: 'Nothing was set up' })
}

export async function confirmAction({ request, user }: SecurityRequest) {
  const submission = await parseForm(request, codeForm)
  if (submission.status !== 'success') return invalid(submission)
  const outcome = await confirmSetUp(request, user, submission.value.code)
  if (outcome === 'wrong') return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } })
  if (outcome === 'expired') return redirectWithToast(AUTHENTICATOR, EXPIRED)
  if (outcome.codes) return showCodes('confirm-authenticator', outcome.codes)
  return redirectWithToast(AUTHENTICATOR, { tone: 'success', title: 'Authenticator app added', text: SIGNED_OUT })
}

export async function removeAction({ request, user }: SecurityRequest) {
  return withPassword({ request, user }, async () => {
    await removeAuthenticator(user)
    return redirectWithToast(AUTHENTICATOR, { tone: 'success', title: 'Authenticator app removed' })
  })
}

export async function recoveryCodesAction({ request, user }: SecurityRequest) {
  return withPassword({ request, user }, async () => {
    const codes = await renewRecoveryCodes(user)
    return codes ? showCodes('make-codes', codes) : redirectWithToast(SECURITY_PATH, NO_FACTOR)
  })
}

const SIGNED_OUT = 'You were signed out everywhere else.'
const AUTHENTICATOR = `${SECURITY_PATH}#authenticator`
const WRONG_CODE = 'This is not the code from the app. Check the clock on your phone, then enter the next code.'
const EXPIRED = { tone: 'error', title: 'Set up the app again', text: 'It took longer than 15 minutes.' } as const
const NO_FACTOR = { tone: 'error', title: 'Set up a second factor first' } as const

/** The response itself shows the codes, because only their hashes are stored. */
function showCodes(intent: string, codes: string[]) {
  return data<SecurityResult>({ status: 'success', initialValue: { intent }, codes })
}

/** Runs `work` only with the account's password, which a stolen session does not give. */
async function withPassword<Answer>({ request, user }: SecurityRequest, work: () => Promise<Answer>) {
  if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, LOCKED)
  const submission = await parseForm(request, passwordForm)
  if (submission.status !== 'success') return invalid(submission)
  switch (await checkPassword(user.id, submission.value.currentPassword)) {
    case 'wrong':
      return invalid(submission, { fieldErrors: { currentPassword: ['This is not your password.'] } })
    case 'locked':
      return invalid(submission, LOCKED)
    case 'right':
      return work()
  }
}

const LOCKED = {
  status: 429,
  retryAfter: 15 * 60,
  formErrors: ['Too many attempts. Try again in 15 minutes.'],
}
