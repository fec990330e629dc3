import type { DealSummary, ListedDeal, OtherOffers } from '~/features/catalog/deals/deal'
import { shorten } from '~/ui/shorten'

// What the cards and rows of a list show of a deal. A member gets it twice, as HTML and as data, so nothing else is sent.

/** Fits two lines on the widest card; a longer summary would be sent 24 times and cut off by the browser. */
const SUMMARY_SHOWN = 160

/** A deal as a card. The other offers of its product are counted only in lists. */
export type CardDeal = Omit<DealSummary, 'id'> & Partial<OtherOffers>

export function toCards(deals: (DealSummary & Partial<OtherOffers> & { category?: string })[]): CardDeal[] {
  return deals.map(({ id: _id, category: _category, summary, ...shown }) => ({
    ...shown,
    summary: summary && shorten(summary, SUMMARY_SHOWN),
  }))
}

/** A deal as a row, with its category instead of the summary, the picture and what it saves. */
export type RowDeal = Omit<
  ListedDeal,
  'id' | 'summary' | 'picture' | 'original_price' | 'regular_price_period' | 'break_even_months'
>

export function toRows(deals: ListedDeal[]): RowDeal[] {
  return deals.map(
    ({
      id: _id,
      summary: _summary,
      picture: _picture,
      original_price: _price,
      regular_price_period: _period,
      break_even_months: _months,
      ...shown
    }) => shown,
  )
}

/** Only rows name their category. */
export function isRows(deals: CardDeal[] | RowDeal[]): deals is RowDeal[] {
  return deals.some((deal) => 'category' in deal)
}
