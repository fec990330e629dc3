import {
  NOTE_MAX,
  REJECTION_REASON_LABELS,
  REJECTION_REASONS,
} from '~/features/contributions/decisions/rejection-reasons'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { FieldErrors, TextArea } from '~/ui/field'

export type FieldsProps = { id: string; result: FormResult }

/** Why something is rejected. */
export function Reasons({ id, result }: FieldsProps) {
  return (
    <>
      <fieldset className="grid">
        <legend className="pb-1 text-small font-semibold">Reason</legend>
        {REJECTION_REASONS.map((reason) => (
          <label
            key={reason}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 text-control max-md:min-h-control pointer-coarse:min-h-control"
          >
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              defaultChecked={submittedValue(result, 'reason') === reason}
              className="size-4.5 flex-none cursor-pointer accent-primary"
            />
            {REJECTION_REASON_LABELS[reason]}
          </label>
        ))}
        <FieldErrors id={`${id}-reason`} errors={errorsOf(result, 'reason')} />
      </fieldset>
      <NoteField
        id={id}
        result={result}
        label="Note to the author"
        hint="The reason is published without names. The note is not."
        optional
      />
    </>
  )
}

export function NoteField({ id, result, ...look }: FieldsProps & { label: string; hint: string; optional?: boolean }) {
  return (
    <TextArea
      {...look}
      height="sm"
      id={`${id}-note`}
      name="note"
      required={!look.optional}
      maxLength={NOTE_MAX}
      defaultValue={submittedValue(result, 'note')}
      errors={errorsOf(result, 'note')}
    />
  )
}

/** What the sender of a notice reads about the decision. */
export function AnswerField({ id, result }: FieldsProps) {
  return (
    <TextArea
      label="Answer to the sender"
      hint="Emailed with your decision."
      optional
      height="sm"
      id={`answer-${id}`}
      name="answer"
      maxLength={NOTE_MAX}
      defaultValue={submittedValue(result, 'answer')}
      errors={errorsOf(result, 'answer')}
    />
  )
}
