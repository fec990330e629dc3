import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, type MetaFunction, useLoaderData } from '@remix-run/react'
import { verifyForm } from '~/features/accounts/account-form.server'
import { AuthFrame } from '~/features/accounts/auth-frame'
import { requireUser } from '~/features/accounts/guards.server'
import { PasswordField } from '~/features/accounts/password-field'
import { verifySession } from '~/features/accounts/reauthentication.server'
import { findRetryAfter } from '~/features/limits/limits.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, summaryOf } from '~/http/form-result'
import { invalid, parseForm, rejectUnparsed } from '~/http/forms.server'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { safePath } from '~/http/safe-redirect.server'
import { redirectWithToast } from '~/http/toast.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import '~/styles/auth.css'

const FAILED = 'Failed to check your password'
const TITLE = 'Confirm that it is you'
const LOCKED = {
  status: 429,
  retryAfter: 15 * 60,
  formErrors: ['Too many attempts. Try again in 15 minutes.'],
}

/** Asks signed-in users for the password before what does harm in the wrong hands. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { email } = await requireUser(request)
  const redirectTo = readTarget(request)
  const head = pageHead({ title: TITLE, description: 'Enter your password.', path: '/auth', isIndexed: false })
  return { email, redirectTo, head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, FAILED, async () => {
    if (await findRetryAfter('password of account', user.id)) return rejectUnparsed(request, LOCKED)
    const submission = await parseForm(request, verifyForm)
    if (submission.status !== 'success') return invalid(submission)
    const check = await verifySession(request, user, submission.value.currentPassword)
    if (check === 'locked') return invalid(submission, LOCKED)
    if (check === 'wrong') {
      return invalid(submission, { fieldErrors: { currentPassword: ['This is not your current password.'] } })
    }
    const toast = { tone: 'success', title: 'Confirmed', text: 'You can go on for the next 15 minutes.' } as const
    return redirectWithToast(readTarget(request), toast)
  })
}

function readTarget(request: Request) {
  return safePath(new URL(request.url).searchParams.get('redirectTo'), '/account')
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function VerifyPage() {
  const { email, redirectTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AuthFrame title={TITLE}>
      <Form method="post" noValidate>
        <ErrorSummary errors={summaryOf(result)} />
        <p className="muted">
          You are signed in as <bdi className="strong">{email}</bdi>. For this step, please enter your password again.
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
        <ButtonLink to={redirectTo} tone="secondary" block>
          Back without it
        </ButtonLink>
      </Form>
    </AuthFrame>
  )
}
