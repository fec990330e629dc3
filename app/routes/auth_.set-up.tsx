import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { AUTH_FORM, AuthAlternatives, AuthFrame } from '~/features/people/accounts/auth-frame'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { forgetToken, hideToken, readToken } from '~/features/people/accounts/link-cookie.server'
import { LinkRecipient } from '~/features/people/accounts/link-recipient'
import { allowSetUp } from '~/features/people/accounts/set-up-permission.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
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

const FAILED = 'Failed to confirm the setup'
const TITLE = 'Set up your second factor'

// Opening the link changes nothing, because mail scanners open links too. The button does.
export async function loader({ request }: LoaderFunctionArgs) {
  await hideToken(request, 'SET_UP')
  const user = await requireUser(request)
  const token = await readToken(request, 'SET_UP')
  const owner = token === undefined ? undefined : await findTokenOwner(token, 'SET_UP')
  const head = pageHead({ title: TITLE, description: TITLE, path: '/auth', isIndexed: false })
  return { owner: owner?.id === user.id ? { name: owner.name, email: owner.email } : undefined, head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, async () => {
    const retryAfter = await consumeRateLimit('link from address', clientNetwork())
    if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
    await readForm(request)
    const token = await readToken(request, 'SET_UP')
    if (!token || !(await allowSetUp(request, user, token))) return data(null, { status: 400 })
    const headers = new Headers({ 'Set-Cookie': await forgetToken('SET_UP') })
    const toast = { tone: 'success', title: 'Confirmed', text: 'You can set up a second factor now.' } as const
    return redirectWithToast(SECURITY_PATH, toast, headers)
  })
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export { linkPageHeaders as headers } from '~/http/responses.server'

export default function SetUpPage() {
  const { owner } = useLoaderData<typeof loader>()
  const result = useFormResult()
  if (!owner) {
    return (
      <AuthFrame title="This link no longer works">
        <p className="text-muted-foreground mt-4">
          It was used, has expired, was replaced by a newer link, or belongs to another account.
        </p>
        <AuthAlternatives>
          <Link className="link" to={SECURITY_PATH}>
            Request a new link
          </Link>
        </AuthAlternatives>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={TITLE}>
      <Form method="post" className={AUTH_FORM}>
        <ErrorSummary title="Not confirmed" errors={summaryOf(result)} />
        <p className="text-muted-foreground">Confirm only if you are setting it up in this browser.</p>
        <LinkRecipient {...owner} />
        <Button size="lg" block>
          Confirm
        </Button>
      </Form>
    </AuthFrame>
  )
}
