import { Form, Link, useNavigation } from '@remix-run/react'
import type { Mark } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedList } from '~/http/forms'
import { Avatar } from '~/ui/avatar'
import { FactBadge } from '~/ui/badge'
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

/** A waiting item. The whole row is one link; the shortcuts act on the row that holds the focus. */
export function QueueLineRow({ line, next, now, result }: QueueLineProps) {
  const { kind, id, title, excerpt, rating, deal, waitingSince, isOverdue, author, marks, claim, isSelectable } = line
  const { icon, label } = specOf(kind)
  return (
    <li className={classes('queue-line', isOverdue && 'queue-line--overdue', isSelectable && 'queue-line--selectable')}>
      <p className="queue-line__age">
        <b>
          {isOverdue ? <Icon name="clock" /> : null}
          {formatAge(waitingSince, now)}
        </b>
        <LocalDate value={waitingSince} form="short" />
        {isOverdue ? <span className="sr-only">, older than 24 hours</span> : null}
      </p>
      {isSelectable ? <Selection line={line} result={result} /> : null}
      <div className="queue-line__main">
        <p className="queue-line__what">
          <Icon name={icon} />
          <span>{label}</span>
          {deal ? (
            <b>
              <bdi>{deal.title}</bdi>
            </b>
          ) : null}
          {deal && !deal.published ? <FactBadge>Draft</FactBadge> : null}
          {rating ? <Stars value={rating} small /> : null}
          {marks.map((mark) => (
            <MarkLabel key={mark.text} mark={mark} />
          ))}
        </p>
        <h3>
          <Link className="queue-line__open" id={lineAnchor(id)} to={itemPath(kind, id)} discover="none" dir="auto">
            {title}
          </Link>
        </h3>
        {excerpt ? (
          <p className="queue-line__text" dir="auto">
            {excerpt}
          </p>
        ) : null}
      </div>
      <AuthorOf author={author} now={now} />
      <div className="queue-line__end">
        {claim ? <ClaimOf claim={claim} now={now} /> : null}
        <Icon name="chevron-right" />
      </div>
      <KeyTargets line={line} next={next} />
    </li>
  )
}

function Selection({ line: { kind, id, version, author }, result }: Pick<QueueLineProps, 'line' | 'result'>) {
  const value = `${id}.${version}`
  return (
    <label className="check queue-line__select">
      <input
        type="checkbox"
        name="selected"
        form="selected"
        value={value}
        defaultChecked={submittedList(result, 'selected').includes(value)}
      />
      <span className="sr-only">{`Pick the ${specOf(kind).noun} by ${author?.name ?? 'a member without a name'}`}</span>
    </label>
  )
}

function AuthorOf({ author, now }: { author: QueueAuthor | null; now: Date }) {
  if (!author) return <p className="queue-line__author">Former member</p>
  const { name, since, approved, rejected } = author
  return (
    <p className="queue-line__author">
      <b>
        <bdi>{name ?? 'No name'}</bdi>
      </b>
      {since ? (
        <>
          {`, ${formatAccountAge(since, now)},`}
          <br /> <span>{`${approved} approved, ${rejected} rejected`}</span>
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
      <Avatar name={by} size="xs" className="max-[60rem]:hidden" />
      <span>
        <bdi>{by}</bdi>,<br /> {left}
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
