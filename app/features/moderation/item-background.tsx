import { Link } from '@remix-run/react'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { shorten } from '~/ui/shorten'
import type { Background } from './background.server'
import { itemPath, type Kind, QUEUE_STATUS_LABELS, QUEUES, STATUS_TONES } from './queue'

type CaseBackgroundProps = { kind: Kind; background: Background; isOpen?: boolean }

/** What helps to decide: how the person's other contributions fared, and who wrote nearly the same before. */
export function ItemBackground({ kind, background, isOpen }: CaseBackgroundProps) {
  const { approved, rejected, latest, alike } = background
  return (
    <>
      {alike ? (
        <p className="queue-item__similar">
          <Icon name="copy" />
          <span>
            {alike.percent === 100 ? 'Same text: ' : `${alike.percent}% similar text: `}
            <Past kind={kind} past={alike} />
            {alike.author ? (
              <>
                {' by '}
                <bdi>{alike.author}</bdi>
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {latest.length > 0 ? (
        <details className="queue-item__history" open={isOpen || rejected > 0}>
          <summary>{`Their history: ${told(approved, rejected)}`}</summary>
          <ul>
            {latest.map((past) => (
              <li key={past.id}>
                <Past kind={past.kind} past={past} />
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

function told(approved: number, rejected: number) {
  return approved + rejected === 0 ? 'nothing decided yet' : `${approved} approved, ${rejected} rejected`
}

function Past({ kind, past }: { kind: Kind; past: Background['latest'][number] }) {
  return (
    <>
      <Badge tone={STATUS_TONES[past.status]}>{QUEUE_STATUS_LABELS[past.status]}</Badge>{' '}
      <Link className="link" to={itemPath(kind, past.id)} discover="none">
        <bdi>{shorten(past.words, 60)}</bdi>
      </Link>
      {` ${QUEUES[kind].noun} on `}
      <bdi>{past.deal}</bdi>
    </>
  )
}
