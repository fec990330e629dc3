import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { AFFECTS_LABELS, CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { Checkbox } from '~/ui/checkbox'
import { FieldHint, TextField } from '~/ui/field'

type RecordOptionProps = { recipients: RecipientCounts; result: FormResult }

/** Logs the change on the deal's public record, and says whom that notifies. */
export function RecordOption({ recipients, result }: RecordOptionProps) {
  return (
    <div className="grid content-start gap-3">
      <hr />
      <Checkbox name="record_change" defaultChecked={submittedValue(result, 'record_change') === 'on'}>
        Log this change
      </Checkbox>
      <TextField
        label="Log entry title"
        id="record_title"
        name="record_title"
        optional
        maxLength={CHANGE_LOG_LIMITS.title}
        hint="For changes to price, terms or end date. Leave empty to describe the change automatically."
        defaultValue={submittedValue(result, 'record_title')}
        errors={errorsOf(result, 'record_title')}
      />
      <Checkbox
        name="record_terms"
        defaultChecked={!result?.initialValue || submittedValue(result, 'record_terms') === 'on'}
      >
        Log changed terms
      </Checkbox>
      <FieldHint>Untick it to correct a mistake of ours. Terms that were not stated before are not logged.</FieldHint>
      <Checkbox name="affects_owners" defaultChecked={submittedValue(result, 'affects_owners') === 'on'}>
        {AFFECTS_LABELS.YES}
      </Checkbox>
      <SilentChoice recipients={recipients} isSilent={submittedValue(result, 'silent') === 'on'} />
      <FieldHint>This is about what is logged. Followers are notified of another price or end in any case.</FieldHint>
    </div>
  )
}
