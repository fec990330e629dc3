import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AuthFrame } from '~/features/people/accounts/auth-frame'
import { type CodeFactor, SECOND_STEP_FAILED } from '~/features/people/second-factors/second-factor'
import { findSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { PasskeyScript } from '~/layout/passkey-script'
import { codeAction, passkeyAction, requireChallenge } from './actions.server'
import { SecondStep } from './second-step'

const TITLE = "Confirm it's you"

/** The second step of signing in, after the right password. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { challenge, redirectTo } = await requireChallenge(request)
  const { authenticator, passkeys } = await findSecondFactors(challenge.userId)
  const head = pageHead({ title: TITLE, description: 'Enter a code to sign in.', path: '/auth', isIndexed: false })
  const ways = { hasApp: authenticator !== null, hasPasskey: passkeys.length > 0 }
  return { factor: factorOf(request), ways, redirectTo, head }
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, SECOND_STEP_FAILED, async () => {
    const isPasskey = (await readForm(request)).get('intent') === 'passkey'
    return isPasskey ? passkeyAction(request) : codeAction(request, factorOf(request))
  })
}

function factorOf(request: Request): CodeFactor {
  const chosen = new URL(request.url).searchParams.get('with')
  return chosen === 'recovery-code' ? chosen : 'authenticator'
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(SECOND_STEP_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SecondFactorPage() {
  const { factor, ways, redirectTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AuthFrame title={TITLE}>
      <SecondStep key={factor} {...{ factor, ways, redirectTo, result }} />
      {ways.hasPasskey ? <PasskeyScript isMember={false} /> : null}
    </AuthFrame>
  )
}
