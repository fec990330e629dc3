import { Form } from '@remix-run/react'
import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { ValueOffer } from '~/features/contributions/change-logs/value-fields'
import type { KindSpec } from '~/features/contributions/kinds/kind-specs'
import { specOf } from '~/features/contributions/kinds/kinds'
import { isApplicable } from '~/features/contributions/reported-values/reported-fields'
import { submittedValue } from '~/http/forms'
import { BottomBar } from '~/ui/bottom-bar'
import { Button, ButtonLink } from '~/ui/button'
import { AskField, RejectFields, resultOf, VersionFields, WhyField } from './decision-fields'
import { FoldedForm } from './folded-form'
import { KeyHint } from './key-hint'
import type { ItemDetail, ViewItem } from './queue-item.server'
import type { DecisionResult } from './queue-types'
import { useIsBusy } from './use-is-busy'

type DecisionFormsProps = {
  item: ViewItem
  /** How many people an approved change is announced to; only on the item's own page. */
  recipients?: RecipientCounts | null
  result: DecisionResult
  /** Beside other items in a list: small buttons, and the ids of all fields contain that of the item. */
  compact?: boolean
  /** Id of the item in the list to focus after a decision on this one. */
  next?: string
}

/** The form of the approval, to which fields and buttons elsewhere on the page belong too. */
export const APPROVE_FORM = 'approve'
/** The form of a rejection without a reason. */
const REJECT_FORM = 'reject'

/** Approve is one press; asking for a change and rejecting are forms, of which one is open at a time. */
export function DecisionForms(props: DecisionFormsProps) {
  const { requestChanges, reject, canWait } = specOf(props.item.kind)
  const rejection = reject.hasReason ? <RejectForm {...props} /> : <RejectAtOnce {...props} />
  const askForm = requestChanges ? <AskForm {...props} /> : null
  if (props.compact) {
    return (
      <>
        <CompactApproveForm {...props} />
        {rejection}
        {askForm}
      </>
    )
  }
  return (
    <>
      <ApproveForm {...props} />
      {askForm}
      {rejection}
      {canWait ? <DecideLater {...props} /> : null}
    </>
  )
}

const canApply = ({ change }: ViewItem) => change?.field !== undefined && isApplicable(change.field)

function ApproveForm({ item, recipients, result }: DecisionFormsProps) {
  const { kind, change } = item
  const { label, path, key = 'A' } = specOf(kind).approve
  const busy = useIsBusy(item)
  if (path) {
    return (
      <ButtonLink to={path(item.id)} block icon="check" data-key="a" className="justify-start">
        {label}
        <KeyHint name="A" look="onButton" />
      </ButtonLink>
    )
  }
  return (
    <Form method="post" id={APPROVE_FORM} className="grid gap-2.5">
      <VersionFields item={item} intent="approve" />
      {recipients ? (
        <SilentChoice recipients={recipients} isSilent={submittedValue(result, 'silent') === 'on'} />
      ) : null}
      {canApply(item) ? (
        <>
          <Button block icon="check-check" name="apply" value="on" data-key="a" busy={busy} className="justify-start">
            Approve and apply
            <KeyHint name="A" look="onButton" />
          </Button>
          <Button block tone="secondary" icon="check" busy={busy} className="justify-start">
            Approve only
          </Button>
        </>
      ) : (
        <>
          <Button block icon="check" data-key={`a ${key.toLowerCase()}`} busy={busy} className="justify-start">
            {label}
            <KeyHint name={key} look="onButton" />
          </Button>
          {change?.field ? (
            <Button
              block
              tone="secondary"
              icon="check-check"
              name="apply"
              value="on"
              busy={busy}
              className="justify-start"
            >
              Approve and apply
            </Button>
          ) : null}
        </>
      )}
    </Form>
  )
}

/** The value of a report is in the form itself here; on the item's page it is in the article. */
function CompactApproveForm({ item, next, result }: DecisionFormsProps) {
  const { id, change } = item
  return (
    <Form method="post">
      <VersionFields item={item} intent="approve" next={next} />
      {change?.field ? <ValueOffer id={id} report={change.field} result={resultOf(result, id, 'approve')} /> : null}
      {change?.effect ? <input type="hidden" name="effect" value={change.effect} /> : null}
      <Button size="sm" icon="check" data-key="a" aria-describedby={`title-${id}`} busy={useIsBusy(item, true)}>
        Approve
      </Button>
    </Form>
  )
}

