import type { ActionFunctionArgs } from '@remix-run/node'
import { requireActiveUser } from '~/features/people/accounts/guards.server'
import { checkPassword } from '~/features/people/accounts/new-password.server'
import { keepPasskeyChallenge } from '~/features/people/second-factors/passkey-challenges.server'
import { optionsToAdd } from '~/features/people/second-factors/passkeys.server'
import { PASSKEY_FAILED } from '~/features/people/second-factors/second-factor'
import { passwordForm } from '~/features/people/second-factors/second-factor-form.server'
import { withFormFailure } from '~/http/forms'
import { readForm, readValue } from '~/http/forms.server'
import { badRequest, onlyPost, tooMany } from '~/http/responses.server'

/** What a browser needs to make a passkey, after the password. The answer of the browser goes to the Security page. */
export const loader = onlyPost

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  await requirePassword(request, user)
  const options = await optionsToAdd(user)
  const cookie = await keepPasskeyChallenge('ADD', user.id, options.challenge)
  return Response.json(options, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'private, no-store' } })
}

/** @throws a 4xx with the reason, which the script shows */
async function requirePassword(request: Request, user: { id: string }) {
  await readForm(request)
  const sent = await readValue(request, passwordForm)
  if (!sent) throw badRequest('Your password is required.')
  const check = await checkPassword(user.id, sent.currentPassword)
  if (check === 'locked') throw tooMany('Too many attempts. Try again in 15 minutes.', 15 * 60)
  if (check === 'wrong') throw badRequest('This is not your password.')
}

export const clientAction = withFormFailure(PASSKEY_FAILED)
