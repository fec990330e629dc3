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
import { byNumber, type Column } from '~/ui/list-screen'
import { ReaderDate } from '~/ui/local-date'
import { RightSelect } from './right-select'

type Person = Awaited<ReturnType<typeof listUsers>>['rows'][number]
/** `managed`: the id of the person whose suspension or deletion is open. */
type Page = { user: User; managed: string | null; search: UserSearch; result: FormResult }

/** In rows of two lines: the columns beside the name, which has email and date below it. */
const BESIDE = 'folded:row-start-1 folded:row-end-4'
const JOINED =
  'cards:order-1 cards:pt-2 cards:text-end cards:text-small folded:col-start-1 folded:row-start-3 folded:text-small'

export const mayManage = (user: User, person: Person) => canDeleteAccounts(user) || canChangeStatus(user, person)

export function userColumns({ user, managed, search, result }: Page): Column<Person, UserSearch['sort']>[] {
  const selectOf = ({ id, name, email }: Person) => ({
    id,
    name: name ?? email,
    failed: submittedValue(result, 'id') === id ? result : undefined,
  })
  return [
    {
      label: 'Name',
      headClassName: '@4xl:w-[16%]',
      className: 'cards:order-first folded:col-start-1 folded:row-start-1',
      cell: ({ name }) =>
        name ? (
          <bdi className="font-semibold text-foreground">{name}</bdi>
        ) : (
          <span className="text-subtle-foreground">N/A</span>
        ),
    },
    {
      label: 'Email',
      headClassName: 'folded:sr-only @4xl:w-[22%]',
      className: 'cards:col-span-2 cards:text-small folded:col-start-1 folded:row-start-2 folded:text-small',
      cell: ({ email }) => (
        <span className="text-muted-foreground">
          <BreakableEmail email={email} />
        </span>
      ),
    },
    {
      label: 'Role',
      className: classes('cards:pt-2', BESIDE),
      cell: (person) => (
        <RightSelect
          {...selectOf(person)}
          right="role"
          value={person.role}
          options={ROLES}
          isOpen={canChangeRole(user, person)}
        />
      ),
    },
    {
      label: 'Status',
      className: classes('cards:pt-2', BESIDE),
      cell: (person) => (
        <RightSelect
          {...selectOf(person)}
          // Choosing SUSPENDED opens the form above; until that is sent, the value is the stored one.
          key={String(managed === person.id)}
          right="status"
          value={person.status}
          options={PROFILE_STATUSES}
          isOpen={canChangeStatus(user, person)}
        />
      ),
    },
    {
      label: 'Karma',
      sort: byNumber('karma'),
      headClassName: 'text-end',
      className: classes('text-end cards:-order-1', BESIDE),
      cell: ({ karma }) => <Pill>{karma.toLocaleString('en-US').replace('-', '−')}</Pill>,
    },
    {
      label: 'Joined',
      sort: [
        ['', 'descending'],
        ['oldest', 'ascending'],
      ],
      headClassName: JOINED,
      className: classes('text-muted-foreground whitespace-nowrap', JOINED),
      cell: ({ created_at }) => (
        <>
          <span className="hidden cards:inline">Joined </span>
          <ReaderDate value={created_at} />
        </>
      ),
    },
    {
      label: 'Actions',
      headClassName: 'print:hidden',
      className: classes('cards:pt-2 print:hidden', BESIDE),
      cell: (person) => (
        <span className="flex items-center gap-1">
          <ButtonLink to={`/account?userId=${person.id}`} tone="secondary" size="sm" className="whitespace-nowrap">
            View Profile<span className="sr-only"> of {person.name ?? person.email}</span>
          </ButtonLink>
          {mayManage(user, person) ? (
            <IconLink
              to={managed === person.id ? usersPath(search) : managePersonPath(search, person.id)}
              icon="ellipsis"
              label={`${managed === person.id ? 'Close' : 'Suspend or delete'} ${person.name ?? person.email}`}
              size="sm"
              discover="none"
            />
          ) : null}
        </span>
      ),
    },
  ]
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
