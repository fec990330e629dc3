import { Fragment } from 'react'
import type { User } from '~/features/people/accounts/guards.server'
import {
  canChangeRole,
  canChangeStatus,
  canDeleteAccounts,
  PROFILE_STATUSES,
  ROLES,
} from '~/features/people/accounts/profile'
import { managePersonPath, type UserSearch, usersPath } from '~/features/people/accounts/user-search'
import type { listUsers } from '~/features/people/accounts/users.server'
import { type FormResult, submittedValue } from '~/http/forms'
import { Pill } from '~/ui/badge'
import { ButtonLink, IconLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { ReaderDate } from '~/ui/local-date'
import { SortHead } from '~/ui/sort-head'
import { Table } from '~/ui/table'
import { ManageRow } from './manage-row'
import { RightSelect } from './right-select'

type Person = Awaited<ReturnType<typeof listUsers>>['rows'][number]
/** `managed`: the id of the person whose row is open. */
type UserTableProps = { user: User; people: Person[]; managed: string | null; search: UserSearch; result: FormResult }

const BY_KARMA = [
  ['karma', 'descending'],
  ['karma-asc', 'ascending'],
] as const
const BY_DATE = [
  ['', 'descending'],
  ['oldest', 'ascending'],
] as const

/** In rows of two lines: the columns beside the name, which has email and date below it. */
const BESIDE = 'folded:row-start-1 folded:row-end-4'
const JOINED =
  'cards:order-1 cards:pt-2 cards:text-end cards:text-small folded:col-start-1 folded:row-start-3 folded:text-small'

export function UserTable({ user, people, managed, search, result }: UserTableProps) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: UserSearch['sort']) => usersPath({ ...search, sort, before: '', after: '' }),
  }
  return (
    <Table label="People" stack="folded">
      <thead>
        <tr>
          <th scope="col" className="@4xl:w-[16%]">
            Name
          </th>
          <th scope="col" className="folded:sr-only @4xl:w-[22%]">
            Email
          </th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <SortHead label="Karma" orders={BY_KARMA} sorting={sorting} className="text-end" />
          <SortHead label="Joined" orders={BY_DATE} sorting={sorting} className={JOINED} />
          <th scope="col" className="print:hidden">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <UserRow
            key={person.id}
            user={user}
            person={person}
            search={search}
            isManaged={managed === person.id}
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

type UserRowProps = { user: User; person: Person; search: UserSearch; isManaged: boolean; failed: FormResult }

function UserRow({ user, person, search, isManaged, failed }: UserRowProps) {
  const { id, name, email, role, status, karma, created_at } = person
  const label = name ?? email
  const select = { id, name: label, failed }
  const mayManage = canDeleteAccounts(user) || canChangeStatus(user, person)
  const row = (
    <tr className="cards:grid-cols-2">
      <td className="wrap-anywhere cards:order-first folded:col-start-1 folded:row-start-1">
        {name ? (
          <bdi className="font-semibold text-foreground">{name}</bdi>
        ) : (
          <span className="text-subtle-foreground">N/A</span>
        )}
      </td>
      <td className="wrap-anywhere cards:col-span-2 cards:text-small folded:col-start-1 folded:row-start-2 folded:text-small">
        <span className="text-muted-foreground">
          <BreakableEmail email={email} />
        </span>
      </td>
      <td className={classes('cards:pt-2', BESIDE)}>
        <RightSelect {...select} right="role" value={role} options={ROLES} isOpen={canChangeRole(user, person)} />
      </td>
      <td className={classes('cards:pt-2', BESIDE)}>
        <RightSelect
          {...select}
          // Choosing SUSPENDED opens the row below; until that is sent, the value is the stored one.
          key={String(isManaged)}
          right="status"
          value={status}
          options={PROFILE_STATUSES}
          isOpen={canChangeStatus(user, person)}
        />
      </td>
      <td className={classes('text-end cards:-order-1', BESIDE)}>
        <Pill>{karma.toLocaleString('en-US').replace('-', '−')}</Pill>
      </td>
      <td className={classes('text-muted-foreground whitespace-nowrap', JOINED)}>
        <span className="hidden cards:inline">Joined </span>
        <ReaderDate value={created_at} />
      </td>
      <td className={classes('cards:pt-2 print:hidden', BESIDE)}>
        <span className="flex items-center gap-1">
          <ButtonLink to={`/account?userId=${id}`} tone="secondary" size="sm" className="whitespace-nowrap">
            View Profile<span className="sr-only"> of {label}</span>
          </ButtonLink>
          {mayManage ? (
            <IconLink
              to={isManaged ? usersPath(search) : managePersonPath(search, id)}
              icon="ellipsis"
              label={isManaged ? `Close ${label}` : `Suspend or delete ${label}`}
              size="sm"
              discover="none"
              preventScrollReset={isManaged}
            />
          ) : null}
        </span>
      </td>
    </tr>
  )
  if (!isManaged || !mayManage) return row
  return (
    <>
      {row}
      <ManageRow user={user} person={person} failed={failed} />
    </>
  )
}
