import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type DealSummary, formatTag, statusText } from '~/features/catalog/deals/deal'
import { type DealSearch, dealSearchParams } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { refundDays } from '~/features/catalog/deals/refund-days.server'
import { isRecurring, isSubscription, offeredText, regularPriceText } from '~/features/catalog/deals/regular-price'
import { fullSrc } from '~/features/catalog/pictures/picture'
import { absoluteUrl, siteUrl } from '~/http/page.server'
import { startOfUtcToday } from '~/http/utc-day'
import { site } from '~/site.server'
import type { Feed, FeedEntry } from './feed'

/** A page of the deals that match a search. Sorted by newest where the list begins with open deals or the best match. */
export async function readDealFeed(requested: DealSearch, type: 'rss' | 'json'): Promise<Feed> {
  const search: DealSearch = { ...requested, view: '' }
  const sort = search.sort === 'best' || search.sort === 'open' ? 'newest' : search.sort
  const { deals, pages } = await listDeals({ ...search, sort })
  const details = new Map((await findDetails(deals.map(({ id }) => id))).map((row) => [row.id, row]))
  const address = (path: string, page: number) => {
    const params = dealSearchParams({ ...search, page })
    return siteUrl(params ? `${path}?${params}` : path)
  }
  return {
    title: `Deals | ${site.name}`,
    description: 'Lifetime software deals with dated prices, moderated reviews and verified changes.',
    page: address('/deals', search.page),
    self: address(`/deals.${type}`, search.page),
    next: search.page < pages ? address(`/deals.${type}`, search.page + 1) : undefined,
    changed: startOfUtcToday(),
    entries: deals.flatMap((deal) => {
      const detail = details.get(deal.id)
      return detail ? [toEntry(deal, detail)] : []
    }),
  }
}

/** The data of published deals that DealCard lacks. */
async function findDetails(ids: string[]) {
  return db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select([
      'deals.id',
      'deals.tags',
      'deals.created_at',
      'deals.updated_at',
      'deals.coupon_code',
      'deals.coupon_note',
      'deals.stackable',
      'deals.open_until',
      refundDays.as('refund_days'),
      'categories.name as category',
      'platforms.name as platform',
    ])
    .where('deals.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deals.published', '=', true)
    .execute()
}

type Details = Awaited<ReturnType<typeof findDetails>>[number]

function toEntry(
  deal: DealSummary,
  { created_at, updated_at, tags, category, platform, ...terms }: Details,
): FeedEntry {
  const { id, slug, title, vendor_name, summary, currency, shown_status, deal_price, original_price } = deal
  const price = offeredText(deal) ?? 'Price not listed'
  const kind = isSubscription(deal) ? ', subscription' : ''
  const facts = `${price}${kind}${describeRegularPrice(deal)}, ${statusText(deal)}, by ${vendor_name} on ${platform}`
  const { coupon_code, coupon_note } = terms
  const coupon = coupon_code === null ? undefined : `Code ${coupon_code}${coupon_note ? `: ${coupon_note}` : ''}`
  return {
    id: `urn:uuid:${id}`,
    url: siteUrl(`/deals/${slug}`),
    title: `${title}: ${price}`,
    text: [summary, facts, coupon].filter(Boolean).join('\n'),
    published: created_at,
    modified: updated_at,
    tags: [category, ...tags.map(formatTag)],
    image: absoluteUrl(fullSrc(deal.picture)),
    facts: {
      status: shown_status,
      vendor: vendor_name,
      category,
      platform,
      deal_price,
      deal_price_period: deal.deal_price_period,
      discount_percent: deal.discount_percent,
      original_price,
      regular_price_period: deal.regular_price_period,
      break_even_months: deal.break_even_months,
      currency,
      coupon_code,
      coupon_note,
      refund_days: terms.refund_days,
      stackable: terms.stackable,
      start_date: deal.start_date,
      end_date: deal.end_date,
      confirmed_on: deal.confirmed_on,
      open_until: terms.open_until,
      rating: deal.rating_average,
      reviews: deal.review_count,
    },
  }
}

/** " instead of $240.00", or ", regular price $12/mo" where that is paid again and again. */
function describeRegularPrice(deal: DealSummary) {
  const regular = regularPriceText(deal)
  if (regular === undefined || deal.deal_price === null) return ''
  return isRecurring(deal) ? `, regular price ${regular}` : ` instead of ${regular}`
}
