import { Form, Link, useNavigation } from '@remix-run/react'
import type { Mark } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedList } from '~/http/forms'
import { Avatar } from '~/ui/avatar'
import { FactBadge } from '~/ui/badge'
import { Checkbox } from '~/ui/checkbox'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { formatAccountAge, formatAge } from '~/ui/relative-time'
import { Stars } from '~/ui/stars'
import { VersionFields } from './decision-fields'
import type { QueueLine } from './lines.server'
import { itemPath, lineAnchor } from './queue-paths'
import type { Claim, DecisionResult, QueueAuthor } from './queue-types'

type QueueLineProps = {
  line: QueueLine
  /** Id of the line to focus after a decision on this one. */
  next?: string
  now: Date
  result: DecisionResult
}

// Its age is on the start side of the margin line. Below `lg` the columns are stacked, with age and claim on the first line.
const ROW =
  'group relative grid items-center border-border outline-ring not-first:border-t hover:bg-muted/45 has-[[data-open]:focus-visible]:rounded-xs has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:-outline-offset-2'

const LOOKS = {
  plain: {
    columns: 'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[6.25rem_minmax(0,1fr)_12.5rem_9.5rem]',
    stacked: 'max-lg:ps-4',
    main: 'lg:ps-5',
  },
  selectable: {
    columns: 'grid-cols-[3rem_minmax(0,1fr)_auto] lg:grid-cols-[6.25rem_2.75rem_minmax(0,1fr)_12.5rem_9.5rem]',
    stacked: 'max-lg:ps-1',
    main: 'lg:ps-1',
  },
}

/** The line above the text of an item: its kind and deal, and facts. */
export const WHAT = 'flex flex-wrap items-center gap-x-2 gap-y-0.5 text-caption leading-5 text-muted-foreground'

/** A waiting item. The whole row is one link; the shortcuts act on the row that holds the focus. */
export function QueueLineRow({ line, next, now, result }: QueueLineProps) {
  const { kind, id, title, excerpt, rating, deal, waitingSince, isOverdue, author, marks, claim, isSelectable } = line
  const { icon, label } = specOf(kind)
  const look = isSelectable ? LOOKS.selectable : LOOKS.plain
  return (
    <li className={classes(ROW, look.columns)} data-item>
      <p
        className={classes(
          'flex items-baseline gap-1.5 pt-3.5 pe-4 text-caption leading-snug text-subtle-foreground',
          'lg:flex-col lg:items-end lg:gap-0 lg:self-stretch lg:border-e lg:border-rule lg:ps-2 lg:pt-4 lg:pb-3.5 lg:text-end',
          look.stacked,
        )}
      >
        <b
          className={classes(
            'inline-flex items-center gap-1 text-small font-bold whitespace-nowrap',
            isOverdue ? 'text-accent' : 'text-foreground',
          )}
        >
          {isOverdue ? <Icon name="clock" className="size-3.5" /> : null}
          {formatAge(waitingSince, now)}
        </b>
        <LocalDate value={waitingSince} form="short" />
        {isOverdue ? <span className="sr-only">, older than 24 hours</span> : null}
      </p>
      {isSelectable ? <Selection line={line} result={result} /> : null}
      <div
        className={classes(
          'grid min-w-0 gap-0.5 pt-1 pe-4 max-lg:-col-end-1 max-lg:col-span-2 lg:py-3',
          look.stacked,
          look.main,
        )}
      >
        <p className={WHAT}>
          <Icon name={icon} className="size-4" />
          <span>{label}</span>
          {deal ? (
            <b className="font-semibold text-foreground">
              <bdi>{deal.title}</bdi>
            </b>
          ) : null}
          {deal && !deal.published ? <FactBadge>Draft</FactBadge> : null}
          {rating ? <Stars value={rating} small /> : null}
          {marks.map((mark) => (
            <MarkLabel key={mark.text} mark={mark} />
          ))}
        </p>
        <h3 className="text-base wrap-anywhere">
          <Link
            className="no-underline group-hover:underline after:absolute after:inset-0 focus-visible:outline-none"
            id={lineAnchor(id)}
            to={itemPath(kind, id)}
            discover="none"
            dir="auto"
            data-open
          >
            {title}
          </Link>
        </h3>
        {excerpt ? (
          <p
            className="line-clamp-2 text-small leading-5 text-muted-foreground wrap-anywhere lg:line-clamp-1"
            dir="auto"
          >
            {excerpt}
          </p>
        ) : null}
      </div>
      <AuthorOf author={author} now={now} className={look.stacked} />
      <div className="flex min-w-0 items-center justify-end gap-2 pe-4 text-caption leading-snug text-subtle-foreground max-lg:-col-end-1 max-lg:row-start-1 max-lg:pt-3">
        {claim ? <ClaimOf claim={claim} now={now} /> : null}
        <Icon name="chevron-right" className="size-4.5 max-lg:hidden" />
      </div>
      <KeyTargets line={line} next={next} />
    </li>
  )
}

