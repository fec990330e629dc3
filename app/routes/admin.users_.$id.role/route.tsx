import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { Role } from '~/db/schema'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canChangeRole, ROLE_LABELS, ROLES } from '~/features/people/accounts/profile'
import { findProfile } from '~/features/people/accounts/profiles.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { changeRole } from '~/features/people/accounts/rights.server'
import { respondToRights } from '~/features/people/accounts/rights-form.server'
import { parseUserSearch, usersPath } from '~/features/people/accounts/user-search'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ScreenHead } from '~/ui/screen-head'

const FAILED = 'Failed to update user role'

const form = z.object({ role: z.enum(ROLES), expected: z.enum(ROLES) })

/** The question before a role is changed, as a page that needs no scripts. Back to user, it asks only for the password. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request)
  const id = parseRowId(params.id)
  const person = id && (await findProfile(id))
  if (!person) throw notFound('User')
  const { searchParams } = new URL(request.url)
  const list = usersPath(parseUserSearch(searchParams))
  const to = parseRole(searchParams.get('to'))
  if (!to || to === person.role || !canChangeRole(admin, person)) throw redirect(list)

  const { name, email, role } = person
  const title = `Make ${name ?? email} ${ROLE_QUESTIONS[to].noun}?`
  const head = pageHead({ title, description: 'Confirm a role.', path: `/admin/users/${id}/role`, isIndexed: false })
  return { id, title, head, person: { name, email, role }, to, list }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('User')
  return withFormErrors(request, FAILED, async () => {
    const submission = await parseForm(request, form)
    if (submission.status !== 'success') return invalid(submission)
    await requireRecentPassword(request, admin)
    const { role, expected } = submission.value
    const outcome = await changeRole(admin, id, role, expected)
    const list = usersPath(parseUserSearch(new URL(request.url).searchParams))
    return respondToRights(submission, { actor: admin, right: 'role', outcome, list })
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ConfirmRolePage() {
  const { title, person, to, list } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const { label, rights } = ROLE_QUESTIONS[to]
  return (
    <>
      <BackLink to={list}>User Management</BackLink>
      <ScreenHead title={title} lead={`${person.email}, now ${ROLE_LABELS[person.role]}`} />
      <ErrorSummary title={FAILED} errors={summaryOf(result)} />
      <p className="max-w-[60ch]">
        {rights} <bdi>{person.name ?? person.email}</bdi> is signed out everywhere and has the new role after signing in
        again.
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="role" value={to} />
        <input type="hidden" name="expected" value={person.role} />
        {passwordAgain(result)}
        <Button>{label}</Button>
        <ButtonLink to={list} tone="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </>
  )
}

/** What the question says about each role. */
const ROLE_QUESTIONS: Record<Role, { noun: string; label: string; rights: string }> = {
  USER: { noun: 'a user', label: 'Make user', rights: 'Users have no rights of staff.' },
  MANAGER: {
    noun: 'a manager',
    label: 'Make manager',
    rights:
      'Managers use all admin screens: they edit, import and publish deals, decide on contributions and suspend members.',
  },
  ADMIN: {
    noun: 'an admin',
    label: 'Make admin',
    rights: 'Admins do everything managers do. They also delete deals, merge records and change roles.',
  },
}

function parseRole(text: string | null): Role | undefined {
  return ROLES.find((role) => role === text)
}
