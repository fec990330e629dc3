import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AuthFrame } from '~/features/people/accounts/auth-frame'
import { type Factor, SECOND_STEP_FAILED } from '~/features/people/second-factors/second-factor'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { codeAction, requireChallenge } from './actions.server'
import { SecondStep } from './second-step'

const TITLE = "Confirm it's you"

/** The second step of signing in, after the right password. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { redirectTo } = await requireChallenge(request)
  const head = pageHead({ title: TITLE, description: 'Enter a code to sign in.', path: '/auth', isIndexed: false })
  return { factor: factorOf(request), redirectTo, head }
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, SECOND_STEP_FAILED, () => codeAction(request, factorOf(request)))
}

function factorOf(request: Request): Factor {
  const chosen = new URL(request.url).searchParams.get('with')
  return chosen === 'recovery-code' ? chosen : 'authenticator'
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(SECOND_STEP_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SecondFactorPage() {
  const { factor, redirectTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AuthFrame title={TITLE}>
      <SecondStep key={factor} {...{ factor, redirectTo, result }} />
    </AuthFrame>
  )
}
