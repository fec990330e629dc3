import { useEffect, useRef } from 'react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { TextArea } from '~/ui/field'
import { formatClock, formatTime } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import type { ItemDetail } from './queue-item.server'
import { itemPath, nextPath, QUEUE_PATH } from './queue-paths'
import type { DecisionConflict, DecisionResult } from './queue-types'

type Other = NonNullable<DecisionConflict['other']>

/** Says why a decision was not saved: someone else was first, or the database is unreachable. */
export function DecisionNotice({ result }: { result: DecisionResult }) {
  const box = useRef<HTMLDivElement>(null)
  const notice = noticeOf(result)
  useEffect(() => {
    if (noticeOf(result)) box.current?.focus()
  }, [result])
  if (!notice) return null
  const conflict = result?.conflict
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={notice.title} text={notice.text}>
        {conflict ? (
          <ButtonLink tone="secondary" size="sm" to={itemPath(conflict.kind, conflict.id)}>
            Open it
          </ButtonLink>
        ) : null}
      </Notice>
    </div>
  )
}

/** On the page of the item: both decisions, and the note that was not saved. */
export function ConflictScreen({ item, result }: { item: ItemDetail; result: DecisionResult }) {
  const box = useRef<HTMLDivElement>(null)
  const conflict = result?.conflict
  const notice = conflict?.other ? alreadyDecided(item, conflict.other, conflict.secondsBefore) : noticeOf(result)
  useEffect(() => {
    if (noticeOf(result)) box.current?.focus()
  }, [result])
  if (!notice) return null
  return (
    <>
      <div ref={box} tabIndex={-1}>
        <Notice tone="bad" title={notice.title} text={notice.text} />
      </div>
      {conflict && (conflict.other || conflict.yours?.note) ? <BothDecisions item={item} conflict={conflict} /> : null}
    </>
  )
}

function alreadyDecided({ kind }: ItemDetail, { by, done, at }: Other, secondsBefore = 0) {
  const who = `${by.charAt(0).toUpperCase()}${by.slice(1)}`
  const when = `at ${formatTime(at)} UTC, ${pluralize(secondsBefore, 'second')} before you`
  return {
    title: 'Already decided',
    text: `${who} ${done} this ${specOf(kind).noun} ${when}. Your decision was not saved.`,
  }
}

function noticeOf(result: DecisionResult) {
  if (result?.failure) return { title: result.failure, text: result.error?.['']?.join(' ') }
  return result?.conflict
}

function BothDecisions({ item, conflict }: { item: ItemDetail; conflict: DecisionConflict }) {
  const { kind, id, other, yours } = conflict
  return (
    <Box aria-labelledby="decisions">
      <BoxHead>
        <BoxTitle id="decisions">{other ? 'Both decisions' : 'Your decision'}</BoxTitle>
      </BoxHead>
      {other ? <DecisionsTable other={other} yours={yours} /> : null}
      <BoxBody className="grid content-start gap-5">
        {yours?.note ? (
          <TextArea
            id="kept"
            label="Your note, kept so that you can copy it"
            readOnly
            defaultValue={yours.note}
            height="sm"
            fieldClassName="max-w-160"
          />
        ) : null}
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to={item.position?.next ?? nextPath({ kind, id })} iconAfter="arrow-right">
            Next item
          </ButtonLink>
          {other ? (
            <ButtonLink tone="secondary" to={itemPath(kind, id)}>
              Open it and change the decision
            </ButtonLink>
          ) : null}
          <ButtonLink tone="ghost" to={QUEUE_PATH}>
            Back to the queue
          </ButtonLink>
        </div>
      </BoxBody>
    </Box>
  )
}

function DecisionsTable({ other, yours }: { other: Other } & Pick<DecisionConflict, 'yours'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard
    <section className="relative overflow-x-auto" tabIndex={0} aria-label="Table of both decisions">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">By</th>
            <th scope="col">Decision</th>
            <th scope="col">Reason</th>
            <th scope="col" className="text-end">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <b className="font-semibold text-foreground">
                <bdi>{other.by}</bdi>
              </b>
            </td>
            <td>
              <ModerationBadge status={other.decision} />
            </td>
            <Reason reason={other.reason} />
            <When at={other.at} />
          </tr>
          {yours ? (
            <tr>
              <td>You</td>
              <td>
                <s className="text-muted-foreground">{yours.label}</s>{' '}
                <span className="text-small text-muted-foreground whitespace-nowrap">not saved</span>
              </td>
              <Reason reason={yours.reason} />
              <When at={yours.at} />
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  )
}

function Reason({ reason }: { reason: Other['reason'] }) {
  return <td>{reason ? REJECTION_REASON_LABELS[reason] : null}</td>
}

function When({ at }: { at: Date }) {
  return <td className="whitespace-nowrap text-end">{formatClock(at)}</td>
}
