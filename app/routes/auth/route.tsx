import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { AuthFrame } from '~/features/accounts/auth-frame'
import { findUser } from '~/features/accounts/guards.server'
import { readForm } from '~/http/forms.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { safePath } from '~/http/safe-redirect.server'
import '~/styles/auth.css'
import { resendAction, resetAction, signInAction, signUpAction } from './actions.server'
import { AuthForm } from './auth-form'
import { modeOf, TITLES } from './mode'

export async function loader({ request }: LoaderFunctionArgs) {
  if (await findUser(request)) throw redirect('/')
  const { searchParams } = new URL(request.url)
  const mode = modeOf(searchParams)
  const head = pageHead({
    title: TITLES[mode],
    description: 'Sign in to bookmark deals, review what you bought and report changes.',
    path: '/auth',
    isIndexed: false,
  })
  return { mode, redirectTo: safePath(searchParams.get('redirectTo')), head }
}

export async function action({ request }: ActionFunctionArgs) {
  if (await findUser(request)) throw redirect('/')
  const { searchParams } = new URL(request.url)
  if ((await readForm(request)).get('intent') === 'resend') return resendAction(request)
  switch (modeOf(searchParams)) {
    case 'sign-in':
      return signInAction(request, safePath(searchParams.get('redirectTo')))
    case 'sign-up':
      return signUpAction(request)
    case 'reset':
      return resetAction(request)
  }
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function AuthPage() {
  const { mode, redirectTo } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <AuthFrame title={TITLES[mode]}>
      <AuthForm key={mode} mode={mode} redirectTo={redirectTo} result={result} />
    </AuthFrame>
  )
}
