import { data } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { checkPassword } from '~/features/people/accounts/new-password.server'
import { findRetryAfter } from '~/features/people/limits/limits.server'
import { cancelSetUp, confirmSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { newPasskeyForm, passkeyNameForm } from '~/features/people/second-factors/passkey-form.server'
import { addPasskey, renamePasskey } from '~/features/people/second-factors/passkeys.server'
import { PASSKEY_REFUSED, PASSKEYS_MAX, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { codeForm, passwordForm } from '~/features/people/second-factors/second-factor-form.server'
import {
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '~/features/people/second-factors/second-factors.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import { invalid, parseForm, readForm, rejectUnparsed } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
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

const PASSKEYS = `${SECURITY_PATH}#passkeys`

/** The password was asked for before the browser made the passkey: without it there is nothing to answer. */
export async function addPasskeyAction({ request, user }: SecurityRequest) {
  const submission = await parseForm(request, newPasskeyForm)
  if (submission.status !== 'success') return invalid(submission)
  const { name, answer } = submission.value
  const given = { name: name ?? nameDevice(request.headers.get('User-Agent')), response: answer }
  const outcome = await addPasskey(request, user, given)
  if (outcome === 'refused') return invalid(submission, { formErrors: [PASSKEY_REFUSED] })
  if (outcome === 'too-many') return invalid(submission, { status: 409, formErrors: [TOO_MANY] })
  if (outcome.codes) return showCodes('add-passkey', outcome.codes)
  return redirectWithToast(PASSKEYS, {
    tone: 'success',
    title: 'Passkey added',
    text: 'You were signed out everywhere else.',
  })
}

export async function renamePasskeyAction({ request, user }: SecurityRequest) {
  const submission = await parseForm(request, passkeyNameForm)
  if (submission.status !== 'success') return invalid(submission)
  const { id, name } = submission.value
  if (!(await renamePasskey(user.id, id, name))) throw notFound('Passkey')
  return redirectWithToast(PASSKEYS, { tone: 'success', title: 'Passkey renamed' })
}

export async function removePasskeyAction({ request, user }: SecurityRequest) {
  const id = parseRowId((await readForm(request)).get('id'))
  if (!id) throw notFound('Passkey')
  return withPassword({ request, user }, async () => {
    if (!(await removePasskey(user, id))) throw notFound('Passkey')
    return redirectWithToast(PASSKEYS, { tone: 'success', title: 'Passkey removed' })
  })
}

const TOO_MANY = `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`

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
