import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { currentSearch } from '~/features/audience/following/list-searches.server'
import { NAMED_DEALS, type SearchMatched } from '~/features/audience/following/saved-search'
import { findSearch } from '~/features/audience/following/saved-searches.server'
import { dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { offeredText } from '~/features/catalog/deals/regular-price'
import { searchMatches } from '~/mail/search-matches.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import type { StoredNotification } from './notice-data'

type News = { notification: StoredNotification; created_at: Date }
type Matched = { data: SearchMatched['saved_search']; created_at: Date }

/** The notifications of a mail if all of them are about the same saved search. */
export function onlySearch(news: News[]): Matched[] | undefined {
  const matched = news.flatMap(({ notification, created_at }) =>
    notification.kind === 'saved_search' ? [{ data: notification.data, created_at }] : [],
  )
  const isOne = matched.length === news.length && new Set(matched.map(({ data }) => data.search)).size === 1
  return isOne ? matched : undefined
}

/** A mail about one search, with its deals as they are now. Undefined if none of them is published any more. */
export async function writeSearchMail({ user_id, email }: { user_id: string; email: string }, matched: Matched[]) {
  const { search } = matched[0]!.data
  const saved = await findSearch(user_id, search)
  const dayOf = new Map(
    matched.flatMap(({ data, created_at }) =>
      data.deals.map(({ id }) => [id, created_at.toISOString().slice(0, 10)] as const),
    ),
  )
  const ids = [...dayOf.keys()].slice(0, NAMED_DEALS)
  const deals = await listDeals(ids)
  if (!saved || deals.length === 0) return undefined
  const first = [...dayOf.values()].sort()[0]!
  const all = matched.reduce((sum, { data }) => sum + data.count, 0)
  const changed = matched.reduce((sum, { data }) => sum + (data.changed ?? 0), 0)
  const left = all - ids.length
  const count = pluralize(deals.length + left, 'deal')
  return searchMatches(
    { id: user_id, email },
    {
      search,
      name: saved.name,
      areNew: changed < all,
      count,
      summary: `${count} ${deals.length + left === 1 ? 'matches' : 'match'} since ${formatDate(first)}.`,
      deals: deals.map((deal) => itemOf(deal, dayOf.get(deal.id) ?? first)),
      left,
      url: env.SITE_URL + dealListPath(await currentSearch(saved.query)),
    },
  )
}

async function listDeals(ids: string[]) {
  const deals = await db
    .selectFrom('deals')
    .select(['id', 'slug', 'title', 'vendor_name', 'deal_price', 'currency', 'deal_price_period', 'discount_percent'])
    .select(['coupon_code', 'end_date'])
    .where('id', 'in', ids)
    .where('published', '=', true)
    .execute()
  return deals.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

type ListedDeal = Awaited<ReturnType<typeof listDeals>>[number]

function itemOf(deal: ListedDeal, day: string) {
  const offered = offeredText(deal) ?? 'Price not listed'
  const sentences = [
    deal.coupon_code ? `${offered} with the code ${deal.coupon_code}.` : `${offered}.`,
    deal.end_date && `Ends ${formatDate(deal.end_date)}.`,
  ]
  return {
    day,
    title: deal.title,
    url: `${env.SITE_URL}/deals/${deal.slug}`,
    text: sentences.filter(Boolean).join(' '),
    note: `By ${deal.vendor_name}`,
  }
}
