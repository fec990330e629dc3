import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { describeVendorMerge, mergeVendors } from '~/features/vendors/merge-vendors.server'
import { VENDOR_LIMITS } from '~/features/vendors/vendor'
import { findManagedVendor } from '~/features/vendors/vendor-fields.server'
import { findVendorByName } from '~/features/vendors/vendor-names.server'
import { confirmMerge } from '~/http/confirm-merge.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, submittedValue, summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { ConfirmMerge } from '~/ui/merge'
import { MergePage } from '~/ui/merge-page'
import { ChooseOther } from '~/ui/other-record'
import '~/styles/members.css'
import { MergeOutcome } from './merge-outcome'
import { VendorLedger } from './vendor-ledger'

const FAILED = 'Failed to merge vendors'

/** With `into` in the address, what would happen; `with` names a vendor that would go into this one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const id = parseRowId(params.id)
  const vendor = id && (await findManagedVendor(id))
  if (!vendor) throw notFound('Vendor')

  const search = new URL(request.url).searchParams
  const given = (search.get('with') ?? '').replaceAll('\0', '').slice(0, 1_000)
  const other = given ? await findVendorByName(given) : undefined
  if (other && other.id !== id) throw redirect(`/admin/vendors/${other.id}/merge?into=${vendor.slug}`)

  const into = (search.get('into') ?? '').replaceAll('\0', '')
  const title = `Merge ${vendor.name}`
  const path = `/admin/vendors/${id}/merge`
  const head = pageHead({ title, description: 'Merge two vendors.', path, isIndexed: false })
  const error = given && (other ? 'This is a name of the same vendor.' : 'No vendor has this name.')
  return { id, name: vendor.name, title, head, given, error, merge: await describeVendorMerge(id, into) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () =>
    confirmMerge(request, params.id, {
      noun: 'vendor',
      merge: (id, into) => mergeVendors(user.id, id, into),
      next: (into) => `/admin/vendors/${into}`,
    }),
  )
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function MergeVendorsPage() {
  const { id, name, title, given, error, merge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const form = `/admin/vendors/${id}`
  return (
    <MergePage
      title={title}
      lead={merge ? 'Nothing has happened yet.' : 'Choose the other vendor.'}
      back={{ to: form, name }}
      swapTo={
        merge && merge.from.id !== merge.into.id
          ? `/admin/vendors/${merge.into.id}/merge?into=${merge.from.slug}`
          : undefined
      }
      errors={summaryOf(result)}
      sides={
        merge ? (
          <VendorLedger {...merge} />
        ) : (
          <ChooseOther noun="vendor" maxLength={VENDOR_LIMITS.name} given={given} error={error} cancel={form} />
        )
      }
      problem={merge?.problem}
    >
      {merge ? (
        <>
          <MergeOutcome {...merge} />
          <ConfirmMerge
            into={{ id: merge.into.id, name: merge.into.name }}
            question="These two are the same vendor. I have looked at both pages."
            kept="both names and the counts"
            cancel={`/admin/vendors/${merge.from.id}`}
            errors={errorsOf(result, 'sure')}
            isSure={submittedValue(result, 'sure') === 'on'}
          />
        </>
      ) : null}
    </MergePage>
  )
}
