import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { firstAdminForm } from '~/features/people/accounts/account-form.server'
import { finishSignIn } from '~/features/people/accounts/finish-sign-in.server'
import { createFirstAdmin, findFirstAdminExpiry } from '~/features/people/accounts/first-admin.server'
import { forgetToken, hideToken, readToken } from '~/features/people/accounts/link-cookie.server'
import { PasswordField } from '~/features/people/accounts/password-field'
import { EMAIL_MAX, FIRST_ADMIN_PASSWORD_MIN, NAME_MAX } from '~/features/people/accounts/profile'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { withFormErrors } from '~/http/actions.server'
import { clientNetwork } from '~/http/current-request.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, fieldsOf, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { tooMany } from '~/http/responses.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextField } from '~/ui/field'
import { formatDate, formatTime } from '~/ui/local-date'
import { Notice } from '~/ui/notice'

const FAILED = 'Failed to create the administrator'
const TITLE = 'Create the first administrator'
const NO_LONGER_WORKS = 'This link no longer works'

/** The page of the address that `npm start` prints while there is no admin. */
export async function loader({ request }: LoaderFunctionArgs) {
  await hideToken(request, 'FIRST_ADMIN')
  const expiresAt = await findExpiry(request)
  const title = expiresAt ? TITLE : NO_LONGER_WORKS
  const head = pageHead({ title, description: title, path: '/auth/first-admin', isIndexed: false })
  const expiry = expiresAt && `${formatDate(expiresAt)}, ${formatTime(expiresAt)} UTC`
  return data({ expiry, head }, { status: expiry ? 200 : 404 })
}

export async function action({ request }: ActionFunctionArgs) {
  return withFormErrors(request, FAILED, async () => {
    const retryAfter = await consumeRateLimit('link from address', clientNetwork())
    if (retryAfter) throw tooMany('Too many attempts. Try again in a minute.', retryAfter)
    await readForm(request)
    if (!(await findExpiry(request))) return data(null, { status: 404 })
    const submission = await parseForm(request, firstAdminForm)
    if (submission.status !== 'success') return invalid(submission)
    const created = await createFirstAdmin(submission.value)
    if (created === 'has-admin') return data(null, { status: 404 })
    if (created === 'taken')
      return invalid(submission, { fieldErrors: { email: ['This email already has an account.'] } })
    const cookies = [await forgetToken('FIRST_ADMIN')]
    return finishSignIn(request, created.id, { redirectTo: '/admin', by: 'password', cookies })
  })
}

async function findExpiry(request: Request) {
  const token = await readToken(request, 'FIRST_ADMIN')
  return token === undefined ? undefined : findFirstAdminExpiry(token)
}

export const handle = { hasForms: true, isBare: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export { linkPageHeaders as headers } from '~/http/responses.server'

export default function FirstAdminPage() {
  const { expiry } = useLoaderData<typeof loader>()
  return (
    <div className="wrap py-10 md:py-16">
      <div className="mx-auto grid max-w-108 gap-6">
        {expiry ? <FirstAdminForm expiry={expiry} /> : <NoLongerWorks />}
      </div>
    </div>
  )
}

function FirstAdminForm({ expiry }: { expiry: string }) {
  const result = useFormResult()
  const field = fieldsOf<Record<'name' | 'email', string>>(result, undefined)
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-h1">{TITLE}</h1>
        <p className="text-muted-foreground">
          {`This page works once, because this site has no administrator yet. The address expires on ${expiry}.`}
        </p>
      </div>
      <Form method="post" className="grid gap-4.5" noValidate data-failure={FAILED}>
        <ErrorSummary errors={summaryOf(result)} />
        <TextField {...field('name')} label="Name" autoComplete="name" required maxLength={NAME_MAX} />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" required maxLength={EMAIL_MAX} />
        <PasswordField
          id="password"
          kind="new"
          minLength={FIRST_ADMIN_PASSWORD_MIN}
          hint={`At least ${FIRST_ADMIN_PASSWORD_MIN} characters. A sentence is easiest to remember.`}
          errors={errorsOf(result, 'password')}
        />
        <Button size="lg" block>
          Create account and sign in
        </Button>
      </Form>
      <FieldHint>
        After that you can set the name and logo under Site, and make other people managers under Users.
      </FieldHint>
    </>
  )
}

function NoLongerWorks() {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-h1">{NO_LONGER_WORKS}</h1>
        <p className="text-muted-foreground">
          It was used, it is older than 24 hours, or this site has an administrator already.
        </p>
      </div>
      <Notice
        title="Need a new one?"
        isLive={false}
        text={
          <>
            Restart the program: while there is no administrator, it prints a new address in its console. Or run{' '}
            <code>npm run user -- create --role ADMIN</code>.
          </>
        }
      />
      <ButtonLink to="/auth" size="lg" className="justify-self-start">
        Sign in
      </ButtonLink>
    </>
  )
}
