import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { AUTH_FORM, AuthFrame } from '~/features/people/accounts/auth-frame'
import { requireUser } from '~/features/people/accounts/guards.server'
import { PasswordField } from '~/features/people/accounts/password-field'
import { hasSecondFactor } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { safePath } from '~/http/responses.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { verifyCodeAction, verifyPasswordAction } from './actions.server'

const FAILED = 'Failed to check your password'
const TITLE = "Confirm it's you"

/** Asks signed-in users for the password before what does harm in the wrong hands. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id, email } = await requireUser(request)
  const redirectTo = readTarget(request)
  const head = pageHead({ title: TITLE, description: 'Enter your password.', path: '/auth', isIndexed: false })
  return { email, hasApp: await hasSecondFactor(id), redirectTo, head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, FAILED, async () => {
    const asked = { request, user, redirectTo: readTarget(request) }
    const isCode = (await readForm(request)).get('intent') === 'code'
    return isCode ? verifyCodeAction(asked) : verifyPasswordAction(asked)
  })
}

function readTarget(request: Request) {
  return safePath(new URL(request.url).searchParams.get('redirectTo'), '/account')
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function VerifyPage() {
  const { email, hasApp, redirectTo } = useLoaderData<typeof loader>()
  const answer = useFormResult()
  const [result, ofCode] = submittedValue(answer, 'intent') === 'code' ? [undefined, answer] : [answer, undefined]
  return (
    <AuthFrame title={TITLE}>
      <Form method="post" className={AUTH_FORM} noValidate>
        <ErrorSummary errors={summaryOf(result)} />
        <p className="text-muted-foreground">
          You are signed in as <bdi className="font-semibold text-foreground">{email}</bdi>. For this step, please enter
          your password again.
        </p>
        <PasswordField
          label="Current password"
          id="currentPassword"
          kind="current"
          errors={errorsOf(result, 'currentPassword')}
        />
        <Button size="lg" block>
          Confirm
        </Button>
      </Form>
      {hasApp ? <ByCode result={ofCode} /> : null}
      <ButtonLink to={redirectTo} tone="ghost" block className="mt-4">
        Cancel
      </ButtonLink>
    </AuthFrame>
  )
}

/** A code says as much as the password. */
function ByCode({ result }: { result: FormResult }) {
  return (
    <Form method="post" className={AUTH_FORM} noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <input type="hidden" name="intent" value="code" />
      <TextField
        label="Or a code from your authenticator app"
        id="code"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        errors={errorsOf(result, 'code')}
      />
      <Button tone="secondary" block>
        Confirm with the code
      </Button>
    </Form>
  )
}
