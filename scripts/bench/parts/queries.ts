import { TERMS } from '../../testing/fill-database'
import { measureInProcess, printTimingsOf, type TimedQuery } from '../measure'
import type { QueryGoal } from '../report'

/** Limits for a list or search with its count at 100,000 deals, in milliseconds of the database's CPU. */
export const QUERY_GOAL: QueryGoal = { p95: 25, max: 150 }

/** Times every public query through the app's own functions. */
export const measureQueryCases = (url: string) => measureInProcess(import.meta.filename, url)

const PHRASES = {
  'two words': `${TERMS.common} ${TERMS.uncommon}`,
  'frequent and absent': `${TERMS.everywhere} ${TERMS.absent}`,
  'common and short': `${TERMS.common} er`,
  inflected: 'automating',
}

async function listCases(): Promise<TimedQuery[]> {
  const { listDeals, listFeaturedDeals } = await import('~/features/catalog/deals/list/find-deals.server')
  const { countCatalog } = await import('~/features/catalog/deals/open-deals.server')
  const { suggestSearch, suggestTitles } = await import('~/features/catalog/deals/list/suggestions.server')
  const { DEAL_SORTS, DEFAULT_SEARCH } = await import('~/features/catalog/deals/list/deal-filters')
  const pages = await import('~/features/catalog/deals/page/deal-page.server')
  const { findOutbound } = await import('~/features/catalog/deals/outbound-urls.server')
  const { listApprovedReviews } = await import('~/features/contributions/reviews/reviews.server')
  const { findReviewFigures } = await import('~/features/contributions/reviews/review-figures.server')
  const { listLatestVerifiedChanges, listVerifiedChanges } = await import(
    '~/features/contributions/change-logs/change-logs.server'
  )
  const { listApprovedComments } = await import('~/features/contributions/comments/comments.server')
  const { findPriceHistory } = await import('~/features/catalog/price-history/price-history.server')
  const categories = await import('~/features/catalog/categories/categories.server')
  const { listPlatforms } = await import('~/features/catalog/platforms/platforms.server')

  const search = (asked: Partial<typeof DEFAULT_SEARCH>) => () => listDeals({ ...DEFAULT_SEARCH, ...asked })
  const filters = {
    'category with children': { category: 'category-1' },
    'category without children': { category: 'category-140' },
    'small category': { category: 'category-99' },
    platform: { platform: 'platform-1' },
    'small platform': { platform: 'platform-50' },
    active: { status: 'ACTIVE' },
    'ending soon': { status: 'ENDING_SOON' },
    expired: { status: 'EXPIRED' },
    upcoming: { status: 'UPCOMING' },
    'not confirmed': { status: 'UNCONFIRMED' },
    'not confirmed in a category': { status: 'UNCONFIRMED', category: 'category-1' },
    'also subscriptions': { subscriptions: '1' },
    unpriced: { priced: '0' },
    open: { open: '1' },
    priced: { priced: '1' },
    'open and priced': { open: '1', priced: '1' },
    'open in a category': { open: '1', category: 'category-1' },
    'upcoming on a small platform': { status: 'UPCOMING', platform: 'platform-50' },
    'common tag': { tag: 'HOT' },
    'rare tag': { tag: 'tag 1999' },
    'price range': { minPrice: '200', maxPrice: '250' },
    'narrow price range': { minPrice: '299', maxPrice: '299' },
    'refund of 30 days': { refund: '30' },
    'refund of 60 days': { refund: '60' },
    'break-even within 12 months': { breakEven: '12' },
    'stacked codes': { stackable: '1' },
    'refund, break-even and stacked codes': { refund: '60', breakEven: '6', stackable: '1' },
    'break-even in a category': { breakEven: '6', category: 'category-1' },
    'refund on a small platform': { refund: '60', platform: 'platform-50' },
    'category and platform': { category: 'category-1', platform: 'platform-1' },
    everything: {
      category: 'category-1',
      platform: 'platform-50',
      status: 'ENDING_SOON',
      tag: 'HOT',
      minPrice: '100',
      open: '1',
      priced: '1',
    },
  } as const

  const cases: TimedQuery[] = []
  const addSorts = async (
    group: string,
    name: string,
    asked: Partial<typeof DEFAULT_SEARCH>,
    sorts = [...DEAL_SORTS],
  ) => {
    // A list that runs into the time limit has no known last page; its first one is measured all the same.
    const { pages: last } = await search(asked)().catch(() => ({ pages: 1 }))
    for (const sort of sorts) {
      cases.push([group, `${name}, ${sort}`, search({ ...asked, sort })])
      if (last > 1) cases.push([group, `${name}, ${sort}, page ${last}`, search({ ...asked, sort, page: last })])
    }
  }
  await addSorts('lists', 'all deals', {})
  for (const [name, filter] of Object.entries(filters)) await addSorts('lists', name, filter)
  for (const [name, q] of Object.entries({ ...TERMS, ...PHRASES })) await addSorts('search', name, { q })
  const { greek: _greek, japanese: _japanese, emoji: _emoji, ...latin } = TERMS
  for (const [term, q] of Object.entries(latin)) {
    for (const [name, filter] of Object.entries(filters))
      await addSorts('search in', `${term} in ${name}`, { q, ...filter }, ['open', 'newest', 'price-high', 'ending'])
  }
  for (const q of ['Horack Orst', 'cometer', 'zzyzxq', 'Ημερολόγια', 'a', 'x'.repeat(200)]) {
    cases.push(['did you mean', q.slice(0, 20), () => suggestTitles(q)])
    cases.push(['did you mean', `${q.slice(0, 20)}, words`, () => suggestSearch(q)])
  }

  const { deals } = await listDeals(DEFAULT_SEARCH)
  const busiest = deals.reduce((a, b) => (a.review_count > b.review_count ? a : b))
  const deal = (await pages.findPublishedDeal(busiest.slug))!
  cases.push(
    ['home', 'featured deals', () => listFeaturedDeals(6)],
    ['home', 'counts', countCatalog],
    ['home', 'latest changes', () => listLatestVerifiedChanges(6)],
    ['deal', 'deal', () => pages.findPublishedDeal(deal.slug)],
    ['deal', 'moved deal', () => pages.findMovedDeal('no-such-deal')],
    ['deal', 'related', () => pages.listRelatedDeals(deal)],
    ['deal', 'related by tag only', () => pages.listRelatedDeals({ ...deal, tags: ['HOT', 'tag 1999'] })],
    ['deal', 'outbound URL', () => findOutbound(deal.slug)],
    ['deal', 'reviews', () => listApprovedReviews(deal.id)],
    ['deal', 'figures of reviews', () => findReviewFigures(deal.id)],
    ['deal', 'changes', () => listVerifiedChanges(deal.id)],
    ['deal', 'comments', () => listApprovedComments(deal.id)],
    ['deal', 'price history', () => findPriceHistory(deal.id)],
    ['taxonomies', 'top categories', categories.listTopCategories],
    ['taxonomies', 'category', () => categories.findCategory('category-1')],
    ['taxonomies', 'categories for the filter', categories.listCategoriesForFilter],
    ['taxonomies', 'platforms', listPlatforms],
  )
  return cases
}

if (import.meta.filename === process.argv[1]) await printTimingsOf(await listCases())
