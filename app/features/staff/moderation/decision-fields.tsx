import {
  NOTE_MAX,
  REJECTION_REASON_LABELS,
  REJECTION_REASONS,
} from '~/features/contributions/decisions/rejection-reasons'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { FieldErrors, TextArea } from '~/ui/field'
import { KeyHint } from './key-hint'
import type { DecisionResult } from './queue-types'
import { RadioLine } from './radio-line'

type FieldsProps = {
  /** Begins the ids of the fields. */
  id: string
  result: FormResult
}

/** Why something is rejected; the keys 1 to 8 choose the reason while the form is open. */
export function RejectFields({ id, result }: FieldsProps) {
  return (
    <>
      <fieldset className="grid">
        <legend className="pb-1 text-small font-semibold">Reason</legend>
        {REJECTION_REASONS.map((reason, index) => (
          <RadioLine
            key={reason}
            name="reason"
            value={reason}
            label={REJECTION_REASON_LABELS[reason]}
            required
            defaultChecked={submittedValue(result, 'reason') === reason}
          >
            <KeyHint name={index + 1} />
          </RadioLine>
        ))}
        <FieldErrors id={`${id}-reason`} errors={errorsOf(result, 'reason')} />
      </fieldset>
      <TextArea
        height="sm"
        id={`${id}-note`}
        name="note"
        label="Note to the author"
        optional
        maxLength={NOTE_MAX}
        hint="The reason is published without names. The note is not."
        defaultValue={submittedValue(result, 'note')}
        errors={errorsOf(result, 'note')}
      />
    </>
  )
}

/** The only field of a rejection without reasons. */
export function WhyField({ id, label, result }: FieldsProps & { label: string }) {
  return (
    <TextArea
      height="sm"
      id={`${id}-note`}
      name="note"
      label={label}
      required
      maxLength={NOTE_MAX}
      hint="Only the author reads this."
      defaultValue={submittedValue(result, 'note')}
      errors={errorsOf(result, 'note')}
    />
  )
}

/** What the author should change before it comes back. */
export function AskField({ id, result }: FieldsProps) {
  return (
    <TextArea
      height="sm"
      id={`${id}-note`}
      name="note"
      label="What should change?"
      required
      maxLength={NOTE_MAX}
      hint="The author reads this and can edit and resubmit. It then comes back to you."
      defaultValue={submittedValue(result, 'note')}
      errors={errorsOf(result, 'note')}
    />
  )
}

/** The result, if it is that of the form of this item with this intent. */
export function resultOf(result: DecisionResult, id: string, intent: string): FormResult {
  return submittedValue(result, 'id') === id && submittedValue(result, 'intent') === intent ? result : undefined
}

type VersionFieldsProps = {
  item: { kind: Kind; id: string; version: string }
  intent?: string
  /** Id of the item in the list to focus next. */
  next?: string
}

/** Each form sends the version of the item that was read. */
export function VersionFields({ item, intent, next }: VersionFieldsProps) {
  return (
    <>
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      <input type="hidden" name="kind" value={specOf(item.kind).segment} />
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
    </>
  )
}
