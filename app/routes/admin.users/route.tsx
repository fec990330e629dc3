import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { isAdmin, PROFILE_STATUSES, ROLES } from '~/features/people/accounts/profile'
import { parseUserSearch, USER_SEARCH_MAX, usersPath } from '~/features/people/accounts/user-search'
import { countUsers, listUsers } from '~/features/people/accounts/users.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import {
  type FormResult,
  revalidateAfterConflict,
  type SentForm,
  submittedValue,
  summaryOf,
  withFormFailure,
} from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { ListScreen } from '~/ui/list-screen'
import { cappedCount } from '~/ui/pluralize'
import { SelectField } from '~/ui/select-field'
import { changeRights } from './actions.server'
import { ManagePerson } from './manage-person'
import { mayManage, userColumns } from './user-columns'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const { searchParams } = new URL(request.url)
    const search = parseUserSearch(searchParams)
    const [{ rows, newer, older }, count] = await Promise.all([listUsers(search), search.q ? null : countUsers(search)])
    const title = 'User Management'
    const head = pageHead({ title, description: 'Roles, status and karma.', path: '/admin/users', isIndexed: false })
    const pathOf = (cursor: typeof newer) => (cursor ? usersPath({ ...search, ...cursor }) : undefined)
    const managed = searchParams.get('manage')
    return { title, head, user, search, people: rows, managed, newer: pathOf(newer), older: pathOf(older), count }
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, rightsFailure, () => changeRights(request, user))
}

export const clientAction = withFormFailure(rightsFailure)

export const handle = { loadFailure: 'Failed to load users' }

export const shouldRevalidate = revalidateAfterConflict

export default function UsersPage() {
  const { title, user, search, people, managed, newer, older, count } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const person = people.find(({ id }) => id === managed)
  const failed = submittedValue(result, 'id') === managed ? result : undefined
  return (
    <ListScreen
      head={title}
      lead={count === null ? `Results for “${search.q}”` : countLabel(count)}
      actions={
        <ButtonLink to="/admin" tone="secondary" icon="arrow-left">
          Back to Dashboard
        </ButtonLink>
      }
      above={
        <>
          <RightsError result={result} />
          {person && mayManage(user, person) ? <ManagePerson user={user} person={person} failed={failed} /> : null}
        </>
      }
      label="People"
      stack="folded"
      filters={{
        search: {
          id: 'q',
          label: 'Search',
          placeholder: 'Name or email...',
          maxLength: USER_SEARCH_MAX,
          defaultValue: search.q,
        },
        fields: (
          <>
            <SelectField id="role" name="role" label="Role" options={ROLE_OPTIONS} defaultValue={search.role} />
            <SelectField
              id="status"
              name="status"
              label="Status"
              options={STATUS_OPTIONS}
              defaultValue={search.status}
            />
          </>
        ),
      }}
      columns={userColumns({ user, managed, search, result })}
      rows={people}
      empty={{ icon: 'users', title: 'No users found' }}
      search={search}
      pathOf={usersPath}
      cursor={{ newer, older, isSorted: search.sort !== '' }}
    >
      {isAdmin(user) ? null : (
        <FieldHint className="flex items-center gap-2">
          <Icon name="info" className="size-[1.05em]" />
          Only admins can change roles. Managers see the role as read-only.
        </FieldHint>
      )}
    </ListScreen>
  )
}

function rightsFailure(form: SentForm) {
  return failureOf(form.get('intent'))
}

function failureOf(intent: unknown) {
  if (intent === 'delete-account') return 'Failed to delete account'
  return `Failed to update user ${intent === 'change-role' ? 'role' : 'status'}`
}

function countLabel(count: number) {
  return count === 1 ? '1 person' : `${cappedCount(count)} people`
}

/** Says why a role or status was not saved. */
function RightsError({ result }: { result: FormResult }) {
  const intent = submittedValue(result, 'intent') ?? null
  const errors = summaryOf(result, result?.asksPassword ? '' : 'manage-').map(({ id, message }) => ({
    id: intent === 'suspend' || intent === 'delete-account' ? id : undefined,
    message,
  }))
  return <ErrorSummary title={failureOf(intent)} errors={errors} />
}

const toOption = (value: string) => ({ value, label: value })
const ROLE_OPTIONS = [{ value: '', label: 'Any role' }, ...ROLES.map(toOption)]
const STATUS_OPTIONS = [{ value: '', label: 'Any status' }, ...PROFILE_STATUSES.map(toOption)]
