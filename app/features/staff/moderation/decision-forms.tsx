import { Form, useNavigation } from '@remix-run/react'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import type { KindSpec } from '~/features/contributions/kinds/kind-spec'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedValue } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { AskField, RejectFields, resultOf, WhyField } from './decision-fields'
import { KeyHint } from './key-hint'
import { canSetPrice, hasNewPrice } from './price-offer'
import type { DecisionResult, ItemDetail } from './queue-types'

type DecisionFormsProps = { item: ItemDetail; result: DecisionResult }

/** The form of the approval, to which fields and buttons elsewhere on the page belong too. */
export const APPROVE_FORM = 'approve'
/** The form of a rejection without a reason. */
const REJECT_FORM = 'reject'

/** Approve is one press; asking for a change and rejecting are forms, of which one is open at a time. */
export function DecisionForms({ item, result }: DecisionFormsProps) {
  const { requestChanges, reject } = specOf(item.kind)
  return (
    <>
      <ApproveForm item={item} result={result} />
      {requestChanges ? <AskForm item={item} result={result} /> : null}
      {reject.hasReason ? <RejectForm item={item} result={result} /> : <RejectAtOnce item={item} />}
    </>
  )
}

const canApply = ({ change }: ItemDetail) => change !== null && hasNewPrice(change)

function ApproveForm({ item, result }: DecisionFormsProps) {
  const { kind, change, told } = item
  const { label, path } = specOf(kind).approve
  const busy = useIsBusy()
  if (path) {
    return (
      <ButtonLink to={path(item.id)} block icon="check" data-key="a">
        {label}
        <KeyHint name="A" />
      </ButtonLink>
    )
  }
  return (
    <Form method="post" id={APPROVE_FORM}>
      <VersionFields item={item} intent="approve" />
      {change ? <input type="hidden" name="dealVersion" value={change.dealVersion} /> : null}
      {told ? <SilentChoice told={told} isSilent={submittedValue(result, 'silent') === 'on'} /> : null}
      {canApply(item) ? (
        <>
          <Button block icon="check-check" name="setPrice" value="on" data-key="a" busy={busy}>
            Approve and apply
            <KeyHint name="A" />
          </Button>
          <Button block tone="secondary" icon="check" busy={busy}>
            Approve only
          </Button>
        </>
      ) : (
        <>
          <Button block icon="check" data-key="a" busy={busy}>
            {label}
            <KeyHint name="A" />
          </Button>
          {change && canSetPrice(change) ? (
            <Button block tone="secondary" icon="check-check" name="setPrice" value="on" busy={busy}>
              Approve and apply
            </Button>
          ) : null}
        </>
      )}
    </Form>
  )
}

function AskForm({ item, result }: DecisionFormsProps) {
  const own = resultOf(result, item.id, 'request-changes')
  return (
    <details name="verdict" id="ask" data-key="c" open={own ? true : undefined}>
      <summary>
        <Icon name="corner-up-left" />
        <span>{specOf(item.kind).requestChanges?.label}</span>
        <KeyHint name="C" />
      </summary>
      <Form method="post" className="decision__form">
        <VersionFields item={item} intent="request-changes" />
        <AskField id="ask" result={own} />
        <Button tone="secondary" busy={useIsBusy()}>
          Send back to the author
        </Button>
      </Form>
    </details>
  )
}

function RejectForm({ item, result }: DecisionFormsProps) {
  const { reject, shortNoun } = specOf(item.kind)
  const own = resultOf(result, item.id, 'reject')
  return (
    <details name="verdict" id={REJECT_FORM} data-key="r" className="decision__reject" open={own ? true : undefined}>
      <summary>
        <Icon name="x" />
        <span>{reject.label}</span>
        <KeyHint name="R" />
      </summary>
      <Form method="post" className="decision__form">
        <VersionFields item={item} intent="reject" />
        {reject.asks ? (
          <WhyField id="reject" label={reject.asks} result={own} />
        ) : (
          <RejectFields id="reject" result={own} />
        )}
        <Button tone="danger" busy={useIsBusy()}>
          {reject.label === 'Reject' ? `Reject the ${shortNoun}` : reject.label}
        </Button>
      </Form>
    </details>
  )
}

function RejectAtOnce({ item }: { item: ItemDetail }) {
  const { reject, stop } = specOf(item.kind)
  const busy = useIsBusy()
  return (
    <Form method="post" id={REJECT_FORM}>
      <VersionFields item={item} intent="reject" />
      <Button block {...lookOf(reject)} data-key="r" busy={busy}>
        {reject.label}
        <KeyHint name="R" />
      </Button>
      {stop ? (
        <Button block tone="ghost" icon="ban" name="stop" value="on" busy={busy}>
          {stop.label}
        </Button>
      ) : null}
    </Form>
  )
}

const lookOf = ({ isHarmless }: KindSpec['reject']) =>
  isHarmless ? ({ tone: 'secondary', icon: 'check' } as const) : ({ tone: 'danger-quiet', icon: 'x' } as const)

/** Approve, and the way to the other decisions, always in sight on small screens. */
export function DecisionBar({ item }: { item: ItemDetail }) {
  const { approve, reject, requestChanges } = specOf(item.kind)
  const busy = useIsBusy()
  const applies = canApply(item)
  return (
    <div className="buybar decision-bar">
      {approve.path ? (
        <ButtonLink to={approve.path(item.id)} icon="check">
          {approve.label}
        </ButtonLink>
      ) : (
        <Button
          form={APPROVE_FORM}
          icon="check"
          busy={busy}
          name={applies ? 'setPrice' : undefined}
          value={applies ? 'on' : undefined}
        >
          {applies ? 'Approve and apply' : approve.label}
        </Button>
      )}
      {reject.hasReason ? (
        <a className="btn btn--secondary" href="#decision">
          {requestChanges ? 'Ask or reject' : reject.label}
        </a>
      ) : (
        <Button form={REJECT_FORM} {...lookOf(reject)} busy={busy}>
          {reject.label}
        </Button>
      )}
    </div>
  )
}

/** Each form sends the version of the item that was read. */
function VersionFields({ item, intent }: { item: ItemDetail; intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="kind" value={specOf(item.kind).segment} />
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
    </>
  )
}

function useIsBusy() {
  return useNavigation().formData !== undefined
}
