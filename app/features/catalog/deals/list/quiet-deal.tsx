import { Link } from '@remix-run/react'
import { AvailabilityDate, lastKnownMonth } from '~/features/catalog/deals/availability-date'
import { type CardDeal, vendorLine } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { vendorLinkRel } from '~/features/catalog/deals/get-deal-link'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { Seal } from '~/ui/seal'
import type { RowDeal } from './deal-card'

type QuietDealProps = { deal: CardDeal | RowDeal; today: string; heading: 'h2' | 'h3' }

/** A deal that has ended or is not confirmed: one row in cards and lists alike. It promises no saving. */
export function QuietDeal({ deal, today, heading: Heading }: QuietDealProps) {
  const { slug, title, summary, deal_price, discount_percent } = deal
  const vendor = vendorLine(deal)
  const to = `/deals/${slug}`
  return (
    <article className="quiet grid items-center py-3 text-start text-caption text-muted-foreground">
      <Seal seed={slug} title={title} size="sm" />
      <div className="min-w-0">
        <Heading className="deal__title text-base">
          <Link className="no-underline hover:underline" to={to} discover="none">
            <bdi>{title}</bdi>
          </Link>
        </Heading>
        <p className="truncate" dir="auto">
          {vendor ? (
            <>
              by <bdi>{vendor}</bdi>
              {'. '}
            </>
          ) : null}
          {deal.history ? `${deal.history}. ` : null}
          {summary}
        </p>
      </div>
      <div className="deal__line">
        <DealStatusBadge status={deal.shown_status} />
        <AvailabilityDate deal={deal} today={today} form="card" />
      </div>
      <p>
        {deal_price === null && discount_percent === null ? (
          'Price not listed'
        ) : (
          <>
            <OfferedPrice deal={deal} label="Deal price" size="sm" />
            <span>{` in ${lastKnownMonth(deal, today)}`}</span>
          </>
        )}
      </p>
      <div className="deal__line">
        <Link className="inline-flex min-h-6 items-center" to={to} discover="none">
          View Details
          <span className="sr-only">{`: ${title}`}</span>
        </Link>
        <a className="inline-flex min-h-6 items-center" href={`/go/${slug}`} target="_blank" rel={vendorLinkRel(deal)}>
          Visit Vendor
          <span className="sr-only">{`: ${title}, opens in a new tab`}</span>
        </a>
      </div>
    </article>
  )
}
