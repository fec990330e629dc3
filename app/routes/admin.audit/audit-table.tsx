import { Link } from '@remix-run/react'
import type { listAuditEntries } from '~/features/audit/audit-list.server'
import { detailOf, formerName, furtherDetails, sentenceOf } from '~/features/audit/audit-sentence'
import { formatDate } from '~/ui/local-date'
import { Table } from '~/ui/table'

type Entry = Awaited<ReturnType<typeof listAuditEntries>>['entries'][number]

export function AuditTable({ entries }: { entries: Entry[] }) {
  return (
    <Table label="Entries, newest first" stack="records">
      <thead>
        <tr>
          <th scope="col">When (UTC)</th>
          <th scope="col">What</th>
          <th scope="col">Route</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="nowrap muted">
              <Moment value={entry.created_at} />
            </td>
            <td>
              <Said entry={entry} />
              <Details entry={entry} />
            </td>
            <td>
              <Route entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Moment({ value }: { value: Date }) {
  const iso = value.toISOString()
  return <time dateTime={iso}>{`${formatDate(value)}, ${iso.slice(11, 19)}`}</time>
}

function Said({ entry }: { entry: Entry }) {
  const { actor, before, after, hasSubject } = sentenceOf(entry)
  return (
    <p>
      {entry.actor_id ? (
        <Link className="link" to={`/account?userId=${entry.actor_id}`} discover="none">
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
  if (!entry.subject) return <bdi className="strong">{formerName(entry)}</bdi>
  return (
    <Link className="link" to={entry.subject.to} discover="none">
      <bdi>{entry.subject.name}</bdi>
    </Link>
  )
}

function Details({ entry }: { entry: Entry }) {
  const details = Object.entries(furtherDetails(entry))
  if (details.length === 0) return null
  return (
    <ul className="caption muted">
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
  if (!route) return <span className="subtle">Command or job</span>
  return (
    <span className="caption muted">
      {route}
      <br />
      {`ref ${request}`}
    </span>
  )
}
