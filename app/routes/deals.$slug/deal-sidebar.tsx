import { GetDealLink } from '~/features/deals/get-deal-link'
import { Icon } from '~/ui/icon'
import { formatMoney } from '~/ui/money'
import { Availability, type AvailabilityProps } from './availability'
import { BookmarkControl } from './bookmark-control'
import { DealFacts } from './deal-facts'
import { PriceSummary } from './price-summary'
import type { ShownDeal } from './shown-deal'

type DealSidebarProps = Pick<AvailabilityProps, 'reports' | 'own'> & {
  deal: ShownDeal
  isBookmarked: boolean | undefined
  /** Whether the price is the lowest on record, after a higher one. */
  isLowest: boolean
  /** The lower price of another offer of the product; null if there was none. */
  lowerBefore: string | null
}

export function DealSidebar({ deal, isBookmarked, isLowest, lowerBefore, reports, own }: DealSidebarProps) {
  return (
    <aside className="detail__side" aria-label="Deal Information">
      <div className="detail__stick">
        <div className="deal-sidebar">
          <h2 className="deal-sidebar__head">Deal Information</h2>
          <div className="deal-sidebar__body">
            <PriceSummary deal={deal} />
            {isLowest ? (
              <p className="deal-sidebar__fact">
                <Icon name="trending-down" />
                Lowest price on record for this deal.
              </p>
            ) : null}
            {lowerBefore ? (
              <p className="deal-sidebar__fact">
                <Icon name="history" />
                <a
                  className="link"
                  href="#offers"
                >{`Lowest of another offer: ${formatMoney(lowerBefore, deal.currency)}.`}</a>
              </p>
            ) : null}
            <div className="deal-sidebar__actions">
              <GetDealLink deal={deal} label="Get This Deal" size="lg" block />
              <BookmarkControl slug={deal.slug} isBookmarked={isBookmarked} />
            </div>
            <DealFacts deal={deal} />
            {deal.published ? <Availability deal={deal} reports={reports} own={own} /> : null}
            <p className="deal-sidebar__note">Purchases happen on the vendor's platform. We may earn a commission.</p>
          </div>
        </div>
      </div>
    </aside>
  )
}
