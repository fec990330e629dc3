import { Link } from '@remix-run/react'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { ItemBackground } from './item-background'
import { ItemText } from './item-text'
import { itemPath, type Kind, QUEUE_STATUS_LABELS, queueOf, STATUS_TONES } from './queue'
import type { QueueItem as Item } from './screens.server'
import { VerdictForms } from './verdict-forms'
import type { VerdictResult } from './verdict-result'

type CaseProps = {
  kind: Kind
  item: Item
  /** The item that the page leads to after a decision on this one. */
  next?: string
  isPicked?: boolean
  /** On the item's own page, which is not led to. */
  isWhole?: boolean
  result: VerdictResult
}

/** What somebody wrote, who that is, and what is to be decided. */
export function QueueItemCard({ kind, item, next, isPicked, isWhole, result }: CaseProps) {
  const { id, status, author, author_id, author_email, created_at, is_late, moderation_reason } = item
  const isPending = status === 'PENDING'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the shortcuts act on the item that has the focus
    <article className="queue-item" id={`case-${id}`} tabIndex={0} aria-labelledby={`title-${id}`}>
      <LocalDate value={created_at} form="stacked" className="queue-item__date" />
      <div className="queue-item__body">
        <ItemText item={item} titleId={`title-${id}`} />
        <div className="queue-item__who">
          <b>
            <bdi>{author ?? (author_id ? 'No name' : 'Former member')}</bdi>
          </b>
          {author_email ? <span>{author_email}</span> : null}
          {is_late ? (
            <span className="queue-item__overdue">
              <Icon name="clock" />
              Pending longer than 24 hours
            </span>
          ) : null}
        </div>
        {isPending ? (
          <VerdictForms {...{ kind, item, next, isPicked, result }} />
        ) : (
          <p className="queue-item__who">
            <Badge tone={STATUS_TONES[status]}>{QUEUE_STATUS_LABELS[status]}</Badge>
            {item.moderator ? <bdi>{item.moderator}</bdi> : null}
            {item.moderated_at ? <LocalDate value={item.moderated_at} /> : null}
            {moderation_reason ? <q>{moderation_reason}</q> : null}
          </p>
        )}
        <div className="queue-item__aside">
          {item.background ? <ItemBackground kind={kind} background={item.background} isOpen={isWhole} /> : null}
          <p className="queue-item__who">
            {isWhole ? null : (
              <Link className="link" to={itemPath(kind, id)} discover="none">
                {isPending ? 'Details' : 'Details and reopen'}
                <span className="sr-only">{` of this ${queueOf(kind).noun}`}</span>
              </Link>
            )}
            {author_id ? (
              <Link className="link" to={`/account?userId=${author_id}`} discover="none">
                View Profile
                <span className="sr-only">{` of ${author ?? author_email}`}</span>
              </Link>
            ) : null}
          </p>
        </div>
      </div>
    </article>
  )
}
