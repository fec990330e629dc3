import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { AuthFrame } from '~/features/accounts/auth-frame'
import { forgetToken, hideToken, readToken } from '~/features/accounts/link-cookie.server'
import { startSession } from '~/features/accounts/sessions.server'
import { confirmAccount } from '~/features/accounts/sign-up.server'
import { findTokenOwner } from '~/features/accounts/tokens.server'
import { countTry } from '~/features/limits/limits.server'
import { clientAddress } from '~/http/client-address.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { linkPageHeaders } from '~/http/private-page'
import { tooMany } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Button } from '~/ui/button'
import '~/styles/auth.css'

// Opening the link changes nothing, because mail scanners open links too. The button does.
export async function loader({ request }: LoaderFunctionArgs) {
  await hideToken(request, 'CONFIRM')
  const token = await readToken(request, 'CONFIRM')
  const isUsable = token !== undefined && (await findTokenOwner(token, 'CONFIRM')) !== undefined
  const description = 'Confirm the address of your account.'
  return { isUsable, head: pageHead({ title: 'Confirm your email', description, path: '/auth', isIndexed: false }) }
}

export async function action({ request }: ActionFunctionArgs) {
  const retryAfter = await countTry('link from address', clientAddress())
  if (retryAfter) throw tooMany('Too many tries. Try again in a minute.', retryAfter)
  const token = await readToken(request, 'CONFIRM')
  const profile = token && (await confirmAccount(token))
  if (!profile) return data(null, { status: 400 })

  const headers = new Headers({ 'Set-Cookie': await startSession(request, profile.id) })
  headers.append('Set-Cookie', await forgetToken('CONFIRM'))
  return redirectWithToast('/', { tone: 'success', title: 'Signed in successfully!' }, headers)
}

export const headers = linkPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ConfirmPage() {
  const { isUsable } = useLoaderData<typeof loader>()
  if (!isUsable) {
    return (
      <AuthFrame title="This link no longer works">
        <p className="muted mt-4">
          It was used, it is older than 24 hours, or a newer one was sent. Sign in with your password, and you can ask
          for another one.
        </p>
        <p className="auth__alt">
          <Link className="link" to="/auth">
            Back to sign in
          </Link>
        </p>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Confirm your email">
      <Form method="post">
        <p className="muted">One click, and your account is ready.</p>
        <Button size="lg" block>
          Confirm Email
        </Button>
      </Form>
    </AuthFrame>
  )
}
