import { Link } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { shorten } from '~/ui/shorten'
import type { ItemDetail } from './queue-item.server'
import { itemPath } from './queue-paths'
import type { Burst } from './queue-types'

/** Warns of many contributions to one deal within a day. */
export function BurstWarning({ item, burst }: { item: ItemDetail; burst: Burst }) {
  const { count, byKind, youngAccounts, items } = burst
  return (
    <div
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md border border-accent/45 bg-accent-soft px-5 py-3.5 text-small leading-5 text-accent-soft-foreground"
      role="note"
    >
      <Icon name="triangle-alert" className="row-span-2 mt-0.5" />
      <b className="text-control">
        {`${count} contributions to `}
        <bdi>{item.deal?.title}</bdi> within 24 hours
      </b>
      <p>{`${youngWords(youngAccounts)} Look at them together before you decide.`}</p>
      <p className="col-start-2 flex flex-wrap gap-x-4 gap-y-1 text-caption">
        {byKind.map(([label, many]) => (
          <span key={label}>{`${label} ${many}`}</span>
        ))}
      </p>
      <details className="col-start-2 text-caption">
        <summary className="inline-block min-h-6 cursor-pointer underline">{`Show the ${items.length}`}</summary>
        <ul className="list-none">
          {items.map((other) => (
            <li key={other.id} className="py-1">
              <ModerationBadge status={other.status} />{' '}
              {other.isThis ? (
                <span>This one</span>
              ) : (
                <Link className="link text-inherit" to={itemPath(other.kind, other.id)} discover="none">
                  <bdi>{shorten(other.excerpt, 60)}</bdi>
                </Link>
              )}
              {` ${specOf(other.kind).label} by `}
              <bdi>{other.author ?? 'a former member'}</bdi>
              {', '}
              <LocalDate value={other.createdAt} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function youngWords(count: number) {
  if (count === 0) return 'None of them is by an account younger than a week.'
  return count === 1
    ? '1 of them is by an account younger than a week.'
    : `${count} of them are by accounts younger than a week.`
}
