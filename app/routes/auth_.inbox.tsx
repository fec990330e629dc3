import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives, AuthFrame } from '~/features/people/accounts/auth-frame'
import { authPath, inboxPath } from '~/features/people/accounts/auth-mode'
import { findUser } from '~/features/people/accounts/guards.server'
import { CONFIRMATIONS_MAX, RESEND_AFTER, resendWait } from '~/features/people/accounts/mail-sent'
import { readConfirmationSent, rememberMailSent } from '~/features/people/accounts/mail-sent-cookie.server'
import { resendConfirmation } from '~/features/people/accounts/sign-in.server'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { readForm, rejectUnparsed } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint } from '~/ui/field'
import { pluralize } from '~/ui/pluralize'

/** The message of the specification. The page is the only place that shows it, so that it is read once. */
const TITLE = 'Check your email to confirm your account!'
const FAILED = 'Failed to send the email again'

/** Whom the mail of this browser's sign-up went to. @throws a redirect for everybody else */
async function requireSent(request: Request) {
  const redirectTo = safePath(new URL(request.url).searchParams.get('redirectTo'))
  // Confirmed meanwhile, in another tab.
  if (await findUser(request)) throw redirect(redirectTo)
  const sent = await readConfirmationSent(request)
  if (!sent) throw redirect(authPath('sign-in', redirectTo))
  return { sent, redirectTo }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { sent, redirectTo } = await requireSent(request)
  const description = 'Open the link in our email to activate your account.'
  const head = pageHead({ title: TITLE, description, path: '/auth', isIndexed: false })
  return { email: sent.email, wait: resendWait(sent), isLast: sent.count >= CONFIRMATIONS_MAX, redirectTo, head }
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, FAILED, async () => {
    await readForm(request)
    const { sent, redirectTo } = await requireSent(request)
    const path = inboxPath(redirectTo)
    if (sent.count >= CONFIRMATIONS_MAX) throw redirect(path)
    const wait = resendWait(sent)
    if (wait > 0) return tooEarly(request, wait, pluralize(wait, 'more second'))
    const retryAfter = await consumeRateLimit('sign-up from address', clientNetwork())
    if (retryAfter) return tooEarly(request, retryAfter, formatWait(retryAfter))

    await resendConfirmation(sent, redirectTo)
    const cookie = await rememberMailSent({ ...sent, at: Date.now(), count: sent.count + 1 })
    const toast = { tone: 'success', title: 'Email sent again', text: 'Look in your spam folder too.' } as const
    return redirectWithToast(path, toast, new Headers({ 'Set-Cookie': cookie }))
  })
}

function tooEarly(request: Request, retryAfter: number, wait: string) {
  const formErrors = [`An email is on its way. Wait ${wait}, then try again.`]
  return rejectUnparsed(request, { status: 429, retryAfter, formErrors })
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function InboxPage() {
  const { email, wait, isLast, redirectTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <AuthFrame title={TITLE}>
      <p className="text-muted-foreground mt-4">
        We sent an email to <bdi className="font-semibold text-foreground">{email}</bdi>. Open the link in it within 24
        hours, in any browser, to activate your account.
        {redirectTo === '/' ? null : ' It takes you back to where you were.'}
      </p>
      <Form method="post" className={AUTH_FORM} data-failure={FAILED}>
        <ErrorSummary title="Not sent yet" errors={summaryOf(result)} />
        <p>
          <b>Nothing there?</b> Look in your spam folder first. Some emails take a few minutes.
        </p>
        {isLast ? (
          <p className="text-muted-foreground">
            {`We sent ${CONFIRMATIONS_MAX} emails, the limit for an hour. After that, sign in to request another.`}
          </p>
        ) : (
          <>
            <Button tone="secondary" block icon="mail" data-wait={wait || undefined}>
              Send it again
            </Button>
            <FieldHint data-wait-hint="">
              {wait > 0
                ? `You can send it again in ${pluralize(wait, 'second')}.`
                : `Once every ${RESEND_AFTER} seconds.`}
            </FieldHint>
          </>
        )}
      </Form>
      <AuthAlternatives>
        Wrong address?{' '}
        <Link className="link" to={authPath('sign-up', redirectTo)}>
          Sign up again
        </Link>
        . Confirmed already?{' '}
        <Link className="link" to={authPath('sign-in', redirectTo)}>
          Sign in
        </Link>
        .
      </AuthAlternatives>
    </AuthFrame>
  )
}
