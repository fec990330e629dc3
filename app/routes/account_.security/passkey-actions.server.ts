import type { User } from '~/features/people/accounts/guards.server'
import { requireSetUpPermission } from '~/features/people/accounts/set-up-permission.server'
import { newPasskeyForm, passkeyNameForm } from '~/features/people/second-factors/passkey-form.server'
import { addPasskey, renamePasskey } from '~/features/people/second-factors/passkeys.server'
import { PASSKEY_REFUSED, PASSKEYS_MAX, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { removePasskey } from '~/features/people/second-factors/second-factors.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { showCodes } from './new-codes.server'
import { withPassword } from './with-password.server'

type SecurityRequest = { request: Request; user: User }

const PASSKEYS = `${SECURITY_PATH}#passkeys`

/** The password was asked for before the browser made the passkey: without it there is nothing to answer. */
export async function addPasskeyAction({ request, user }: SecurityRequest) {
  await requireSetUpPermission(request, user)
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
