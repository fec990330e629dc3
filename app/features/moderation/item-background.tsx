import { Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { shorten } from '~/ui/shorten'
import type { Background } from './background.server'
import { ModerationBadge } from './moderation-badge'
import { itemPath, type Kind, QUEUES } from './queue'

type ItemBackgroundProps = { kind: Kind; background: Background; isOpen?: boolean }

/** How the author's other contributions were decided, and the most similar text by anyone. */
export function ItemBackground({ kind, background, isOpen }: ItemBackgroundProps) {
  const { approved, rejected, latest, similar } = background
  return (
    <>
      {similar ? (
        <p className="queue-item__similar">
          <Icon name="copy" />
          <span>
            {similar.percent === 100 ? 'Same text: ' : `${similar.percent}% similar text: `}
            <PastItemLink kind={kind} item={similar} />
            {similar.author ? (
              <>
                {' by '}
                <bdi>{similar.author}</bdi>
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {latest.length > 0 ? (
        <details className="queue-item__history" open={isOpen || rejected > 0}>
          <summary>{`Their history: ${describeDecisions(approved, rejected)}`}</summary>
          <ul>
            {latest.map((item) => (
              <li key={item.id}>
                <PastItemLink kind={item.kind} item={item} />
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p className="queue-item__who">First contribution</p>
      )}
    </>
  )
}

function describeDecisions(approved: number, rejected: number) {
  return approved + rejected === 0 ? 'nothing decided yet' : `${approved} approved, ${rejected} rejected`
}

function PastItemLink({ kind, item }: { kind: Kind; item: Background['latest'][number] }) {
  return (
    <>
      <ModerationBadge status={item.status} />{' '}
      <Link className="link" to={itemPath(kind, item.id)} discover="none">
        <bdi>{shorten(item.excerpt, 60)}</bdi>
      </Link>
      {` ${QUEUES[kind].noun} on `}
      <bdi>{item.deal}</bdi>
    </>
  )
}
