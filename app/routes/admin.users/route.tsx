import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { isAdmin } from '~/features/people/accounts/profile'
import { parseUserSearch, usersExportPath, usersPath } from '~/features/people/accounts/user-search'
import { countUsers, listUsers } from '~/features/people/accounts/users.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { revalidateAfterConflict, type SentForm, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { CursorPager } from '~/ui/cursor-pager'
import { Icon } from '~/ui/icon'
import { NoMatches } from '~/ui/no-matches'
import { cappedCount } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { changeRights } from './actions.server'
import { RightsError } from './rights-error'
import { UserFilters } from './user-filters'
import { UserTable } from './user-table'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const search = parseUserSearch(new URL(request.url).searchParams)
    const [{ rows, newer, older }, count] = await Promise.all([listUsers(search), search.q ? null : countUsers(search)])
    const title = 'User Management'
    const head = pageHead({ title, description: 'Roles, status and karma.', path: '/admin/users', isIndexed: false })
    const pathOf = (cursor: typeof newer) => (cursor ? usersPath({ ...search, ...cursor }) : undefined)
    return { title, head, user, search, people: rows, newer: pathOf(newer), older: pathOf(older), count }
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
  const { title, user, search, people, newer, older, count } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <>
      <ScreenHead title={title} lead={count === null ? `Results for “${search.q}”` : countLabel(count)}>
        <div className="flex flex-wrap gap-3">
          {isAdmin(user) ? (
            <ButtonLink href={usersExportPath(search)} tone="secondary" icon="download">
              Export CSV
            </ButtonLink>
          ) : null}
          <ButtonLink to="/admin" tone="secondary" icon="arrow-left">
            Back to Dashboard
          </ButtonLink>
        </div>
      </ScreenHead>
      <RightsError result={result} />
      <UserFilters search={search} />
      {people.length > 0 ? (
        <UserTable {...{ user, people, search, result }} />
      ) : (
        <NoMatches title="No users found" clear="/admin/users" />
      )}
      <CursorPager newer={newer} older={older} isSorted={search.sort !== ''} />
      {isAdmin(user) ? null : (
        <p className="field__hint flex items-center gap-2">
          <Icon name="info" className="icon--sm" />
          Only admins can change roles. Managers see the role as read-only.
        </p>
      )}
    </>
  )
}

function rightsFailure(form: SentForm) {
  return `Failed to update user ${form.get('intent') === 'change-status' ? 'status' : 'role'}`
}

function countLabel(count: number) {
  return count === 1 ? '1 person' : `${cappedCount(count)} people`
}
