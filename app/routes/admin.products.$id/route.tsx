import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { NOT_THE_SAME, NOT_THE_SAME_FAILED } from '~/features/catalog/products/not-the-same'
import { PairList } from '~/features/catalog/products/pair-list'
import { submitNotTheSame } from '~/features/catalog/products/pair-response.server'
import { PRODUCT_LIMITS } from '~/features/catalog/products/product'
import { findProductToEdit } from '~/features/catalog/products/save-product.server'
import { listSuggestionsOf } from '~/features/catalog/products/suggestions.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type Failure, type FormResult, fieldsOf, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { Badge } from '~/ui/badge'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { FormLayout } from '~/ui/form-layout'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { RecordTable } from '~/ui/record-table'
import { SaveButton } from '~/ui/save-button'
import { ScreenHead } from '~/ui/screen-head'
import { submitProduct } from './actions.server'

const LIST = '/admin/products'
const failure: Failure = (form) =>
  form.get('intent') === NOT_THE_SAME ? NOT_THE_SAME_FAILED : 'Failed to save product'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const id = parseRowId(params.id)
  const product = id && (await findProductToEdit(id))
  if (!product) throw notFound('Product')
  const pairs = await listSuggestionsOf(id)
  const head = pageHead({ title: product.name, description: 'A product and its offers.', path: LIST, isIndexed: false })
  return { id, head, product, pairs, mayMerge: canMerge(user) }
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
      <FormLayout>
        <ProductBox key={id} product={product} result={isOfPair ? undefined : result} cancel={LIST} />
      </FormLayout>
      <OfferTable offers={offers} />
      {counts.offers > offers.length ? (
        <p className="text-small text-muted-foreground">{`The latest ${offers.length} of ${counts.offers} offers.`}</p>
      ) : null}
      {pairs.length > 0 ? (
        <Box aria-labelledby="suggestions">
          <BoxHead>
            <BoxTitle id="suggestions">These may be one product</BoxTitle>
            <span className="text-small text-muted-foreground">Most alike first</span>
          </BoxHead>
          <PairList pairs={pairs} action={`${LIST}/${id}`} />
        </Box>
      ) : null}
    </>
  )
}

type Offer = NonNullable<Awaited<ReturnType<typeof findProductToEdit>>>['offers'][number]

/** The offers of a product, drafts too; lists show the current one. */
function OfferTable({ offers }: { offers: Offer[] }) {
  return (
    <RecordTable
      label="Offers"
      columns={['Offer', 'Status', 'Platform', 'Period', 'Price', { label: 'Actions', head: ACTIONS }]}
      rows={offers.map((offer) => ({
        id: offer.id,
        name: offer.title,
        to: `/admin/deals/${offer.id}`,
        cells: [
          <OfferStatus key="status" {...offer} />,
          offer.platform,
          `${formatDate(offer.start_date)} to ${offer.end_date ? formatDate(offer.end_date) : 'no end date'}`,
          offer.deal_price === null ? 'Price not listed' : formatMoney(offer.deal_price, offer.currency),
          <ButtonLink key="move" to={`/admin/deals/${offer.id}/move`} tone="secondary" size="sm">
            Move
            <span className="sr-only">
              {' '}
              <bdi>{offer.title}</bdi>
              {` on ${offer.platform} to another product`}
            </span>
          </ButtonLink>,
        ],
      }))}
    />
  )
}

const ACTIONS = (
  <th scope="col">
    <span className="sr-only">Actions</span>
  </th>
)

function OfferStatus({ shown_status, published, is_current }: Offer) {
  return (
    <span className="flex flex-wrap gap-2">
      <DealStatusBadge status={shown_status} />
      {published ? null : <Badge tone="draft">Draft</Badge>}
      {is_current ? <Badge tone="published">Current</Badge> : null}
    </span>
  )
}

type Product = NonNullable<Awaited<ReturnType<typeof findProductToEdit>>>
type ProductBoxProps = {
  product: Pick<Product, 'name' | 'website_url' | 'version'>
  result: FormResult
  cancel: string
}

function ProductBox({ product, result, cancel }: ProductBoxProps) {
  const field = fieldsOf(result, product)
  return (
    <Box aria-labelledby="about">
      <BoxHead>
        <BoxTitle id="about">Product</BoxTitle>
      </BoxHead>
      <Form method="post" className="p-5 grid gap-5" noValidate>
        <input type="hidden" name="version" value={product.version} />
        <TextField
          {...field('name')}
          label="Name"
          required
          maxLength={PRODUCT_LIMITS.name}
          hint="Its deals keep their titles."
        />
        <TextField
          {...field('website_url')}
          label="Website"
          inputMode="url"
          optional
          placeholder="https://"
          maxLength={PRODUCT_LIMITS.url}
        />
        <div className="flex flex-wrap gap-3">
          <SaveButton>Save Product</SaveButton>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Box>
  )
}
