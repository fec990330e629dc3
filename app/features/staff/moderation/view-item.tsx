import { Link } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { formatAge } from '~/ui/relative-time'
import { ItemBackground } from './item-background'
import { ItemText } from './item-text'
import { itemPath, lineAnchor } from './queue-paths'
import type { Claim, DecisionResult, ViewItem } from './queue-types'
import { ViewItemForms } from './view-item-forms'

type ViewItemCardProps = {
  item: ViewItem
  now: Date
  /** Id of the item to focus after a decision on this one. */
  next?: string
  isSelectable?: boolean
  result: DecisionResult
}

/** A contribution in a view, with its author, the decision forms and the background. */
export function ViewItemCard({ item, now, next, isSelectable, result }: ViewItemCardProps) {
  const { kind, id, author, person, createdAt, isOverdue, claim, decided } = item
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the shortcuts act on the item that has the focus
    <article className="queue-item" id={lineAnchor(id)} tabIndex={0} aria-labelledby={`title-${id}`}>
      <LocalDate value={createdAt} form="stacked" className="queue-item__date" />
      <div className="queue-item__body">
        <ItemText item={item} titleId={`title-${id}`} />
        <div className="queue-item__who">
          <b>
            <bdi>{author ? (author.name ?? 'No name') : 'Former member'}</bdi>
          </b>
          {person ? <span>{person.email}</span> : null}
          {isOverdue ? (
            <span className="queue-item__overdue">
              <Icon name="clock" />
              Pending longer than 24 hours
            </span>
          ) : null}
          {claim ? <ClaimOf claim={claim} now={now} /> : null}
        </div>
        {decided ? (
          <Decided decided={decided} />
        ) : (
          <ViewItemForms item={item} next={next} isSelectable={isSelectable} result={result} />
        )}
        <div className="queue-item__aside">
          {decided ? null : <ItemBackground item={item} />}
          <p className="queue-item__who">
            <Link className="link" to={itemPath(kind, id)} discover="none">
              {decided ? 'Details and reopen' : 'Details'}
              <span className="sr-only">{` of this ${specOf(kind).noun}`}</span>
            </Link>
            {person ? (
              <Link className="link" to={`/account?userId=${person.id}`} discover="none">
                View Profile
                <span className="sr-only">{` of ${person.name ?? person.email}`}</span>
              </Link>
            ) : null}
          </p>
        </div>
      </div>
    </article>
  )
}

function ClaimOf({ claim: { by, isMine, since }, now }: { claim: Claim; now: Date }) {
  if (isMine) return <span className="mark mark--mine">Yours</span>
  return (
    <span className="mark">
      <bdi>{by}</bdi>
      {` opened this ${formatAge(since, now)} ago`}
    </span>
  )
}

function Decided({ decided: { status, by, at, reason, note } }: { decided: NonNullable<ViewItem['decided']> }) {
  return (
    <p className="queue-item__who">
      <ModerationBadge status={status} />
      {by ? <bdi>{by}</bdi> : null}
      {at ? <LocalDate value={at} /> : null}
      {reason ? <span>{REJECTION_REASON_LABELS[reason]}</span> : null}
      {note ? <q>{note}</q> : null}
    </p>
  )
}
