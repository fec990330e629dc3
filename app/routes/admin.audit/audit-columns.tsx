import { Link } from '@remix-run/react'
import type { listAuditEntries } from '~/features/staff/audit/audit-list.server'
import { auditPath } from '~/features/staff/audit/audit-search'
import { detailOf, formerName, furtherDetails, sentenceOf } from '~/features/staff/audit/audit-sentence'
import type { Column } from '~/ui/list-screen'
import { formatDate } from '~/ui/local-date'

type Entry = Awaited<ReturnType<typeof listAuditEntries>>['entries'][number]

export const AUDIT_COLUMNS: Column<Entry>[] = [
  {
    label: 'When (UTC)',
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-muted-foreground">
        <Moment value={created_at} />
      </span>
    ),
  },
  {
    label: 'Action',
    cell: (entry) => (
      <>
        <Said entry={entry} />
        <Details entry={entry} />
      </>
    ),
  },
  { label: 'Route', cell: (entry) => <Route entry={entry} /> },
]

function Moment({ value }: { value: Date }) {
  const iso = value.toISOString()
  return <time dateTime={iso}>{`${formatDate(value)}, ${iso.slice(11, 19)}`}</time>
}

function Said({ entry }: { entry: Entry }) {
  const { actor, before, after, hasSubject } = sentenceOf(entry)
  const to = entry.actor_id ? `/account?userId=${entry.actor_id}` : pathOfDeleted(entry.actor_pseudonym)
  return (
    <p>
      {to ? (
        <Link className="link" to={to} discover="none">
          <bdi>{actor}</bdi>
        </Link>
      ) : (
        actor
      )}
      {` ${before} `}
      {hasSubject ? <AuditSubject entry={entry} /> : null}
      {after ? ` ${after}` : null}
    </p>
  )
}

function AuditSubject({ entry }: { entry: Entry }) {
  const to = entry.subject?.to ?? (entry.entity_type === 'profile' ? pathOfDeleted(entry.entity_id) : undefined)
  const name = entry.subject?.name ?? formerName(entry)
  if (!to) return <bdi className="font-semibold text-foreground">{name}</bdi>
  return (
    <Link className="link" to={to} discover="none">
      <bdi>{name}</bdi>
    </Link>
  )
}

/** All entries of an account that is gone. */
function pathOfDeleted(pseudonym: string | null) {
  return pseudonym ? auditPath({ who: pseudonym }) : undefined
}

function Details({ entry }: { entry: Entry }) {
  const details = Object.entries(furtherDetails(entry))
  if (details.length === 0) return null
  return (
    <ul className="text-caption leading-snug text-muted-foreground">
      {details.map(([name, value]) => (
        <li key={name}>
          {`${name.replaceAll('_', ' ')}: `}
          <bdi className="whitespace-pre-line">{value}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Route({ entry }: { entry: Entry }) {
  const { route, request } = detailOf(entry.detail)
  if (!route) return <span className="text-subtle-foreground">Command or job</span>
  return (
    <span className="text-caption leading-snug text-muted-foreground">
      {route}
      <br />
      {`ref ${request}`}
    </span>
  )
}
