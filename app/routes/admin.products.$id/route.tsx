import type { ActionFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { NOT_THE_SAME, NOT_THE_SAME_FAILED, PairList } from '~/features/catalog/products/pair-list'
import { submitNotTheSame } from '~/features/catalog/products/pair-response.server'
import { PRODUCT_FIELDS } from '~/features/catalog/products/product'
import { type findProductPage, PRODUCT } from '~/features/catalog/products/product-record.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { type Failure, failureText, recordFailure, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { Badge } from '~/ui/badge'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { type Column, ListTable, RowName } from '~/ui/list-screen'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'

const failure: Failure = (form) =>
  form.get('intent') === NOT_THE_SAME ? NOT_THE_SAME_FAILED : failureText(recordFailure('Product'), form)

const saveProduct = recordAction(PRODUCT)

export const loader = recordLoader(PRODUCT)

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, failure, async () => {
    const sent = await readForm(request)
    if (sent.get('intent') !== NOT_THE_SAME) return saveProduct({ request, params, context })
    return submitNotTheSame(request, user, `/admin/products/${params.id}`)
  })
}

export const clientAction = withFormFailure(failure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ProductPage() {
  const page = useLoaderData<typeof loader>()
  const { id, vendor, counts, offers, suggestions, mayMerge } = page
  const lead = (
    <>
      {`${pluralize(counts.offers, 'offer')}, ${pluralize(counts.reviews ?? 0, 'review')}, by `}
      <Link className="link" to={`/admin/vendors/${vendor?.id}`} discover="none">
        <bdi>{vendor?.name}</bdi>
      </Link>
    </>
  )
  const merge = mayMerge ? (
    <ButtonLink to={mergePath('product', id)} tone="secondary" icon="copy">
      Merge
    </ButtonLink>
  ) : null
  return (
    <>
      <RecordScreen key={id} page={page} fields={PRODUCT_FIELDS} lead={lead} actions={merge} />
      {offers.length > 0 ? <ListTable label="Offers" columns={OFFER_COLUMNS} rows={offers} /> : null}
      {counts.offers > offers.length ? (
        <p className="text-small text-muted-foreground">{`The latest ${offers.length} of ${counts.offers} offers.`}</p>
      ) : null}
      {suggestions.length > 0 ? (
        <Box aria-labelledby="suggestions">
          <BoxHead>
            <BoxTitle id="suggestions">These may be one product</BoxTitle>
            <span className="text-small text-muted-foreground">Most alike first</span>
          </BoxHead>
          <PairList pairs={suggestions} action={`/admin/products/${id}`} />
        </Box>
      ) : null}
    </>
  )
}

type Offer = Awaited<ReturnType<typeof findProductPage>>['offers'][number]

const OFFER_COLUMNS: Column<Offer>[] = [
  { label: 'Offer', cell: ({ id, title }) => <RowName to={`/admin/deals/${id}`} name={title} /> },
  {
    label: 'Status',
    cell: ({ shown_status, published, is_current }) => (
      <span className="flex flex-wrap gap-2">
        <DealStatusBadge status={shown_status} />
        {published ? null : <Badge tone="draft">Draft</Badge>}
        {is_current ? <Badge tone="published">Current</Badge> : null}
      </span>
    ),
  },
  { label: 'Platform', cell: ({ platform }) => platform },
  {
    label: 'Period',
    cell: ({ start_date, end_date }) =>
      `${formatDate(start_date)} to ${end_date ? formatDate(end_date) : 'no end date'}`,
  },
  {
    label: 'Price',
    cell: ({ deal_price, currency }) => (deal_price === null ? 'Price not listed' : formatMoney(deal_price, currency)),
  },
  {
    label: 'Actions',
    isUnlabeled: true,
    cell: ({ id, title, platform }) => (
      <ButtonLink to={`/admin/deals/${id}/move`} tone="secondary" size="sm">
        Move
        <span className="sr-only">
          {' '}
          <bdi>{title}</bdi>
          {` on ${platform} to another product`}
        </span>
      </ButtonLink>
    ),
  },
]
