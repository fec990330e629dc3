import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEAL_SORTS, type DealSearch, EVERY_DEAL, PAGE_SIZE } from '~/features/deals/deal-search'
import { findPlaces } from '~/features/deals/matching-deals.server'
import { choosePage, isFoundInIndex, type SampledShares } from '~/features/deals/search-plan.server'
import { findPage } from '~/features/deals/search-ways.server'
import { makeCategory, makePlatform } from '../factories'

const COUNT_TO = 100
const FILTERS: Record<string, Partial<DealSearch>> = {
  nothing: {},
  category: { category: 'marketing' },
  'category and platform': { category: 'marketing', platform: 'stacklane' },
  tag: { tag: 'HOT' },
  'category and tag': { category: 'marketing', tag: 'HOT' },
  'price and status': { minPrice: '20', maxPrice: '40', status: 'ACTIVE' },
  'a place that does not exist': { category: 'no-such', platform: 'no-such', tag: 'HOT' },
}

// What a sample of a large directory could have said, so that each way is taken whatever the few deals here are like.
const SHARES: Record<string, Pick<SampledShares, 'term' | 'filters' | 'indexed' | 'tagged'>> = {
  walk: { term: 0.9, filters: 0.9, indexed: 0.9, tagged: 0.9 },
  filter: { term: 0.01, filters: 0, indexed: 0.0001, tagged: 0.01 },
  letters: { term: 0, filters: 0.5, indexed: 0.5, tagged: 0.5 },
}

beforeEach(async () => {
  const [marketing, elsewhere] = [await makeCategory({ slug: 'marketing' }), await makeCategory()]
  const email = await makeCategory({ slug: 'email', parent_id: marketing.id })
  const [stacklane, other] = [await makePlatform({ slug: 'stacklane' }), await makePlatform()]
  await sql`
    insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, end_date, tags, deal_price, status,
      cta_url, published, created_at, review_count, rating_sum)
    select case when n % 5 < 3 then 'Batch deal ' else 'Other ' end || n, 'batch-' || n, 'Northpane',
      (array[${marketing.id}, ${email.id}, ${elsewhere.id}]::uuid[])[1 + n % 3],
      (array[${stacklane.id}, ${other.id}]::uuid[])[1 + n % 2], '2020-01-01',
      case n % 4 when 0 then '2021-01-01'::date + n % 7 when 1 then '2999-01-01'::date + n % 7 end,
      case when n % 7 < 5 then '{HOT}'::text[] else '{bulk}' end, case when n % 11 > 0 then 10 + n % 13 * 5 end,
      case when n % 6 < 4 then 'ACTIVE' else 'UPCOMING' end::deal_status, 'https://vendor.example/', n % 9 > 0,
      '2026-01-01'::timestamptz + n % 17 * interval '1 day', n % 6, n % 6 * 3 + n % 2
    from generate_series(1, 180) n`.execute(db)
})

test.each(DEAL_SORTS)('every way to the hits of a search, sorted by %s, gives the same pages', async (sort) => {
  const taken = new Set<string>()
  for (const filters of Object.values(FILTERS)) {
    for (const q of ['', 'batch', 'zzyzxq']) {
      const search = { ...EVERY_DEAL, ...filters, q, sort }
      const places = await findPlaces(search)
      const kinds = [places.categoryIds[0], places.platformId, search.status, search.minPrice].filter(Boolean).length
      const expected = await leaf(search, undefined)
      for (const shares of Object.values(SHARES)) {
        const sampled = { ...shares, kinds, deals: 1_000_000 }
        expect(await leaf(search, sampled)).toEqual(expected)
        const way = choosePage(search, sampled, PAGE_SIZE, COUNT_TO)
        taken.add(way === 'filter' && isFoundInIndex(search, sampled) ? 'filter, in an index' : way)
      }
    }
  }
  expect([...taken]).toEqual(expect.arrayContaining(['walk', 'walk on', 'filter', 'filter, in an index', 'letters']))
})

/** All ids and counts, page by page, as far as is counted. */
async function leaf(search: DealSearch, shares: SampledShares | undefined) {
  const places = await findPlaces(search)
  const pages = []
  for (let page = 1; (page - 1) * PAGE_SIZE < COUNT_TO; page++) {
    const { ids, counted } = await findPage({ ...search, page }, places, shares, COUNT_TO)
    // Beyond the count some ways know of more, which is never shown.
    pages.push({ ids: ids.slice(0, COUNT_TO - (page - 1) * PAGE_SIZE), counted: Math.min(counted, COUNT_TO) })
  }
  return pages
}
