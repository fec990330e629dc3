import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import type { findProductToEdit } from '~/features/catalog/products/product-to-edit.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { RecordTable } from '~/ui/record-table'

type Offer = NonNullable<Awaited<ReturnType<typeof findProductToEdit>>>['offers'][number]

/** The offers of a product, drafts too; lists show the current one. */
export function OfferTable({ offers }: { offers: Offer[] }) {
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
