import { DealTags } from '~/features/deals/deal-tags'
import { GetDealLink } from '~/features/deals/get-deal-link'
import { Availability, type AvailabilityProps } from './availability'
import { BookmarkControl } from './bookmark-control'
import { DealFacts } from './deal-facts'
import { PriceSummary } from './price-summary'
import { ShareLinks } from './share-links'
import type { ShownDeal } from './shown-deal'

type DealSidebarProps = Pick<AvailabilityProps, 'reports' | 'own'> & {
  deal: ShownDeal
  address: string
  isBookmarked: boolean | undefined
}

/** `address` is the canonical URL of the page, for sharing. */
export function DealSidebar({ deal, address, isBookmarked, reports, own }: DealSidebarProps) {
  return (
    <aside className="detail__side" aria-label="Deal Information">
      <div className="detail__stick">
        <div className="deal-sidebar">
          <h2 className="deal-sidebar__head">Deal Information</h2>
          <div className="deal-sidebar__body">
            <PriceSummary deal={deal} />
            <div className="deal-sidebar__actions">
              <GetDealLink deal={deal} label="Get This Deal" size="lg" block />
              <BookmarkControl slug={deal.slug} isBookmarked={isBookmarked} />
            </div>
            <DealFacts deal={deal} />
            {deal.published ? <Availability deal={deal} reports={reports} own={own} /> : null}
            {deal.tags.length > 0 ? (
              <div>
                <p className="deal-sidebar__label">Tags</p>
                <DealTags tags={deal.tags} />
              </div>
            ) : null}
            <ShareLinks title={deal.title} address={address} />
            <p className="deal-sidebar__note">Purchases happen on the vendor's platform. We may earn a commission.</p>
          </div>
        </div>
      </div>
    </aside>
  )
}
