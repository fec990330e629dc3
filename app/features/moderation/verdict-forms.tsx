import { Form, useNavigation } from '@remix-run/react'
import { errorsOf, submittedList, submittedValue } from '~/http/form-result'
import { Button } from '~/ui/button'
import { TextArea } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { SelectField } from '~/ui/select-field'
import { PriceOffer } from './price-offer'
import { type Kind, queueOf, REASON_MAX } from './queue'
import type { QueueItem } from './screens.server'
import { resultOf, type VerdictResult } from './verdict-result'

type VerdictFormsProps = { kind: Kind; item: QueueItem; next?: string; isSelectable?: boolean; result: VerdictResult }

/** The decision forms. Each sends the version of the item that was read. */
export function VerdictForms({ kind, item, next, isSelectable, result }: VerdictFormsProps) {
  const { noun } = queueOf(kind)
  const sent = useNavigation().formData
  const isBusy = sent?.get('id') === item.id
  if (!item.canDecide)
    return <p className="queue-item__actions">You wrote this yourself. Someone else must decide on it.</p>

  const versionFields = <VersionFields item={item} next={next} />
  const decision = { size: 'sm', name: 'intent', 'aria-describedby': `title-${item.id}`, busy: isBusy } as const
  return (
    <div className="queue-item__actions">
      <Form method="post">
        {versionFields}
        {item.change_kind === 'PRICE' ? <PriceOffer item={item} result={resultOf(result, item.id)} /> : null}
        <Button {...decision} value="approve" icon="check">
          Approve
        </Button>
      </Form>
      {kind === 'comment' ? (
        <Form method="post">
          {versionFields}
          <Button {...decision} value="reject" icon="x" tone="danger-quiet">
            Reject
          </Button>
        </Form>
      ) : (
        <RejectForm {...{ kind, item, versionFields, result }} />
      )}
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

function RejectForm({ kind, item, versionFields, result }: VerdictFormsProps & { versionFields: JSX.Element }) {
  const { noun, reasons, reasonShownIn } = queueOf(kind)
  const own = resultOf(result, item.id)
  const errors = errorsOf(own, 'reason')
  const id = `reason-${item.id}`
  return (
    <details open={errors || submittedValue(own, 'intent') === 'reject' ? true : undefined}>
      <summary className="btn btn--danger-quiet btn--sm">
        <Icon name="x" />
        <span className="when-closed">Reject</span>
        <span className="when-open">Cancel</span>
      </summary>
      <Form method="post" className="reject__form">
        {versionFields}
        <SelectField
          id={`preset-${item.id}`}
          name="preset"
          label="Preset reason"
          defaultValue={submittedValue(own, 'preset')}
          options={[{ value: '', label: 'Write my own' }, ...reasons.map((value) => ({ value, label: value }))]}
        />
        <TextArea
          id={id}
          name="reason"
          label="Reason for rejection"
          maxLength={REASON_MAX}
          hint={`Sent alone, or after the preset reason. ${reasonShownIn}`}
          defaultValue={submittedValue(own, 'reason')}
          errors={errors}
        />
        <div>
          <Button size="sm" tone="danger" name="intent" value="reject">
            {kind === 'review' ? 'Reject Review' : `Reject ${noun}`}
          </Button>
        </div>
      </Form>
    </details>
  )
}

function VersionFields({ item, next }: { item: QueueItem; next?: string }) {
  return (
    <>
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
    </>
  )
}
