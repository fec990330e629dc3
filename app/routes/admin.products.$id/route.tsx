import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { NOT_THE_SAME, NOT_THE_SAME_FAILED } from '~/features/catalog/products/not-the-same'
import { PairList } from '~/features/catalog/products/pair-list'
import { submitNotTheSame } from '~/features/catalog/products/pair-response.server'
import { listSuggestedPairs, PAIRS_PER_PAGE } from '~/features/catalog/products/product-pairs.server'
import { findProductToEdit } from '~/features/catalog/products/product-to-edit.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canMerge, mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type Failure, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { submitProduct } from './actions.server'
import { OfferTable } from './offer-table'
import { ProductBox } from './product-box'

const LIST = '/admin/products'
const failure: Failure = (form) =>
  form.get('intent') === NOT_THE_SAME ? NOT_THE_SAME_FAILED : 'Failed to save product'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  const product = id && (await findProductToEdit(id))
  if (!product) throw notFound('Product')
  const pairs = await listSuggestedPairs({ of: id, limit: PAIRS_PER_PAGE })
  const head = pageHead({ title: product.name, description: 'A product and its offers.', path: LIST, isIndexed: false })
  return { id, head, product, pairs, mayMerge: canMerge(user, 'product') }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Product')
  return withFormErrors(request, failure, async () => {
    const sent = await readForm(request)
    if (sent.get('intent') === NOT_THE_SAME) return submitNotTheSame(request, user, `${LIST}/${id}`)
    return submitProduct(request, user, id)
  })
}

export const clientAction = withFormFailure(failure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ProductPage() {
  const { id, product, pairs, mayMerge } = useLoaderData<typeof loader>()
  const { name, vendor, counts, offers } = product
  const result = useFormResult()
  const isOfPair = submittedValue(result, 'intent') === NOT_THE_SAME
  return (
    <>
      <BackLink to={LIST}>Products</BackLink>
      <ScreenHead
        title={name}
        lead={
          <>
            {`${pluralize(counts.offers, 'offer')}, ${pluralize(counts.reviews ?? 0, 'review')}, by `}
            <Link className="link" to={`/admin/vendors/${vendor.id}`} discover="none">
              <bdi>{vendor.name}</bdi>
            </Link>
          </>
        }
      >
        {mayMerge ? (
          <ButtonLink to={mergePath('product', id)} tone="secondary" icon="copy">
            Merge
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <ErrorSummary errors={summaryOf(result)} />
      <div className="form-layout">
        <ProductBox key={id} product={product} result={isOfPair ? undefined : result} cancel={LIST} />
      </div>
      <OfferTable offers={offers} />
      {counts.offers > offers.length ? (
        <p className="small muted">{`The latest ${offers.length} of ${counts.offers} offers.`}</p>
      ) : null}
      {pairs.length > 0 ? (
        <section className="box" aria-labelledby="suggestions">
          <div className="box__head">
            <h2 id="suggestions">These may be one product</h2>
            <span className="small muted">Most alike first</span>
          </div>
          <PairList pairs={pairs} action={`${LIST}/${id}`} />
        </section>
      ) : null}
    </>
  )
}
