import { AFFECTS_LABELS, AFFECTS_OWNERS } from '~/features/catalog/record/change-log'
import { VENDOR_LIMITS, VENDOR_STATUS_LABELS, VENDOR_STATUSES } from '~/features/catalog/vendors/vendor'
import { errorsOf, type FormResult, fieldValue } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { classes } from '~/ui/classes'
import { FIELD, FieldErrors, LABEL, TextArea, TextField } from '~/ui/field'
import { formatDate } from '~/ui/local-date'
import { SelectField } from '~/ui/select-field'
import type { FieldOf, ShownVendor } from './field-of'

const STATUS =
  'flex min-h-control cursor-pointer items-center gap-2.5 rounded-sm border border-input bg-card px-3 py-1.5 font-medium text-control outline-offset-2 outline-ring hover:border-foreground has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2'

type StatusFieldsProps = { vendor: ShownVendor; field: FieldOf; result: FormResult }

export function StatusFields({ vendor, field, result }: StatusFieldsProps) {
  const { status, status_on } = vendor
  const chosen = fieldValue(result, 'status', status)
  const errors = errorsOf(result, 'status')
  return (
    <Box aria-labelledby="what-is-known">
      <BoxHead>
        <BoxTitle id="what-is-known">Status</BoxTitle>
        <span className="text-small text-muted-foreground">
          {VENDOR_STATUS_LABELS[status]}
          {status_on ? ` since ${formatDate(status_on)}` : null}
        </span>
      </BoxHead>
      <BoxBody className="grid gap-5 sm:grid-cols-2">
        <fieldset className={classes(FIELD, 'sm:col-span-2')} aria-describedby={errors ? 'status-error' : undefined}>
          <legend className={LABEL}>What is known</legend>
          <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-4">
            {VENDOR_STATUSES.map((one) => (
              <label key={one} className={STATUS}>
                <input
                  type="radio"
                  name="status"
                  id={one === chosen ? 'status' : undefined}
                  value={one}
                  defaultChecked={one === chosen}
                />
                <span>{VENDOR_STATUS_LABELS[one]}</span>
              </label>
            ))}
          </div>
          <FieldErrors id="status" errors={errors} />
        </fieldset>
        <TextField {...field('status_on')} label="Since" type="date" hint="Required for Acquired and Shut down." />
        <TextField
          {...field('status_source_url')}
          label="Source"
          inputMode="url"
          placeholder="https://"
          maxLength={VENDOR_LIMITS.url}
          hint="Required for Acquired and Shut down."
        />
        <SelectField
          {...field('affects_owners')}
          label="Does it affect existing owners?"
          hint="For the changes that Acquired and Shut down write."
          options={AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] }))}
          fieldClassName="sm:col-span-2"
        />
        <TextArea
          {...field('note')}
          label="Note"
          optional
          hint="For staff. Never published."
          counter
          maxLength={VENDOR_LIMITS.note}
          fieldClassName="sm:col-span-2"
        />
      </BoxBody>
    </Box>
  )
}
