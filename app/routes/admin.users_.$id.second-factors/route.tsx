import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { findSecondFactors, resetSecondFactors } from '~/features/people/second-factors/second-factors.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { LocalDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'

const FAILED = 'Failed to reset second factors'

/** Turns off the second factors of a member who has lost them. The admin changes their own on the Security page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request)
  const id = parseRowId(params.id)
  const person = id && (await findProfile(id))
  if (!person) throw notFound('User')
  if (person.id === admin.id) throw redirect(SECURITY_PATH)
  const { name, email } = person
  const title = `Reset the second factors of ${name ?? email}`
  const path = `/admin/users/${id}/second-factors`
  const head = pageHead({ title, description: 'Turn off second factors.', path, isIndexed: false })
  return { title, head, person: { id, name, email }, ...(await findSecondFactors(person.id)) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, FAILED, async () => {
    const id = parseRowId(params.id)
    const person = id && (await findProfile(id))
    if (!person) throw notFound('User')
    if (person.id === admin.id) throw forbidden('Change your own second factors on the Security page of your account.')
    await requireRecentPassword(request, admin)
    const wasReset = await resetSecondFactors(admin, person)
    const title = wasReset ? 'Second factors reset' : 'This account has no second factor'
    return redirectWithToast(`/account?userId=${person.id}`, { tone: wasReset ? 'success' : 'error', title })
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ResetFactorsPage() {
  const { title, person, authenticator, recoveryCodes } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const account = `/account?userId=${person.id}`
  return (
    <>
      <BackLink to={account}>Account</BackLink>
      <ScreenHead title={title} lead={person.email} />
      <ErrorSummary title={FAILED} errors={summaryOf(result)} />
      {authenticator ? (
        <>
          <p className="max-w-[60ch]">
            An authenticator app since <LocalDate value={authenticator.confirmed_at!} />
            {`, and ${pluralize(recoveryCodes.left, 'recovery code')}.`}
          </p>
          <p className="max-w-[60ch]">
            Do this only when you are sure who asks: afterwards the password alone signs in. The account is signed out
            everywhere, its owner gets an email, and the audit log names you.
          </p>
          <Form method="post" className="flex flex-wrap gap-3">
            {passwordAgain(result)}
            <Button tone="danger">Reset second factors</Button>
            <ButtonLink to={account} tone="secondary">
              Cancel
            </ButtonLink>
          </Form>
        </>
      ) : (
        <p>This account has no second factor.</p>
      )}
    </>
  )
}
