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
    <div className="burst" role="note">
      <Icon name="triangle-alert" />
      <b>
        {`${count} contributions to `}
        <bdi>{item.deal?.title}</bdi> within 24 hours
      </b>
      <p>{`${youngWords(youngAccounts)} Look at them together before you decide.`}</p>
      <p className="burst__kinds">
        {byKind.map(([label, many]) => (
          <span key={label}>{`${label} ${many}`}</span>
        ))}
      </p>
      <details>
        <summary className="link">{`Show the ${items.length}`}</summary>
        <ul className="burst__items">
          {items.map((other) => (
            <li key={other.id}>
              <ModerationBadge status={other.status} />{' '}
              {other.isThis ? (
                <span>This one</span>
              ) : (
                <Link className="link" to={itemPath(other.kind, other.id)} discover="none">
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
