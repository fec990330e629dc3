import { Form, Link } from '@remix-run/react'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import { EffectMark } from '~/features/contributions/change-logs/effect-mark'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import type { ReportedChange, SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { errorsOf, submittedList } from '~/http/forms'
import { FactBadge, Tag } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { classes } from '~/ui/classes'
import { FieldErrors } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { outsideUrl } from '~/ui/outside-url'
import { formatAge } from '~/ui/relative-time'
import { shorten } from '~/ui/shorten'
import { Stars } from '~/ui/stars'
import type { ListedItem } from './context.server'
import { DecisionPanel } from './decision-panel'
import { type DecisionResult, itemAnchor, itemPath } from './item'
import type { QueueItem } from './items.server'

const ITEM =
  'grid grid-cols-1 overflow-hidden rounded-md border border-border bg-card focus-visible:-outline-offset-2 md:grid-cols-[6.5rem_minmax(0,1fr)]'
const BODY =
  'grid min-w-0 gap-2 px-5 pt-2 pb-5 md:px-6 md:pt-5 xl:grid-cols-[minmax(0,1fr)_auto] xl:gap-x-10 xl:[&>:not([data-actions])]:col-start-1'
const LINE = 'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-small text-subtle-foreground'
const LINK = 'link inline-flex min-h-6 items-center'

// What can be decided is below the text, or beside it on wide screens as long as no form is open. Fields need the width.
const ACTIONS = 'mt-2.5 flex flex-wrap items-start gap-2.5 border-t border-border pt-4 print:hidden'
const BELOW = 'xl:col-span-full'
const BESIDE =
  'xl:has-open:col-span-full xl:not-has-open:col-start-2 xl:not-has-open:row-span-4 xl:not-has-open:row-start-1 xl:not-has-open:mt-0 xl:not-has-open:self-center xl:not-has-open:border-0 xl:not-has-open:pt-0'

type RowProps = {
  item: ListedItem
  now: Date
  /** Id of the item to focus after a decision on this one. */
  next?: string
  /** In a list of several kinds. */
  showsKind?: boolean
  result: DecisionResult
}

/** An item of a list, with its author, what can be decided and the background. */
export function QueueRow({ item, now, next, showsKind = false, result }: RowProps) {
  const { kind, id, status, created_at, waiting_since, is_overdue, reader, author_id } = item
  const isPending = status === 'PENDING'
  const name = nameOf(item)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the shortcuts act on the item that has the focus
    <article className={ITEM} id={itemAnchor(id)} tabIndex={0} aria-labelledby={`title-${id}`} data-item>
      <LocalDate
        value={isPending ? waiting_since : created_at}
        form="stacked"
        className="flex items-baseline gap-1.5 px-5 pt-4 text-small leading-snug text-subtle-foreground md:flex-col md:items-end md:gap-0 md:border-e md:border-rule md:ps-0 md:pe-4 md:pt-5"
      />
      <div className={BODY}>
        <ItemText item={item} showsKind={showsKind} />
        <div className={LINE}>
          <b className="font-semibold text-foreground">
            <bdi>{name}</bdi>
          </b>
          {item.author_email ? <span>{item.author_email}</span> : null}
          {isPending && is_overdue ? (
            <span className="inline-flex items-center gap-1.5 text-accent">
              <Icon name="clock" />
              Pending longer than 24 hours
            </span>
          ) : null}
          {isPending && reader ? (
            <FactBadge>
              <bdi>{reader.name}</bdi>
              {` opened this ${formatAge(new Date(reader.since), now)} ago`}
            </FactBadge>
          ) : null}
        </div>
        {isPending ? (
          <div className={classes(ACTIONS, item.change?.field ? BELOW : BESIDE)} data-actions>
            <DecisionPanel item={item} next={next} result={result} />
            {item.is_harmless && item.can_decide ? <Selection item={item} result={result} /> : null}
          </div>
        ) : (
          <Decided item={item} />
        )}
        <div className="grid gap-1.5 border-t border-dashed border-border pt-3">
          {isPending ? <Background item={item} /> : null}
          <p className={LINE}>
            <Link className={LINK} to={itemPath(kind, id)} discover="none" data-open>
              {isPending ? 'Details' : 'Details and reopen'}
              <span className="sr-only">{` of this ${specOf(kind).noun}`}</span>
            </Link>
            {author_id ? (
              <Link className={LINK} to={`/account?userId=${author_id}`} discover="none">
                View Profile
                <span className="sr-only">{` of ${name}`}</span>
              </Link>
            ) : null}
          </p>
        </div>
      </div>
    </article>
  )
}

/** Who sent an item: a member, a visitor, or a part of the site. */
export function nameOf({ author_id, author, author_email, contact, sender }: QueueItem) {
  if (author_id) return author ?? author_email ?? 'No name'
  return contact?.name ?? sender ?? 'Former member'
}

function Selection({ item: { kind, id, version }, result }: Pick<RowProps, 'item' | 'result'>) {
  const value = `${id}.${version}`
  return (
    <Checkbox
      name="selected"
      form="selected"
      value={value}
      defaultChecked={submittedList(result, 'selected').includes(value)}
    >
      Select<span className="sr-only">{` this ${specOf(kind).noun}`}</span>
    </Checkbox>
  )
}

