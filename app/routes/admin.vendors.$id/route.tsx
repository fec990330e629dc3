import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import type { RecipientCounts } from '~/features/audience/notifications/recipient-counts'
import { SilentChoice } from '~/features/audience/notifications/silent-choice'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { VENDOR_LIMITS } from '~/features/catalog/vendors/vendor'
import { findManagedVendor } from '~/features/catalog/vendors/vendor-fields.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canMerge } from '~/features/people/accounts/profile'
import { mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { Badge } from '~/ui/badge'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { describedBy, Field, TextField } from '~/ui/field'
import { FormLayout } from '~/ui/form-layout'
import { PrefixedInput } from '~/ui/input'
import { pluralize } from '~/ui/pluralize'
import { SaveButton } from '~/ui/save-button'
import { ScreenHead } from '~/ui/screen-head'
import { submitVendor } from './actions.server'
import type { FieldOf } from './field-of'
import { StatusFields } from './status-fields'
import { NameLine, VendorNames } from './vendor-names'

const LIST = '/admin/vendors'
const FAILED = recordFailure('Vendor')

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Vendor')
  const [vendor, recipients] = await Promise.all([findManagedVendor(id), countRecipients({ vendor: id })])
  if (!vendor) throw notFound('Vendor')
  const head = pageHead({ title: vendor.name, description: 'A vendor and its status.', path: LIST, isIndexed: false })
  return { id, head, vendor, recipients, mayMerge: canMerge(user) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () => submitVendor(request, user, params.id!))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ManageVendorPage() {
  const { id, vendor, recipients, mayMerge } = useLoaderData<typeof loader>()
  const { counts, version, names, deals } = vendor
  const result = useFormResult()
  const field = fieldsOf(result, vendor)
  const lead = [
    pluralize(counts.products, 'product'),
    pluralize(counts.offers, 'deal'),
    pluralize(counts.reviews, 'review'),
  ]
  return (
    <>
      <BackLink to={LIST}>Manage Vendors</BackLink>
      <ScreenHead title={vendor.name} lead={lead.join(', ')}>
        <div className="flex flex-wrap gap-3">
          {counts.published > 0 ? (
            <ButtonLink to={`/vendors/${vendor.slug}`} tone="secondary" icon="eye">
              View page
            </ButtonLink>
          ) : null}
          {mayMerge ? (
            <ButtonLink to={mergePath('vendor', id)} tone="secondary" icon="copy">
              Merge
            </ButtonLink>
          ) : null}
        </div>
      </ScreenHead>
      <ErrorSummary errors={summaryOf(result)} />
      <FormLayout
        aside={
          <>
            <SavingPanel
              form="vendor"
              counts={counts}
              recipients={recipients}
              isSilent={submittedValue(result, 'silent') === 'on'}
              cancel={LIST}
            />
            <VendorDeals deals={deals} count={counts.offers} name={vendor.name} />
          </>
        }
      >
        <Form method="post" id="vendor" className="grid content-start gap-5" noValidate>
          <input type="hidden" name="version" value={version} />
          <VendorBox id={id} field={field} mayMerge={mayMerge} />
          <StatusFields vendor={vendor} field={field} result={result} />
          {passwordAgain(result)}
        </Form>
        <Box aria-labelledby="names">
          <BoxHead>
            <BoxTitle id="names">Names that lead here</BoxTitle>
          </BoxHead>
          <BoxBody>
            <VendorNames names={names} />
          </BoxBody>
        </Box>
      </FormLayout>
    </>
  )
}

type SavingPanelProps = {
  form: string
  counts: { published: number; entries: number }
  recipients: RecipientCounts
  isSilent: boolean
  cancel: string
}

/** What saving does, before it does it. */
function SavingPanel({ form, counts, recipients, isSilent, cancel }: SavingPanelProps) {
  const { published, entries } = counts
  return (
    <Box aria-labelledby="saving">
      <BoxHead>
        <BoxTitle id="saving">Saving does this</BoxTitle>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <p className="text-small">
          {'A new status Acquired or Shut down writes '}
          <b>
            {published === 0
              ? 'no changes, as it has no published deals'
              : `${pluralize(published, 'verified change')}`}
          </b>
          {published === 0 ? '.' : ', one on each published deal.'}
        </p>
        {entries > 0 ? (
          <p className="text-small">
            {`Its status has written ${pluralize(entries, 'change')}. Another date, source or effect on owners corrects those of the current status. Setting it back to Active or Unknown keeps them.`}
          </p>
        ) : null}
        <SilentChoice recipients={recipients} isSilent={isSilent} form={form} />
        <SaveButton form={form} block>
          Save Vendor
        </SaveButton>
        <ButtonLink to={cancel} tone="ghost" block>
          Cancel
        </ButtonLink>
      </BoxBody>
    </Box>
  )
}

function VendorBox({ id, field, mayMerge }: { id: string; field: FieldOf; mayMerge: boolean }) {
  const name = field('name')
  const slug = field('slug')
  const hint = 'The old URL redirects to the new one.'
  return (
    <Box aria-labelledby="about">
      <BoxHead>
        <BoxTitle id="about">Vendor</BoxTitle>
      </BoxHead>
      <BoxBody className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...name}
          label="Name"
          required
          maxLength={VENDOR_LIMITS.name}
          hint={
            name.errors && mayMerge ? (
              <Link className="link" to={mergePath('vendor', id, { q: name.defaultValue ?? '' })}>
                Compare with the vendor of this name
              </Link>
            ) : (
              'Deals keep the vendor name they were entered with.'
            )
          }
        />
        <Field id={slug.id} label="Slug" hint={hint} errors={slug.errors} optional>
          <PrefixedInput
            prefix="/vendors/"
            autoCapitalize="none"
            spellCheck={false}
            id={slug.id}
            name={slug.name}
            defaultValue={slug.defaultValue}
            {...describedBy({ id: slug.id, hint, errors: slug.errors })}
          />
        </Field>
        <TextField
          {...field('website_url')}
          label="Website"
          inputMode="url"
          optional
          placeholder="https://"
          maxLength={VENDOR_LIMITS.url}
          fieldClassName="sm:col-span-2"
        />
      </BoxBody>
    </Box>
  )
}

type VendorDealsProps = {
  deals: { id: string; title: string; published: boolean }[]
  /** All of them. */
  count: number
  name: string
}

function VendorDeals({ deals, count, name }: VendorDealsProps) {
  if (deals.length === 0) return null
  return (
    <Box aria-labelledby="its-deals">
      <BoxHead>
        <BoxTitle id="its-deals">Its deals</BoxTitle>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <ul>
          {deals.map(({ id, title, published }) => (
            <NameLine key={id}>
              <Link className="link" to={`/admin/deals/${id}`} discover="none">
                <bdi>{title}</bdi>
              </Link>
              {published ? null : <Badge tone="draft">Draft</Badge>}
            </NameLine>
          ))}
        </ul>
        {count > deals.length ? (
          <Link className="link text-small" to={managePath({ q: name })} discover="none">
            {`Find its ${pluralize(count, 'deal')} in the list`}
          </Link>
        ) : null}
      </BoxBody>
    </Box>
  )
}
