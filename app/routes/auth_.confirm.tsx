import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives, AuthFrame } from '~/features/people/accounts/auth-frame'
import { completeSignIn } from '~/features/people/accounts/finish-sign-in.server'
import { forgetToken, hideToken, readToken } from '~/features/people/accounts/link-cookie.server'
import { LinkRecipient } from '~/features/people/accounts/link-recipient'
import { confirmAccount } from '~/features/people/accounts/sign-up.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { findTokenOwner } from '~/features/people/sessions/tokens.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { tooMany } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'

const FAILED = 'Failed to confirm your email'

const WELCOME = {
  tone: 'success',
  title: 'Your email is confirmed.',
  text: 'You are signed in. Bookmark a deal to hear when its price or terms change, and review the deals you bought.',
  stays: true,
} as const
/** For members who came from no other page. */
const BROWSE = { to: '/deals?open=1', label: 'Browse open deals' }

// Opening the link changes nothing, because mail scanners open links too. The button does.
export async function loader({ request }: LoaderFunctionArgs) {
  await hideToken(request, 'CONFIRM')
  const token = await readToken(request, 'CONFIRM')
  const owner = token === undefined ? undefined : await findTokenOwner(token, 'CONFIRM')
  const description = 'Confirm your email to activate your account.'
  const head = pageHead({ title: 'Confirm your email', description, path: '/auth', isIndexed: false })
  return { owner: owner && { name: owner.name, email: owner.email }, head }
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, FAILED, async () => {
    const retryAfter = await consumeRateLimit('link from address', clientNetwork())
    if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
    await readForm(request)
    const token = await readToken(request, 'CONFIRM')
    const profile = token && (await confirmAccount(token))
    if (!profile) return data(null, { status: 400 })

    const headers = await completeSignIn(request, profile.id)
    headers.append('Set-Cookie', await forgetToken('CONFIRM'))
    const toast = profile.redirectTo === '/' ? { ...WELCOME, next: BROWSE } : WELCOME
    return redirectWithToast(profile.redirectTo, toast, headers)
  })
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export { linkPageHeaders as headers } from '~/http/responses.server'

export default function ConfirmPage() {
  const { owner } = useLoaderData<typeof loader>()
  const result = useFormResult()
  if (!owner) {
    return (
      <AuthFrame title="This link no longer works">
        <p className="text-muted-foreground mt-4">
          It was used, has expired, or was replaced by a newer link or sign-up. Sign in with your password to get a new
          link.
        </p>
        <AuthAlternatives>
          <Link className="link" to="/auth">
            Back to sign in
          </Link>
        </AuthAlternatives>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Confirm your email">
      <Form method="post" className={AUTH_FORM} data-failure={FAILED}>
        <ErrorSummary title="Not confirmed" errors={summaryOf(result)} />
        <p className="text-muted-foreground">Confirm your email to activate your account.</p>
        <LinkRecipient {...owner} />
        <Button size="lg" block>
          Confirm Email
        </Button>
      </Form>
      <AuthAlternatives>
        Not your name? Someone else signed up with your email, so don't confirm it.{' '}
        <Link className="link" to="/auth?mode=sign-up">
          Sign up yourself
        </Link>{' '}
        to replace their sign-up.
      </AuthAlternatives>
    </AuthFrame>
  )
}