/** Approves what is selected in the rows; their boxes belong to this form. */
export function BulkApproval({ item: { kind }, result }: Pick<RowProps, 'item' | 'result'>) {
  const { segment, noun } = specOf(kind)
  return (
    <Form method="post" id="selected" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <input type="hidden" name="kind" value={segment} />
      <Button tone="secondary" size="sm" icon="check" name="intent" value="approve-selected">
        Approve selected
      </Button>
      <span className="text-muted-foreground">{`A ${noun} with a link, with a repeated text or from a new account is decided alone.`}</span>
      <FieldErrors id="selected" errors={errorsOf(result, 'selected')} />
    </Form>
  )
}

function Decided({ item }: { item: QueueItem }) {
  const { status, moderator, moderated_at, rejection_reason, moderation_reason } = item
  return (
    <p className={LINE}>
      <ModerationBadge status={status} />
      {moderator ? <bdi>{moderator}</bdi> : null}
      {moderated_at ? <LocalDate value={moderated_at} /> : null}
      {rejection_reason ? <span>{REJECTION_REASON_LABELS[rejection_reason]}</span> : null}
      {moderation_reason ? <q>{moderation_reason}</q> : null}
    </p>
  )
}

/** The text of an item and its deal. A comment has no title, so the deal name labels the item. */
function ItemText({ item, showsKind }: Pick<RowProps, 'item' | 'showsKind'>) {
  const { kind, id, title, body, rating, deal, change, marks = [], findings = [] } = item
  const { icon, label, reject } = specOf(kind)
  return (
    <>
      <div className={LINE}>
        {showsKind ? (
          <span className="inline-flex items-center gap-1.5">
            <Icon name={icon} className="size-4" />
            {label}
          </span>
        ) : null}
        {rating ? <Stars value={rating} small /> : null}
        {change ? <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag> : null}
        {title ? null : <span>On</span>}
        {deal ? (
          <Link className={LINK} id={title ? undefined : `title-${id}`} to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
        {deal && !deal.published ? <span>Draft</span> : null}
        {marks.map(({ tone, icon: mark, text }) => (
          <FactBadge key={text} tone={tone} icon={mark}>
            {text}
          </FactBadge>
        ))}
      </div>
      {title ? (
        <h2 id={`title-${id}`} dir="auto" className="font-sans text-base leading-snug font-bold tracking-[0]">
          {title}
        </h2>
      ) : null}
      {change ? (
        <ValueChange
          change={{
            kind: change.kind,
            currency: change.currency,
            old_value: change.oldValue,
            new_value: change.newValue,
          }}
        />
      ) : null}
      {body ? (
        <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground wrap-anywhere">
          {body}
        </p>
      ) : null}
      {change ? <ReportedFacts change={change} /> : null}
      {reject.isHarmless && deal ? <VendorLink url={deal.cta_url} /> : null}
      {findings.slice(0, 3).map(({ term, detail }) => (
        <p key={`${term} ${detail}`} className="max-w-measure text-small text-muted-foreground wrap-anywhere">
          <bdi>{term}</bdi>
          {`: ${detail}`}
        </p>
      ))}
    </>
  )
}

/** The vendor's page, which the key O opens. */
export function VendorLink({ url }: { url: string }) {
  const href = outsideUrl(url)
  if (!href) return null
  return (
    <p className="text-small">
      <a className="link" href={href} target="_blank" rel="nofollow noopener noreferrer" data-key="o">
        {shorten(shortUrl(href), 60)}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
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

/** How the author's other contributions were decided, and the most similar text. */
function Background({ item: { similar, record } }: { item: ListedItem }) {
  const { approved = 0, rejected = 0 } = record ?? {}
  const decided = approved + rejected === 0 ? 'nothing decided yet' : `${approved} approved, ${rejected} rejected`
  return (
    <>
      {similar[0] ? <MostSimilar other={similar[0]} /> : null}
      {record ? <p className={LINE}>{`Their history: ${decided}`}</p> : null}
    </>
  )
}

function MostSimilar({ other }: { other: SimilarText }) {
  return (
    <p className="flex gap-2 rounded-sm bg-accent-soft px-3 py-2 text-small text-accent-soft-foreground">
      <Icon name="copy" />
      <span>
        <SimilarHead other={other} />
        {': '}
        <bdi>{shorten(other.text, 60)}</bdi>
      </span>
    </p>
  )
}

/** How much of a text is alike, or that it reports the same kind of change, with its author and deal. */
export function SimilarHead({ other }: { other: SimilarText }) {
  const { percent, status, kind, id, deal, author, isSameAuthor } = other
  const { label, preposition } = specOf(kind)
  return (
    <>
      <b>{percent === null ? 'Same deal, same kind' : percent === 100 ? 'Same text' : `${percent}% similar text`}</b>{' '}
      <ModerationBadge status={status} />{' '}
      <Link className="link" to={itemPath(kind, id)} discover="none">
        {`${label} ${preposition} `}
        <bdi>{deal ?? 'a deleted deal'}</bdi>
      </Link>
      {' by '}
      <bdi>{isSameAuthor ? 'the same person' : (author ?? 'a former member')}</bdi>
    </>
  )
}
