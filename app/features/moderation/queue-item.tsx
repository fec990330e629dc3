import { Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { ItemBackground } from './item-background'
import { ItemText } from './item-text'
import { ModerationBadge } from './moderation-badge'
import { itemAnchor, itemPath, type Kind, queueOf } from './queue'
import type { QueueItem } from './screens.server'
import { VerdictForms } from './verdict-forms'
import type { VerdictResult } from './verdict-result'

type QueueItemCardProps = {
  kind: Kind
  item: QueueItem
  /** Id of the item to focus after a decision on this one. */
  next?: string
  isSelectable?: boolean
  /** On the item's own page, which needs no link to itself. */
  isOwnPage?: boolean
  result: VerdictResult
}

/** A contribution with its author, the decision forms and the background. */
export function QueueItemCard({ kind, item, next, isSelectable, isOwnPage, result }: QueueItemCardProps) {
  const { id, status, author, author_id, author_email, created_at, is_overdue, moderation_reason } = item
  const isPending = status === 'PENDING'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the shortcuts act on the item that has the focus
    <article className="queue-item" id={itemAnchor(id)} tabIndex={0} aria-labelledby={`title-${id}`}>
      <LocalDate value={created_at} form="stacked" className="queue-item__date" />
      <div className="queue-item__body">
        <ItemText item={item} titleId={`title-${id}`} />
        <div className="queue-item__who">
          <b>
            <bdi>{author ?? (author_id ? 'No name' : 'Former member')}</bdi>
          </b>
          {author_email ? <span>{author_email}</span> : null}
          {is_overdue ? (
            <span className="queue-item__overdue">
              <Icon name="clock" />
              Pending longer than 24 hours
            </span>
          ) : null}
        </div>
        {isPending ? (
          <VerdictForms {...{ kind, item, next, isSelectable, result }} />
        ) : (
          <p className="queue-item__who">
            <ModerationBadge status={status} />
            {item.moderator ? <bdi>{item.moderator}</bdi> : null}
            {item.moderated_at ? <LocalDate value={item.moderated_at} /> : null}
            {moderation_reason ? <q>{moderation_reason}</q> : null}
          </p>
        )}
        <div className="queue-item__aside">
          {item.background ? <ItemBackground kind={kind} background={item.background} isOpen={isOwnPage} /> : null}
          <p className="queue-item__who">
            {isOwnPage ? null : (
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
