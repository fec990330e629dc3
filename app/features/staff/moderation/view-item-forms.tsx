import { Form, useNavigation } from '@remix-run/react'
import { specOf } from '~/features/contributions/kinds/kinds'
import { submittedList } from '~/http/forms'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { AskField, RejectFields, resultOf } from './decision-fields'
import { OWN_CONTRIBUTION } from './moderation'
import { PriceOffer } from './price-offer'
import type { DecisionResult, ViewItem } from './queue-types'

type ViewItemFormsProps = { item: ViewItem; next?: string; isSelectable?: boolean; result: DecisionResult }

/** The decision forms of an item in a view. Each sends the version of the item that was read. */
export function ViewItemForms({ item, next, isSelectable, result }: ViewItemFormsProps) {
  const { noun, reject, requestChanges } = specOf(item.kind)
  const isBusy = useNavigation().formData?.get('id') === item.id
  if (!item.canDecide) return <p className="queue-item__actions">{OWN_CONTRIBUTION}</p>

  const versionFields = <VersionFields item={item} next={next} />
  const decision = { size: 'sm', name: 'intent', 'aria-describedby': `title-${item.id}`, busy: isBusy } as const
  return (
    <div className="queue-item__actions">
      <Form method="post">
        {versionFields}
        {item.change?.kind === 'PRICE' ? (
          <PriceOffer id={item.id} change={item.change} result={resultOf(result, item.id, 'approve')} />
        ) : null}
        <Button {...decision} value="approve" icon="check" data-key="a">
          Approve
        </Button>
      </Form>
      {reject.hasReason ? (
        <RejectForm {...{ item, versionFields, result }} />
      ) : (
        <Form method="post">
          {versionFields}
          <Button {...decision} value="reject" icon="x" tone="danger-quiet" data-key="r">
            Reject
          </Button>
        </Form>
      )}
      {requestChanges ? <AskForm {...{ item, versionFields, result }} /> : null}
      {isSelectable ? (
        <label className="selection">
          <input
            type="checkbox"
            name="selected"
            form="selected"
            value={`${item.id}.${item.version}`}
            defaultChecked={submittedList(result, 'selected').includes(`${item.id}.${item.version}`)}
          />
          <span>
            Select<span className="sr-only">{` this ${noun}`}</span>
          </span>
        </label>
      ) : null}
    </div>
  )
}

type FoldedFormProps = Omit<ViewItemFormsProps, 'next' | 'isSelectable'> & { versionFields: JSX.Element }

function RejectForm({ item, versionFields, result }: FoldedFormProps) {
  const own = resultOf(result, item.id, 'reject')
  return (
    <details name={`verdict-${item.id}`} data-key="r" open={own ? true : undefined}>
      <summary className="btn btn--danger-quiet btn--sm">
        <Icon name="x" />
        <span className="when-closed">Reject</span>
        <span className="when-open">Cancel</span>
      </summary>
      <Form method="post" className="reject__form">
        {versionFields}
        <RejectFields id={`reject-${item.id}`} result={own} />
        <div>
          <Button size="sm" tone="danger" name="intent" value="reject">
            {item.kind === 'review' ? 'Reject Review' : `Reject ${specOf(item.kind).noun}`}
          </Button>
        </div>
      </Form>
    </details>
  )
}

function AskForm({ item, versionFields, result }: FoldedFormProps) {
  const own = resultOf(result, item.id, 'request-changes')
  return (
    <details name={`verdict-${item.id}`} data-key="c" open={own ? true : undefined}>
      <summary className="btn btn--secondary btn--sm">
        <Icon name="corner-up-left" />
        <span className="when-closed">{specOf(item.kind).requestChanges?.label}</span>
        <span className="when-open">Cancel</span>
      </summary>
      <Form method="post" className="reject__form">
        {versionFields}
        <AskField id={`ask-${item.id}`} result={own} />
        <div>
          <Button size="sm" tone="secondary" name="intent" value="request-changes">
            Send back to the author
          </Button>
        </div>
      </Form>
    </details>
  )
}

function VersionFields({ item, next }: { item: ViewItem; next?: string }) {
  return (
    <>
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
    </>
  )
}
