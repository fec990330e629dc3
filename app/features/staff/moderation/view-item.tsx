import { Link } from '@remix-run/react'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import { EffectMark } from '~/features/contributions/change-logs/effect-mark'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import type { ReportedChange, SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedList } from '~/http/forms'
import { FactBadge, Tag } from '~/ui/badge'
import { classes } from '~/ui/classes'
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

const ITEM =
  'grid grid-cols-1 overflow-hidden rounded-md border border-border bg-card focus-visible:-outline-offset-2 md:grid-cols-[6.5rem_minmax(0,1fr)]'
const BODY =
  'grid min-w-0 gap-2 px-5 pt-2 pb-5 md:px-6 md:pt-5 xl:grid-cols-[minmax(0,1fr)_auto] xl:gap-x-10 xl:[&>:not([data-actions])]:col-start-1'
const LINE = 'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-small text-subtle-foreground'
const LINK = 'link inline-flex min-h-6 items-center'

// What can be decided is below the text, or beside it on wide screens as long as no form is open.
const ACTIONS = 'mt-2.5 flex flex-wrap items-start gap-2.5 border-t border-border pt-4 print:hidden'
const BELOW = 'xl:col-span-full'
const BESIDE =
  'xl:has-open:col-span-full xl:not-has-open:col-start-2 xl:not-has-open:row-span-4 xl:not-has-open:row-start-1 xl:not-has-open:mt-0 xl:not-has-open:self-center xl:not-has-open:border-0 xl:not-has-open:pt-0'

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
    <article className={ITEM} id={lineAnchor(id)} tabIndex={0} aria-labelledby={`title-${id}`} data-item>
      <LocalDate
        value={createdAt}
        form="stacked"
        className="flex items-baseline gap-1.5 px-5 pt-4 text-small leading-snug text-subtle-foreground md:flex-col md:items-end md:gap-0 md:border-e md:border-rule md:ps-0 md:pe-4 md:pt-5"
      />
      <div className={BODY}>
        <ItemText item={item} titleId={`title-${id}`} />
        <div className={LINE}>
          <b className="font-semibold text-foreground">
            <bdi>{author ? (author.name ?? 'No name') : 'Former member'}</bdi>
          </b>
          {person ? <span>{person.email}</span> : null}
          {isOverdue ? (
            <span className="inline-flex items-center gap-1.5 text-accent">
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
        <div className="grid gap-1.5 border-t border-dashed border-border pt-3">
          {decided ? null : <ItemBackground item={item} />}
          <p className={LINE}>
            <Link className={LINK} to={itemPath(kind, id)} discover="none">
              {decided ? 'Details and reopen' : 'Details'}
              <span className="sr-only">{` of this ${specOf(kind).noun}`}</span>
            </Link>
            {person ? (
              <Link className={LINK} to={`/account?userId=${person.id}`} discover="none">
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
  if (!item.canDecide) {
    return (
      <p className={classes(ACTIONS, BESIDE, 'text-small text-muted-foreground')} data-actions>
        {OWN_CONTRIBUTION}
      </p>
    )
  }
  const value = `${item.id}.${item.version}`
  return (
    <div className={classes(ACTIONS, item.change?.kind === 'PRICE' ? BELOW : BESIDE)} data-actions>
      <DecisionForms item={item} next={next} result={result} compact />
      {isSelectable ? (
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-small">
          <input
            className="size-4.5 flex-none cursor-pointer accent-primary"
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
    <p className={LINE}>
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
      <div className={LINE}>
        {rating ? <Stars value={rating} small /> : null}
        {change ? <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag> : null}
        {fullTitle ? null : <span>On</span>}
        {deal ? (
          <Link className={LINK} id={fullTitle ? undefined : titleId} to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
        {deal && !deal.published ? <span>Draft</span> : null}
      </div>
      {fullTitle ? (
        <h2 id={titleId} dir="auto" className="font-sans text-base leading-snug font-bold tracking-[0]">
          {fullTitle}
        </h2>
      ) : null}
      {change ? <ReportedValues change={change} /> : null}
      <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground">
        {body}
      </p>
      {change ? <ReportedFacts change={change} /> : null}
    </>
  )
}

function ReportedValues({ change: { kind, currency, oldValue, newValue } }: { change: ReportedChange }) {
  return <ValueChange change={{ kind, currency, old_value: oldValue, new_value: newValue }} />
}

function ReportedFacts({ change: { effectiveOn, affectsOwners, effect, sourceUrl } }: { change: ReportedChange }) {
  return (
    <div className={LINE}>
      <EffectMark effect={effect} />
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
        <p className={LINE}>
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
    <p className="flex gap-2 rounded-sm bg-accent-soft px-3 py-2 text-small text-accent-soft-foreground">
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
