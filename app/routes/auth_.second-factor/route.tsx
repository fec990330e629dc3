import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { AuthFrame } from '~/features/accounts/auth-frame'
import { type Factor, SECOND_STEP_FAILED } from '~/features/second-factors/second-factor'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { codeAction, requireChallenge } from './actions.server'
import { CodeForm } from './code-form'
import '~/styles/auth.css'

const TITLE = 'Confirm that it is you'

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

export const clientAction = withFormFailure(SECOND_STEP_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function SecondFactorPage() {
  const { factor, redirectTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AuthFrame title={TITLE}>
      <CodeForm key={factor} factor={factor} redirectTo={redirectTo} result={result} />
    </AuthFrame>
  )
}
