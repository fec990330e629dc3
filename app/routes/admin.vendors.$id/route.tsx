import { Link, useLoaderData } from '@remix-run/react'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { VENDOR_FIELDS, VENDOR_STATUS_LABELS, VENDOR_STATUSES } from '~/features/catalog/vendors/vendor'
import { RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import { mergePath } from '~/features/staff/merging/merging'
import { useFormResult } from '~/http/form-hooks'
import { recordFailure, submittedValue, withFormFailure } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { Fields } from '~/ui/fields'
import { pluralize } from '~/ui/pluralize'
import { RadioField } from '~/ui/radio-field'

export const loader = recordLoader(VENDOR)

export const action = recordAction(VENDOR)

export const clientAction = withFormFailure(recordFailure('Vendor'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

const { name, slug, website_url, status, ...FURTHER } = VENDOR_FIELDS
const STATUSES = VENDOR_STATUSES.map((value) => ({ value, label: VENDOR_STATUS_LABELS[value] }))

export default function ManageVendorPage() {
  const page = useLoaderData<typeof loader>()
  const { id, record, counts, recipients, mayMerge } = page
  const isSilent = submittedValue(useFormResult(), 'silent') === 'on'
  const lead = [
    pluralize(counts.products, 'product'),
    pluralize(counts.offers, 'deal'),
    pluralize(counts.reviews, 'review'),
  ]
  return (
    <RecordScreen
      page={page}
      fields={VENDOR_FIELDS}
      lead={lead.join(', ')}
      links={
        <div className="flex flex-wrap gap-3">
          {counts.published > 0 ? (
            <ButtonLink to={`/vendors/${record?.slug}`} tone="secondary" icon="eye">
              View page
            </ButtonLink>
          ) : null}
          {mayMerge ? (
            <ButtonLink to={mergePath('vendor', id)} tone="secondary" icon="copy">
              Merge
            </ButtonLink>
          ) : null}
        </div>
      }
      aside={
        <Box aria-labelledby="saving">
          <BoxHead>
            <BoxTitle id="saving">Saving does this</BoxTitle>
          </BoxHead>
          <BoxBody className="grid content-start gap-5">
            <Effects {...counts} />
            <SilentChoice recipients={recipients} isSilent={isSilent} form="record" />
          </BoxBody>
        </Box>
      }
    >
      {({ control }) => {
        const { errors, defaultValue: typed = '' } = control('name')
        const compare = (
          <Link className="link" to={mergePath('vendor', id, { q: typed })}>
            Compare with the vendor of this name
          </Link>
        )
        const { defaultValue: chosen, ...field } = control('status')
        return (
          <>
            <Fields
              fields={{ name, slug, website_url }}
              control={control}
              hints={errors && mayMerge ? { name: compare } : {}}
            />
            <RadioField {...field} legend={status.label} choices={STATUSES} chosen={chosen} isBoxed />
            <Fields fields={FURTHER} control={control} />
          </>
        )
      }}
    </RecordScreen>
  )
}

/** What a status writes, before it does. */
function Effects({ published, entries }: { published: number; entries: number }) {
  return (
    <>
      <p className="text-small">
        {'A new status Acquired or Shut down writes '}
        <b>
          {published === 0 ? 'no changes, as it has no published deals' : `${pluralize(published, 'verified change')}`}
        </b>
        {published === 0 ? '.' : ', one on each published deal.'}
      </p>
      {entries > 0 ? (
        <p className="text-small">
          {`Its status has written ${pluralize(entries, 'change')}. Another date, source or effect on owners corrects those of the current status. Setting it back to Active or Unknown keeps them.`}
        </p>
      ) : null}
    </>
  )
}
