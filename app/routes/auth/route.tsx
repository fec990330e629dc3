import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { findWritableDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { slugToBookmark } from '~/features/contributions/bookmarks/bookmark'
import { AuthFrame } from '~/features/people/accounts/auth-frame'
import { AUTH_FAILED, inboxPath, modeOf, TITLES } from '~/features/people/accounts/auth-mode'
import { findUser } from '~/features/people/accounts/guards.server'
import type { MailSent } from '~/features/people/accounts/mail-sent'
import { forgetMailSent, readMailSent } from '~/features/people/accounts/mail-sent-cookie.server'
import { reviveFormDrafts } from '~/features/people/accounts/use-form-draft'
import { withFormErrors } from '~/http/actions.server'
import { isFormSubmission } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { safePath } from '~/http/responses.server'
import { readSessionId } from '~/http/session-cookie.server'
import { Notice } from '~/ui/notice'
import { resetAction, signInAction, signUpAction } from './actions.server'
import { AuthForm } from './auth-form'

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
  const mailed = mode === 'sign-in' ? await readMailSent(request) : undefined
  const redirectTo = safePath(searchParams.get('redirectTo'))
  const slug = slugToBookmark(redirectTo)
  const deal = slug === undefined ? undefined : await findWritableDeal(slug)
  const sent = mailed && { mail: mailed.mail, email: mailed.email }
  // Signing out removes the cookie, so one without a session belongs to a session that ended on its own.
  const hasEnded = mode === 'sign-in' && (await readSessionId(request)) !== undefined
  const screen = { mode, redirectTo, dealToSave: deal?.title, sent, hasEnded, head }
  // The form was sent since, so the mail is no longer what the page is about.
  const isOver = mailed?.mail === 'reset' && isFormSubmission()
  return isOver ? data(screen, { headers: { 'Set-Cookie': await forgetMailSent() } }) : screen
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, AUTH_FAILED, async () => {
    if (await findUser(request)) throw redirect('/')
    const { searchParams } = new URL(request.url)
    const redirectTo = safePath(searchParams.get('redirectTo'))
    switch (modeOf(searchParams)) {
      case 'sign-in':
        return signInAction(request, redirectTo)
      case 'sign-up':
        return signUpAction(request, redirectTo)
      case 'reset':
        return resetAction(request, redirectTo)
    }
  })
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(AUTH_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function AuthPage() {
  const { mode, redirectTo, dealToSave, sent, hasEnded } = useLoaderData<typeof loader>()
  const result = useFormResult()
  useEffect(reviveFormDrafts, [])
  return (
    <AuthFrame title={TITLES[mode]}>
      {hasEnded ? (
        <div className="mt-4">
          <Notice tone="closed" title="Your session has ended" text="Sign in to return to the page." />
        </div>
      ) : null}
      {dealToSave && mode !== 'reset' ? (
        <p className="text-muted-foreground mt-4">
          {mode === 'sign-in' ? 'Sign in' : 'Sign up'} to bookmark{' '}
          <bdi className="font-semibold text-foreground">{dealToSave}</bdi>.
        </p>
      ) : null}
      {sent && !result ? <MailSentNote sent={sent} redirectTo={redirectTo} /> : null}
      <AuthForm key={mode} mode={mode} redirectTo={redirectTo} email={sent?.email} result={result} />
    </AuthFrame>
  )
}

/** Stays above the form until it is sent, unlike the toast. */
function MailSentNote({ sent, redirectTo }: { sent: Pick<MailSent, 'mail' | 'email'>; redirectTo: string }) {
  const address = <bdi className="font-semibold text-foreground">{sent.email}</bdi>
  return (
    <div className="mt-6">
      {sent.mail === 'confirm' ? (
        <Notice
          tone="ok"
          icon="mail"
          title="Confirm your email"
          text={
            <>
              We sent an email to {address}. Open the link in it within 24 hours to activate your account.{' '}
              <Link className="link" to={inboxPath(redirectTo)}>
                Nothing there?
              </Link>
            </>
          }
        />
      ) : (
        <Notice
          tone="ok"
          icon="mail"
          title="Check your inbox"
          text={
            <>
              If {address} has an account, we sent a link to it. Open it within 30 minutes to choose a new password.
              Nothing there? Check your spam folder.
            </>
          }
        />
      )}
    </div>
  )
}
