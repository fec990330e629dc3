import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { countTold } from '~/features/audience/notifications/count-told.server'
import { findManagedVendor } from '~/features/catalog/vendors/vendor-fields.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canMerge, mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { submitVendor } from './actions.server'
import { SavingPanel } from './saving-panel'
import { StatusFields } from './status-fields'
import { VendorBox } from './vendor-box'
import { VendorDeals } from './vendor-deals'
import { VendorNames } from './vendor-names'

const LIST = '/admin/vendors'
const FAILED = recordFailure('Vendor')

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Vendor')
  const [vendor, told] = await Promise.all([findManagedVendor(id), countTold({ vendor: id })])
  if (!vendor) throw notFound('Vendor')
  const head = pageHead({ title: vendor.name, description: 'A vendor and its status.', path: LIST, isIndexed: false })
  return { id, head, vendor, told, mayMerge: canMerge(user, 'vendor') }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () => submitVendor(request, user, params.id!))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ManageVendorPage() {
  const { id, vendor, told, mayMerge } = useLoaderData<typeof loader>()
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
      <div className="form-layout">
        <div className="stack">
          <Form method="post" id="vendor" className="stack" noValidate>
            <input type="hidden" name="version" value={version} />
            <VendorBox id={id} field={field} mayMerge={mayMerge} />
            <StatusFields vendor={vendor} field={field} result={result} />
          </Form>
          <section className="box" aria-labelledby="names">
            <div className="box__head">
              <h2 id="names">Names that lead here</h2>
            </div>
            <div className="box__body">
              <VendorNames names={names} />
            </div>
          </section>
        </div>
        <div className="form-layout__side stack">
          <SavingPanel
            form="vendor"
            counts={counts}
            told={told}
            isSilent={submittedValue(result, 'silent') === 'on'}
            cancel={LIST}
          />
          <VendorDeals deals={deals} count={counts.offers} name={vendor.name} />
        </div>
      </div>
    </>
  )
}