function Selection({ line: { kind, id, version, author }, result }: Pick<QueueLineProps, 'line' | 'result'>) {
  const value = `${id}.${version}`
  return (
    <Checkbox
      isAlone
      name="selected"
      form="selected"
      value={value}
      defaultChecked={submittedList(result, 'selected').includes(value)}
      className="relative z-1 max-lg:row-span-3 max-lg:row-start-1 max-lg:self-start max-lg:ps-3.5 max-lg:pt-1.5 lg:ps-4"
    >
      {`Select the ${specOf(kind).noun} by ${author?.name ?? 'a member without a name'}`}
    </Checkbox>
  )
}

type AuthorOfProps = { author: QueueAuthor | null; now: Date; className: string }

function AuthorOf({ author, now, className }: AuthorOfProps) {
  const look = classes(
    'min-w-0 text-caption leading-5 text-subtle-foreground max-lg:-col-end-1 max-lg:col-span-2 max-lg:pe-4 max-lg:pt-1 max-lg:pb-3.5 lg:px-3 lg:py-3',
    className,
  )
  if (!author) return <p className={look}>Former member</p>
  const { name, since, approved, rejected } = author
  return (
    <p className={look}>
      <b className="font-semibold text-foreground">
        <bdi>{name ?? 'No name'}</bdi>
      </b>
      {since ? (
        <>
          {`, ${formatAccountAge(since, now)},`}
          <br className="max-lg:hidden" /> <span>{`${approved} approved, ${rejected} rejected`}</span>
        </>
      ) : null}
    </p>
  )
}

function ClaimOf({ claim: { by, isMine, until }, now }: { claim: Claim; now: Date }) {
  const left = `${Math.max(Math.ceil((until.getTime() - now.getTime()) / 60_000), 1)} min left`
  if (isMine) return <FactBadge tone="mine">{`Yours, ${left}`}</FactBadge>
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar name={by} size="xs" className="max-lg:hidden" />
      <span>
        <bdi>{by}</bdi>,<br className="max-lg:hidden" /> {left}
      </span>
    </span>
  )
}

/** The targets of the keys A, R and C. A decision that needs more than one press opens the item. */
function KeyTargets({ line, next }: Pick<QueueLineProps, 'line' | 'next'>) {
  const { kind, id, claim, canDecide } = line
  const { isApprovedInList, reject, requestChanges } = specOf(kind)
  const path = itemPath(kind, id)
  const isDecidedHere = isApprovedInList && canDecide && (!claim || claim.isMine)
  return (
    <div hidden>
      {isDecidedHere ? (
        <KeyForm line={line} next={next} shortcut="a" intent="approve" />
      ) : (
        <KeyLink shortcut="a" to={path} />
      )}
      {isDecidedHere && !reject.hasReason ? (
        <KeyForm line={line} next={next} shortcut="r" intent="reject" />
      ) : (
        <KeyLink shortcut="r" to={`${path}#reject`} />
      )}
      {requestChanges ? <KeyLink shortcut="c" to={`${path}#ask`} /> : null}
    </div>
  )
}

function KeyLink({ shortcut, to }: { shortcut: string; to: string }) {
  return (
    <Link data-key={shortcut} to={to} discover="none">
      Open
    </Link>
  )
}

type KeyFormProps = Pick<QueueLineProps, 'line' | 'next'> & { shortcut: string; intent: 'approve' | 'reject' }

function KeyForm({ line, next, shortcut, intent }: KeyFormProps) {
  const { kind, id } = line
  const isBusy = useNavigation().formData?.get('id') === id
  return (
    <Form method="post">
      <VersionFields item={line} intent={intent} next={next} />
      <button type="submit" data-key={shortcut} aria-busy={isBusy || undefined}>
        {specOf(kind)[intent].label}
      </button>
    </Form>
  )
}

/** A fact about an item, such as "1 link". */
function MarkLabel({ mark: { tone, icon, text } }: { mark: Mark }) {
  return (
    <FactBadge tone={tone} icon={icon}>
      {text}
    </FactBadge>
  )
}