function AskForm(props: DecisionFormsProps) {
  const { item, compact, result } = props
  const own = resultOf(result, item.id, 'request-changes')
  const id = compact ? `ask-${item.id}` : 'ask'
  return (
    <FoldedForm
      {...props}
      id={id}
      intent="request-changes"
      shortcut="C"
      icon="corner-up-left"
      label={specOf(item.kind).requestChanges?.label}
      isOpen={own !== undefined}
      submit={{ tone: 'secondary', label: 'Send back to the author' }}
    >
      <AskField id={id} result={own} />
    </FoldedForm>
  )
}

function RejectForm(props: DecisionFormsProps) {
  const { item, compact, result } = props
  const { reject } = specOf(item.kind)
  const own = resultOf(result, item.id, 'reject')
  const id = compact ? `reject-${item.id}` : 'reject'
  return (
    <FoldedForm
      {...props}
      id={id}
      intent="reject"
      shortcut={reject.key ?? 'R'}
      icon="x"
      label={reject.label}
      isOpen={own !== undefined}
      submit={{ tone: 'danger', label: rejectLabel(item, compact) }}
    >
      {reject.asks ? <WhyField id={id} label={reject.asks} result={own} /> : <RejectFields id={id} result={own} />}
    </FoldedForm>
  )
}

function rejectLabel({ kind }: ViewItem, compact: boolean | undefined) {
  const { reject, noun, shortNoun } = specOf(kind)
  if (compact) return kind === 'review' ? 'Reject Review' : `Reject ${noun}`
  return reject.label === 'Reject' ? `Reject the ${shortNoun}` : reject.label
}

function RejectAtOnce({ item, compact, next }: DecisionFormsProps) {
  const { reject, stop } = specOf(item.kind)
  const busy = useIsBusy(item, compact)
  const size = compact
    ? ({ size: 'sm', 'aria-describedby': `title-${item.id}` } as const)
    : { block: true, className: 'justify-start' }
  return (
    <Form method="post" id={compact ? undefined : REJECT_FORM} className="grid gap-2.5">
      <VersionFields item={item} intent="reject" next={next} />
      <Button {...size} {...lookOf(reject)} data-key="r" busy={busy}>
        {reject.label}
        {compact ? null : <KeyHint name="R" look="onButton" />}
      </Button>
      {stop ? (
        <Button block tone="ghost" icon="ban" name="stop" value="on" busy={busy} className="justify-start">
          {stop.label}
        </Button>
      ) : null}
    </Form>
  )
}

/** Releases the item and opens the next one. */
function DecideLater({ item }: DecisionFormsProps) {
  return (
    <Form method="post" className="grid">
      <VersionFields item={item} intent="later" />
      <Button block tone="secondary" icon="clock" data-key="l" busy={useIsBusy(item)} className="justify-start">
        Decide later
        <KeyHint name="L" />
      </Button>
    </Form>
  )
}

const lookOf = ({ isHarmless }: KindSpec['reject']) =>
  isHarmless ? ({ tone: 'secondary', icon: 'check' } as const) : ({ tone: 'danger-quiet', icon: 'x' } as const)

const BAR_BUTTON = 'flex-auto max-sm:px-3 min-[22rem]:whitespace-nowrap'

/** Approve, and a link to the other decisions, always in sight on small screens. */
export function DecisionBar({ item }: { item: ItemDetail }) {
  const { approve, reject, requestChanges } = specOf(item.kind)
  const busy = useIsBusy(item)
  const applies = canApply(item)
  return (
    <BottomBar until="xl">
      {approve.path ? (
        <ButtonLink to={approve.path(item.id)} icon="check" className={BAR_BUTTON}>
          {approve.label}
        </ButtonLink>
      ) : (
        <Button
          form={APPROVE_FORM}
          icon="check"
          busy={busy}
          className={BAR_BUTTON}
          name={applies ? 'apply' : undefined}
          value={applies ? 'on' : undefined}
        >
          {applies ? 'Approve and apply' : approve.label}
        </Button>
      )}
      {reject.hasReason ? (
        <ButtonLink tone="secondary" href="#decision" className={BAR_BUTTON}>
          {requestChanges ? 'Ask or reject' : reject.label}
        </ButtonLink>
      ) : (
        <Button form={REJECT_FORM} {...lookOf(reject)} busy={busy} className={BAR_BUTTON}>
          {reject.label}
        </Button>
      )}
    </BottomBar>
  )
}
