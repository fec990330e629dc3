import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  hasEnded,
  isExpiredEarly,
  isNotExpired,
  isOpen,
  isShownAs,
  LAST_DAY,
} from '~/features/catalog/deals/shown-status.server'
import type { DealSort } from './deal-filters'
import type { DealFilter, DealsQuery } from './deal-query.server'
import { SHELVES, type Shelf, shelfOf } from './shelves'

type Condition = RawBuilder<SqlBool>

/** The id breaks ties, so that pages never repeat or skip a deal. Each order has its index. */
export function orderDeals<O>(query: DealsQuery<O>, sort: Exclude<DealSort, 'ending' | 'best' | 'open'>) {
  const price = sql`coalesce(deal_price, 0)`
  switch (sort) {
    case 'newest':
      return query.orderBy('deals.created_at', 'desc').orderBy('deals.id', 'desc')
    case 'oldest':
      return query.orderBy('deals.created_at').orderBy('deals.id')
    case 'price-low':
      return query.orderBy(price).orderBy('deals.id')
    case 'price-high':
      return query.orderBy(price, 'desc').orderBy('deals.id', 'desc')
    case 'break-even':
      // Written as in its index; those whose break-even is unknown come last.
      return query.orderBy(sql`coalesce(break_even_months, 2147483647)`).orderBy('deals.id')
    case 'rating':
      return query
        .orderBy(sql`(review_count >= 3)`, 'desc')
        .orderBy(sql`coalesce(rating_average, 0)`, 'desc')
        .orderBy('review_count', 'desc')
        .orderBy('deals.created_at', 'desc')
        .orderBy('deals.id', 'desc')
  }
}

export function isOnShelf(shelf: Shelf): Condition {
  switch (shelf) {
    case 'open':
      return isOpen()
    case 'upcoming':
      return isShownAs('UPCOMING')
    case 'unconfirmed':
      return isShownAs('UNCONFIRMED')
    case 'ended':
      return isShownAs('EXPIRED')
  }
}

/** The shelf of deals as a number, in the order of "Open first". */
export const shelfRank = () => sql<number>`case
  when ${isOpen()} then 0 when ${isShownAs('UPCOMING')} then 1 when ${isShownAs('UNCONFIRMED')} then 2 else 3 end`

/** The shelves that the filters leave. Finding out that a shelf is empty may take as long as reading all deals. */
export function shelvesIn({ status, open }: Partial<DealFilter>): readonly Shelf[] {
  const shelves = status ? [shelfOf(status)] : SHELVES
  return open ? shelves.filter((shelf) => shelf === 'open') : shelves
}

type EndingPart = { condition: Condition; direction: 'asc' | 'desc' }

/**
 * The order by end date, as parts in the order of the index: open and upcoming deals, those without an end date last;
 * ended ones, the latest first; those that staff set to Expired before their end date. Parts that a filter empties are
 * left out, because finding that out would take long.
 */
export function endingParts({ status, open }: Partial<DealFilter>): EndingPart[] {
  const running: EndingPart = { condition: isNotExpired(), direction: 'asc' }
  const expired: EndingPart[] = [
    { condition: hasEnded(), direction: 'desc' },
    { condition: isExpiredEarly(), direction: 'asc' },
  ]
  if (status === 'EXPIRED') return expired
  return status || open ? [running] : [running, ...expired]
}

export function orderByLastDay<O>(query: DealsQuery<O>, { condition, direction }: EndingPart) {
  return query.where(condition).orderBy(LAST_DAY, direction).orderBy('deals.id', direction)
}
