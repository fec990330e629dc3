import { type RawBuilder, sql } from 'kysely'
import type { OtherOffers } from '~/features/catalog/deals/deal'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'

/** The columns of a DealCard, for every query that selects from `deals`. Prepared statements give a placeholder for today. */
export const dealCardColumns = (today?: RawBuilder<string>) =>
  [
    'deals.id',
    'deals.slug',
    'deals.title',
    'deals.vendor_name',
    'deals.summary',
    'deals.original_price',
    'deals.deal_price',
    'deals.currency',
    'deals.deal_price_period',
    'deals.discount_percent',
    'deals.coupon_code',
    'deals.regular_price_period',
    'deals.break_even_months',
    shownStatus(today).as('shown_status'),
    'deals.start_date',
    'deals.end_date',
    'deals.seen_on',
    dealPicture.as('picture'),
    'deals.review_count',
    'deals.rating_average',
    'deals.change_count',
  ] as const

/** The other published offers of the product of `deals`, counted by a lateral subquery. */
export const otherOffers = (today: RawBuilder<string>) => sql<OtherOffers>`(
  select count(*) as other_offers,
    bool_and(shown_status(offers.status, offers.start_date, offers.end_date, offers.seen_on, ${today}::date) = 'EXPIRED') as others_ended
  from deals as offers
  where offers.product_id = deals.product_id and offers.published and offers.id <> deals.id)`
