import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { describeProductMerge, findProductName, mergeProducts } from '~/features/products/merge-products.server'
import { NOT_THE_SAME } from '~/features/products/not-the-same'
import { listOtherProducts } from '~/features/products/other-products.server'
import { submitNotTheSame } from '~/features/products/pair-response.server'
import { confirmMerge } from '~/http/confirm-merge.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, submittedValue, summaryOf } from '~/http/form-result'
import { readForm } from '~/http/forms.server'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { ConfirmMerge } from '~/ui/merge'
import { MergePage } from '~/ui/merge-page'
import { Notice } from '~/ui/notice'
import '~/styles/members.css'
import { ChooseProduct } from './choose-product'
import { NotTheSame } from './not-the-same'
import { ProductFates } from './product-fates'
import { ProductLedger } from './product-ledger'

const FAILED = 'Failed to merge products'

/** With `into` in the address, what would happen; `with` names a product that would go into this one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const id = parseRowId(params.id)
  const name = id && (await findProductName(id))
  if (!id || !name) throw notFound('Product')

  const search = new URL(request.url).searchParams
  const given = (search.get('with') ?? '').replaceAll('\0', '').trim().slice(0, 200)
  const merge = given ? undefined : await describeProductMerge(id, search.get('into') ?? '')
  const found = merge ? [] : await listOtherProducts(id, given)
  const products = found.filter((other) => other.id !== id)
  const [only] = products
  if (only?.is_named && products.length === 1) throw redirect(`/admin/products/${only.id}/merge?into=${id}`)

  const path = `/admin/products/${id}/merge`
  const head = pageHead({ title: `Merge ${name}`, description: 'Merge two products.', path, isIndexed: false })
  const unfound = found.length > 0 ? 'This is the same product.' : 'No product has this name.'
  const error = given && products.length === 0 ? unfound : ''
  return { id, name, head, given, error, products, merge }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, async () => {
    const isDifferent = (await readForm(request)).get('intent') === NOT_THE_SAME
    if (isDifferent) return submitNotTheSame(request, user, '/admin/products')
    return confirmMerge(request, params.id, {
      noun: 'product',
      merge: (id, into) => mergeProducts(user.id, id, into),
      next: (into) => `/admin/products/${into}`,
    })
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function MergeProductsPage() {
  const { id, name, given, error, products, merge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const isSuggested = merge && merge.pairs.similarity !== null && !merge.pairs.are_different
  return (
    <MergePage
      title={merge ? 'Merge two products' : `Merge ${name}`}
      lead={merge ? leadOf(merge) : 'Choose the other product.'}
      back={{ to: '/admin/products', name: 'Products' }}
      swapTo={merge?.canSwap ? `/admin/products/${merge.into.id}/merge?into=${merge.from.id}` : undefined}
      errors={summaryOf(result)}
      sides={
        merge ? <ProductLedger {...merge} /> : <ChooseProduct id={id} given={given} error={error} products={products} />
      }
      problem={merge?.problem}
    >
      {merge ? (
        <>
          {merge.pairs.are_different ? (
            <Notice title="Somebody decided that these two are not the same" isLive={false} />
          ) : null}
          <ProductFates {...merge} />
          <ConfirmMerge
            into={{ id: merge.into.id, name: merge.into.name }}
            question="These two are the same product. I have looked at the offers of both."
            kept="the name, the vendor and the counts of the one that goes"
            cancel="/admin/products"
            errors={errorsOf(result, 'sure')}
            isSure={submittedValue(result, 'sure') === 'on'}
          >
            {isSuggested ? <NotTheSame {...merge} /> : null}
          </ConfirmMerge>
        </>
      ) : null}
    </MergePage>
  )
}

type Merge = { from: { vendor_id: string }; into: { vendor_id: string }; pairs: { similarity: number | null } }

function leadOf({ from, into, pairs: { similarity } }: Merge) {
  const vendors = from.vendor_id === into.vendor_id ? 'same vendor' : 'different vendors'
  const alike = similarity === null ? vendors : `${Math.round(similarity * 100)}% alike, ${vendors}`
  return `${alike.charAt(0).toUpperCase()}${alike.slice(1)}. Nothing has happened yet.`
}
