import { Link } from '@remix-run/react'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import type { ReportedChange, SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedList } from '~/http/forms'
import { FactBadge, Tag } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { OutsideLink } from '~/ui/outside-link'
import { formatAge } from '~/ui/relative-time'
import { shorten } from '~/ui/shorten'
import { Stars } from '~/ui/stars'
import { DecisionForms } from './decision-forms'
import { OWN_CONTRIBUTION } from './own-contribution'
import type { ViewItem } from './queue-item.server'
import { itemPath, lineAnchor } from './queue-paths'
import type { Claim, DecisionResult } from './queue-types'

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
          <Decisions item={item} next={next} isSelectable={isSelectable} result={result} />
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

type DecisionsProps = Pick<ViewItemCardProps, 'item' | 'next' | 'isSelectable' | 'result'>

function Decisions({ item, next, isSelectable, result }: DecisionsProps) {
  if (!item.canDecide) return <p className="queue-item__actions">{OWN_CONTRIBUTION}</p>
  const value = `${item.id}.${item.version}`
  return (
    <div className="queue-item__actions">
      <DecisionForms item={item} next={next} result={result} compact />
      {isSelectable ? (
        <label className="selection">
          <input
            type="checkbox"
            name="selected"
            form="selected"
            value={value}
            defaultChecked={submittedList(result, 'selected').includes(value)}
          />
          <span>
            Select<span className="sr-only">{` this ${specOf(item.kind).noun}`}</span>
          </span>
        </label>
      ) : null}
    </div>
  )
}

function ClaimOf({ claim: { by, isMine, since }, now }: { claim: Claim; now: Date }) {
  if (isMine) return <FactBadge tone="mine">Yours</FactBadge>
  return (
    <FactBadge>
      <bdi>{by}</bdi>
      {` opened this ${formatAge(since, now)} ago`}
    </FactBadge>
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

/** The text of a contribution and its deal. A comment has no title, so the deal name labels the item. */
function ItemText({ item, titleId }: { item: ViewItem; titleId: string }) {
  const { fullTitle, body, rating, deal, change } = item
  return (
    <>
      <div className="queue-item__who">
        {rating ? <Stars value={rating} small /> : null}
        {change ? <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag> : null}
        {fullTitle ? null : <span>On</span>}
        {deal ? (
          <Link className="link" id={fullTitle ? undefined : titleId} to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
        {deal && !deal.published ? <span>Draft</span> : null}
      </div>
      {fullTitle ? (
        <h2 id={titleId} dir="auto">
          {fullTitle}
        </h2>
      ) : null}
      {change ? <ReportedValues change={change} /> : null}
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      {change ? <ReportedFacts change={change} /> : null}
    </>
  )
}

function ReportedValues({ change: { kind, currency, oldValue, newValue } }: { change: ReportedChange }) {
  return <ValueChange change={{ kind, currency, old_value: oldValue, new_value: newValue }} />
}

function ReportedFacts({ change: { effectiveOn, affectsOwners, sourceUrl } }: { change: ReportedChange }) {
  return (
    <div className="queue-item__who">
      <span>{AFFECTS_LABELS[affectsOwners]}</span>
      {effectiveOn ? (
        <span>
          {'Effective '}
          <LocalDate value={effectiveOn} />
        </span>
      ) : null}
      {sourceUrl ? <OutsideLink url={sourceUrl}>Source</OutsideLink> : <span>No source given</span>}
    </div>
  )
}

/** How the author's other contributions were decided, and the most similar text by anyone. */
function ItemBackground({ item: { similar, author } }: { item: ViewItem }) {
  return (
    <>
      {similar[0] ? <MostSimilar other={similar[0]} /> : null}
      {author ? (
        <p className="queue-item__who">
          {author.approved + author.rejected === 0
            ? 'Their history: nothing decided yet'
            : `Their history: ${author.approved} approved, ${author.rejected} rejected`}
        </p>
      ) : null}
    </>
  )
}

function MostSimilar({ other: { percent, status, kind, id, text, deal, author } }: { other: SimilarText }) {
  return (
    <p className="queue-item__similar">
      <Icon name="copy" />
      <span>
        {percent === 100 ? 'Same text: ' : `${percent}% similar text: `}
        <ModerationBadge status={status} />{' '}
        <Link className="link" to={itemPath(kind, id)} discover="none">
          <bdi>{shorten(text, 60)}</bdi>
        </Link>
        {` ${specOf(kind).noun}`}
        {deal ? (
          <>
            {' on '}
            <bdi>{deal}</bdi>
          </>
        ) : null}
        {author ? (
          <>
            {' by '}
            <bdi>{author}</bdi>
          </>
        ) : null}
      </span>
    </p>
  )
}
