import { useLoaderData } from '@remix-run/react'
import { PROGRAM_FIELDS } from '~/features/catalog/links/link-program'
import { type RecordResult, RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { PROGRAM, type Samples } from '~/features/staff/link-programs/manage-programs.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldValue, recordFailure, withFormFailure } from '~/http/forms'
import { Button } from '~/ui/button'
import { Fields } from '~/ui/fields'
import { RadioField } from '~/ui/radio-field'
import { ProgramSamples } from './samples'

const KINDS = [
  { value: 'host', label: 'Host or domain' },
  { value: 'platform', label: 'Platform' },
] as const

const TEMPLATE_HINT = (
  <span className="grid gap-1 wrap-anywhere">
    <span>
      <code>?ref=me</code> gives <code>vendor.com/buy?ref=me</code>
    </span>
    <span>
      <code>{'https://network.example/?u={url}'}</code> gives{' '}
      <code>https://network.example/?u=https%3A%2F%2Fvendor.com%2Fbuy</code>
    </span>
    <span>
      <code>{'{slug}'}</code> fits the network’s sub-id; <code>{'{raw_url}'}</code> is the address as it is, at the end
      of a path.
    </span>
  </span>
)

export const loader = recordLoader(PROGRAM)

export const action = recordAction(PROGRAM)

export const clientAction = withFormFailure(recordFailure('Program'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

const { name, host, platform_id, ...FURTHER } = PROGRAM_FIELDS

export default function ProgramPage() {
  const page = useLoaderData<typeof loader>()
  const checked = useFormResult<RecordResult & { samples?: Samples }>()
  const samples = checked?.samples ?? page.samples
  return (
    <RecordScreen
      page={page}
      fields={PROGRAM_FIELDS}
      initial={{ is_active: true }}
      actions={
        <Button tone="secondary" name="step" value="samples">
          Check samples
        </Button>
      }
      aside={samples ? <ProgramSamples {...samples} /> : null}
    >
      {({ control, result }) => (
        <>
          <Fields fields={{ name }} control={control} />
          <RadioField
            id="kind"
            name="kind"
            legend="Applies to"
            choices={KINDS}
            chosen={fieldValue(result, 'kind', page.record?.platform_id ? 'platform' : 'host')}
            isBoxed
          />
          <div className="[form:has([name=kind][value=platform]:checked)_&]:hidden">
            <Fields fields={{ host }} control={control} />
          </div>
          <div className="[form:has([name=kind][value=host]:checked)_&]:hidden">
            <Fields fields={{ platform_id }} control={control} options={{ platform_id: page.platforms }} />
          </div>
          <Fields fields={FURTHER} control={control} hints={{ template: TEMPLATE_HINT }} />
        </>
      )}
    </RecordScreen>
  )
}
