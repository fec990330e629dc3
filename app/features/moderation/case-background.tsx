import { Link } from '@remix-run/react'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { shorten } from '~/ui/shorten'
import type { Background } from './background.server'
import { itemPath, type Kind, QUEUES, STATUS_LABELS, STATUS_TONES } from './queue'

/** What helps to decide: how the person's other contributions fared, and who wrote nearly the same before. */
export function CaseBackground({ kind, background }: { kind: Kind; background: Background }) {
  const { approved, rejected, latest, alike } = background
  return (
    <>
      {alike ? (
        <p className="case__alike">
          <Icon name="copy" />
          <span>
            {alike.percent === 100 ? 'The same text: ' : `${alike.percent}% the same text: `}
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
      <p className="case__who">
        {latest.length === 0 ? 'First contribution' : `Otherwise ${approved} approved, ${rejected} rejected`}
      </p>
      {latest.length > 0 ? (
        <ul className="case__past">
          {latest.map((past) => (
            <li key={past.id}>
              <Past kind={past.kind} past={past} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Past({ kind, past }: { kind: Kind; past: Background['latest'][number] }) {
  return (
    <>
      <Badge tone={STATUS_TONES[past.status]}>{STATUS_LABELS[past.status]}</Badge>{' '}
      <Link className="link" to={itemPath(kind, past.id)} discover="none">
        <bdi>{shorten(past.words, 60)}</bdi>
      </Link>
      {` ${QUEUES[kind].noun} on `}
      <bdi>{past.deal}</bdi>
    </>
  )
}
