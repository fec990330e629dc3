import type { ActionFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/features/people/accounts/guards.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { askForPasskey } from '~/features/people/second-factors/passkey-proofs.server'
import { PASSKEY_FAILED } from '~/features/people/second-factors/second-factor'
import { findChallenge } from '~/features/people/second-factors/sign-in-challenges.server'
import { clientNetwork } from '~/http/current-request.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { badRequest, onlyPost, tooMany } from '~/http/responses.server'

/** What a browser has to sign with a passkey is fetched by the script of the page that needs it. */
export const loader = onlyPost

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request)
  const retryAfter = await consumeRateLimit('sign-in from address', clientNetwork())
  if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
  const { options, cookie } = await ask(request, form.get('for'))
  return Response.json(options, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'private, no-store' } })
}

async function ask(request: Request, purpose: string | null) {
  if (purpose === 'sign-in') return askForPasskey('SIGN_IN', null)
  if (purpose === 'verify') return askForPasskey('VERIFY', (await requireUser(request)).id)
  const challenge = purpose === 'second-factor' ? await findChallenge(request) : undefined
  if (!challenge) throw badRequest('Please sign in again.')
  return askForPasskey('SECOND_FACTOR', challenge.userId)
}

export const clientAction = withFormFailure(PASSKEY_FAILED)
