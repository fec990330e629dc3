import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { newPasswordForm } from '~/features/people/accounts/account-form.server'
import { AUTH_FORM, AuthAlternatives, AuthFrame } from '~/features/people/accounts/auth-frame'
import { forgetToken, hideToken, readToken } from '~/features/people/accounts/link-cookie.server'
import { LinkRecipient } from '~/features/people/accounts/link-recipient'
import { forgetMailSent } from '~/features/people/accounts/mail-sent-cookie.server'
import { resetPassword } from '~/features/people/accounts/new-password.server'
import { PasswordField } from '~/features/people/accounts/password-field'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { findTokenOwner } from '~/features/people/sessions/tokens.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { tooMany } from '~/http/responses.server'
import { clearSessionId } from '~/http/session-cookie.server'
import { redirectWithToast } from '~/http/toast.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { signInPath } from '~/ui/sign-in-prompt'

const FAILED = 'Failed to change password'

export async function loader({ request }: LoaderFunctionArgs) {
  await hideToken(request, 'RESET')
  const owner = await findOwner(request)
  const description = 'Choose a new password for your account.'
  const head = pageHead({ title: 'Reset your password', description, path: '/auth', isIndexed: false })
  return { owner: owner && { name: owner.name, email: owner.email }, head }
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, FAILED, async () => {
    const retryAfter = await consumeRateLimit('link from address', clientNetwork())
    if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
    const owner = await findOwner(request)
    if (!owner) return data(null, { status: 400 })

    const submission = await parseForm(request, newPasswordForm(owner))
    if (submission.status !== 'success') return invalid(submission)
    const reset = await resetPassword(owner.token, submission.value.password)
    if (!reset) return data(null, { status: 400 })

    const headers = new Headers({ 'Set-Cookie': await forgetToken('RESET') })
    headers.append('Set-Cookie', await clearSessionId())
    headers.append('Set-Cookie', await forgetMailSent())
    const toast = { tone: 'success', title: 'Password changed', text: 'Sign in with your new password.' } as const
    return redirectWithToast(reset.redirectTo === '/' ? '/auth' : signInPath(reset.redirectTo), toast, headers)
  })
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export { linkPageHeaders as headers } from '~/http/responses.server'

export default function NewPasswordPage() {
  const { owner } = useLoaderData<typeof loader>()
  const result = useFormResult()
  if (!owner) {
    return (
      <AuthFrame title="This link no longer works">
        <p className="text-muted-foreground mt-4">
          It was used, has expired, or was replaced by a newer link or sign-up.
        </p>
        <AuthAlternatives>
          <Link className="link" to="/auth?mode=reset">
            Request a new link
          </Link>
        </AuthAlternatives>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Reset your password">
      <Form method="post" className={AUTH_FORM} noValidate data-failure={FAILED}>
        <ErrorSummary errors={summaryOf(result)} />
        <LinkRecipient {...owner} />
        <PasswordField label="New password" id="password" kind="new" errors={errorsOf(result, 'password')} />
        <PasswordField
          label="Confirm new password"
          id="passwordAgain"
          kind="new"
          hint="Re-enter the new password."
          errors={errorsOf(result, 'passwordAgain')}
        />
        <Button size="lg" block>
          Change password
        </Button>
      </Form>
    </AuthFrame>
  )
}

async function findOwner(request: Request) {
  const token = await readToken(request, 'RESET')
  const owner = token && (await findTokenOwner(token, 'RESET'))
  return owner ? { ...owner, token } : undefined
}
