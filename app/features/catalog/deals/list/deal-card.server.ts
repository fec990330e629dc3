import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { ListedDeal, OtherOffers } from '~/features/catalog/deals/deal'
import { historyText, offerHistory, type PastOffer } from '~/features/catalog/deals/offer-history'
import { LINK_COLUMNS, withCommission } from '~/features/catalog/deals/outbound-urls.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { utcToday } from '~/http/utc-day'

/**
 * The columns of a DealCard, for every query that selects from `deals`. Prepared statements give a placeholder for
 * today.
 */
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
    'deals.confirmed_on',
    dealPicture.as('picture'),
    'deals.review_count',
    'deals.rating_average',
    'deals.change_count',
  ] as const

type ReadOffers = Omit<OtherOffers, 'history'> & { offers: PastOffer[] | null }

/** The published offers of the product of `deals`, by a lateral subquery: the other ones counted, all from three on. */
const offersOf = (today: RawBuilder<string>) => sql<ReadOffers>`(
  select count(*) - 1 as other_offers,
    bool_and(shown_status(offers.status, offers.start_date, offers.end_date, offers.open_until, ${today}::date) = 'EXPIRED')
      filter (where offers.id <> deals.id) as others_ended,
    case when count(*) >= 3 then json_agg(json_build_object('start_date', offers.start_date,
      'deal_price', offers.deal_price::text, 'deal_price_period', offers.deal_price_period,
      'discount_percent', offers.discount_percent, 'currency', offers.currency)) end as offers
  from deals as offers
  where offers.product_id = deals.product_id and offers.published)`

const cardsById = prepare('deal_cards_by_id', (given: Placeholders<{ ids: string[]; today: string }>) =>
  db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .innerJoinLateral(offersOf(given.today).as('offers'), (join) => join.onTrue())
    .select([...dealCardColumns(given.today), ...LINK_COLUMNS, 'categories.name as category'])
    .select(['offers.other_offers', 'offers.others_ended', 'offers.offers'])
    .where('deals.id', '=', sql<string>`any(${given.ids}::uuid[])`)
    .where('deals.published', '=', true),
)

/** The cards or rows of these deals, in this order. */
export async function readCards(ids: string[]): Promise<ListedDeal[]> {
  if (ids.length === 0) return []
  const today = utcToday()
  const rows = await withCommission(await cardsById({ ids, today }))
  const cards: ListedDeal[] = rows.map(({ offers, ...card }) => {
    const history = offers && offerHistory(offers, today)
    return { ...card, history: history ? historyText(history) : undefined }
  })
  const index = new Map(ids.map((id, i) => [id, i]))
  return cards.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
}
