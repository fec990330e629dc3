import { Fragment } from 'react'
import type { User } from '~/features/people/accounts/guards.server'
import { canChangeRole, canChangeStatus, PROFILE_STATUSES, ROLES } from '~/features/people/accounts/profile'
import { type UserSearch, usersPath } from '~/features/people/accounts/user-search'
import type { listUsers } from '~/features/people/accounts/users.server'
import { type FormResult, submittedValue } from '~/http/forms'
import { Pill } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { ReaderDate } from '~/ui/local-date'
import { SortHead } from '~/ui/sort-head'
import { Table } from '~/ui/table'
import { RightSelect } from './right-select'

type Person = Awaited<ReturnType<typeof listUsers>>['rows'][number]
type UserTableProps = { user: User; people: Person[]; search: UserSearch; result: FormResult }

const BY_KARMA = [
  ['karma', 'descending'],
  ['karma-asc', 'ascending'],
] as const
const BY_DATE = [
  ['', 'descending'],
  ['oldest', 'ascending'],
] as const

export function UserTable({ user, people, search, result }: UserTableProps) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: UserSearch['sort']) => usersPath({ ...search, sort, before: '', after: '' }),
  }
  return (
    <Table label="People" stack="users">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <SortHead label="Karma" orders={BY_KARMA} sorting={sorting} className="r" />
          <SortHead label="Joined" orders={BY_DATE} sorting={sorting} />
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <UserRow
            key={person.id}
            user={user}
            person={person}
            failed={submittedValue(result, 'id') === person.id ? result : undefined}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** Long addresses break before the @ and after a dot, not inside a word. */
function BreakableEmail({ email }: { email: string }) {
  return email.split(/(?=@)|(?<=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}

function UserRow({ user, person, failed }: { user: User; person: Person; failed: FormResult }) {
  const { id, name, email, role, status, karma, created_at } = person
  const select = { id, name: name ?? email, failed }
  return (
    <tr>
      <td>{name ? <bdi className="strong">{name}</bdi> : <span className="subtle">N/A</span>}</td>
      <td>
        <span className="muted">
          <BreakableEmail email={email} />
        </span>
      </td>
      <td>
        <RightSelect {...select} right="role" value={role} options={ROLES} isOpen={canChangeRole(user, person)} />
      </td>
      <td>
        <RightSelect
          {...select}
          right="status"
          value={status}
          options={PROFILE_STATUSES}
          isOpen={canChangeStatus(user, person)}
        />
      </td>
      <td className="r">
        <Pill>{karma.toLocaleString('en-US').replace('-', '−')}</Pill>
      </td>
      <td className="nowrap muted">
        <ReaderDate value={created_at} />
      </td>
      <td>
        <ButtonLink to={`/account?userId=${id}`} tone="secondary" size="sm" className="nowrap">
          View Profile<span className="sr-only"> of {name ?? email}</span>
        </ButtonLink>
      </td>
    </tr>
  )
}
