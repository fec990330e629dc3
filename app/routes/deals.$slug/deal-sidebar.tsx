import { DealTags } from '~/features/catalog/deals/deal-tags'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { CompareLink } from '~/features/catalog/deals/list/compare-link'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { formatShortMoney } from '~/ui/money'
import { Availability, type AvailabilityProps } from './availability'
import { BookmarkControl } from './bookmark-control'
import { BreakEven } from './break-even'
import { Coupon } from './coupon'
import { DealFacts } from './deal-facts'
import { PriceSummary } from './price-summary'
import { ShareButtons } from './share-buttons'
import type { ShownDeal } from './shown-deal'
import { TargetPrice } from './target-price'

type DealSidebarProps = Pick<AvailabilityProps, 'reports' | 'own'> & {
  deal: ShownDeal
  /** Canonical URL of the page, for sharing. */
  address: string
  /** Of the member; undefined for visitors, null where they have not saved the deal. */
  bookmark: { target_price: string | null } | null | undefined
  /** Whether the price is the lowest on record, after a higher one. */
  isLowest: boolean
  /** The lower price of another offer of the product; null if there was none. */
  lowerBefore: string | null
}

export function DealSidebar({ deal, address, bookmark, isLowest, lowerBefore, reports, own }: DealSidebarProps) {
  const user = useCurrentUser()
  const canFollow = user !== undefined && isActive(user)
  return (
    <aside className="detail__side" aria-label="Deal Information">
      <div className="detail__stick">
        <div className="deal-sidebar">
          <h2 className="deal-sidebar__head">Deal Information</h2>
          <div className="deal-sidebar__body">
            <PriceSummary deal={deal} />
            <div className="deal-sidebar__perks">
              <BreakEven deal={deal} />
              {isLowest ? (
                <p>
                  <Icon name="trending-down" />
                  Lowest price on record for this deal.
                </p>
              ) : null}
              {lowerBefore ? (
                <p>
                  <Icon name="history" />
                  <a
                    className="link"
                    href="#offers"
                  >{`An earlier offer was ${formatShortMoney(lowerBefore, deal.currency)}`}</a>
                </p>
              ) : null}
            </div>
            <Coupon deal={deal} />
            <div className="deal-sidebar__actions">
              <GetDealLink deal={deal} label="Get This Deal" size="lg" block />
              <div className="deal-sidebar__two">
                <BookmarkControl
                  slug={deal.slug}
                  isBookmarked={bookmark === undefined ? undefined : bookmark !== null}
                />
                {deal.published ? <CompareLink deal={deal} isNamed /> : null}
              </div>
              {bookmark && canFollow ? <TargetPrice deal={deal} target_price={bookmark.target_price} /> : null}
            </div>
            <DealFacts deal={deal} />
            <ShareButtons title={deal.title} address={address} />
            {deal.tags.length > 0 ? (
              <section className="deal-sidebar__tags" aria-labelledby="tags">
                <h3 id="tags">Tags</h3>
                <DealTags tags={deal.tags} />
              </section>
            ) : null}
            {deal.published ? <Availability deal={deal} reports={reports} own={own} /> : null}
            <p className="deal-sidebar__note">Purchases happen on the vendor's platform. We may earn a commission.</p>
          </div>
        </div>
      </div>
    </aside>
  )
}
