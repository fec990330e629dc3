import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readDealFeed } from '~/features/audience/feeds/deal-feed.server'
import { listTopCategories } from '~/features/catalog/categories/categories.server'
import { DEAL_SORTS, DEFAULT_SEARCH, type DealSearch, PAGE_SIZE } from '~/features/catalog/deals/list/deal-filters'
import { readCurrencies } from '~/features/catalog/deals/list/filter-values.server'
import { listDeals, listFeaturedDeals, matching, SORTS } from '~/features/catalog/deals/list/find-deals.server'
import { suggestSearch, suggestTitles } from '~/features/catalog/deals/list/suggestions.server'
import { readCatalogCounts } from '~/features/catalog/deals/open-deals.server'
import { countLinks } from '~/features/catalog/deals/open-links.server'
import { listRelatedDeals } from '~/features/catalog/deals/page/deal-page.server'
import { countVendor, listVendors } from '~/features/catalog/vendors/vendors.server'
import { insertDeals, makeCategory, makeDeal, makePlatform } from '../factories'

const list = async (asked: Partial<DealSearch>) => {
  const { deals } = await listDeals({ ...DEFAULT_SEARCH, ...asked })
  return deals.map(({ title }) => title)
}

test('drafts appear in no list, count or suggestion', async () => {
  await makeDeal({ title: 'Hidden Harbor', published: false, tags: ['HOT'] })

  expect(await listDeals({ ...DEFAULT_SEARCH })).toMatchObject({ deals: [], count: 0, pages: 0 })
  expect(await list({ q: 'harbor' })).toEqual([])
  expect(await list({ tag: 'HOT' })).toEqual([])
  expect(await listFeaturedDeals(6)).toEqual([])
  expect(await suggestTitles('hidden harbr')).toEqual([])
  expect(await suggestSearch('hiden')).toBeUndefined()
  expect(await readCatalogCounts()).toMatchObject({ deals: 0 })
})

test('"open deals" are counted alike on every page: products with an open offer that is paid once', async () => {
  const { id: category_id } = await makeCategory({ slug: 'writing' })
  const given = { category_id, vendor_name: 'Halden' }
  const twice = await makeDeal({ title: 'Two open offers', ...given })
  await makeDeal({ title: 'Two open offers', product_id: twice.product_id, ...given })
  await makeDeal({ title: 'Ended', end_date: '2026-01-02', ...given })
  await makeDeal({ title: 'Upcoming', start_date: '2999-01-01', ...given })
  await makeDeal({ title: 'Paid every month', deal_price: '5.00', deal_price_period: 'MONTH', ...given })
  await makeDeal({ title: 'Draft', published: false, ...given })

  const { shelves } = await listDeals({ ...DEFAULT_SEARCH, category: 'writing' })
  const [category] = await listTopCategories()
  const [vendor] = await listVendors({ q: '', letter: '', page: 1 })
  const counts = [(await readCatalogCounts()).deals, shelves?.open, category!.counts.open, vendor!.open]
  expect([...counts, (await countVendor(twice.vendor_id)).open, (await countLinks()).open]).toEqual([1, 1, 1, 1, 1, 1])
})

test('a category includes the deals of its children', async () => {
  const parent = await makeCategory({ slug: 'marketing' })
  const child = await makeCategory({ slug: 'email', parent_id: parent.id })
  await makeDeal({ title: 'Own', category_id: parent.id, created_at: new Date('2026-01-02') })
  await makeDeal({ title: 'Of the child', category_id: child.id, created_at: new Date('2026-01-01') })
  await makeDeal({ title: 'Elsewhere' })

  expect(await list({ category: 'marketing' })).toEqual(['Own', 'Of the child'])
  expect(await list({ category: 'email' })).toEqual(['Of the child'])
})

test('unknown categories and platforms do not filter the deal list', async () => {
  await makeDeal({ title: 'Anything' })

  expect(await list({ category: 'no-such', platform: 'no-such' })).toEqual(['Anything'])
})

test('filters are combined with AND', async () => {
  const platform = await makePlatform({ slug: 'stacklane' })
  const status = 'ENDING_SOON' as const
  const fits = { platform_id: platform.id, status, tags: ['HOT', 'ai'], deal_price: '59.00' }
  await makeDeal({ title: 'Fits', ...fits })
  await makeDeal({ title: 'Other platform', ...fits, platform_id: (await makePlatform()).id })
  await makeDeal({ title: 'Other status', ...fits, status: 'ACTIVE' })
  await makeDeal({ title: 'Other tag', ...fits, tags: ['hot', 'ai tools'] })
  await makeDeal({ title: 'Other price', ...fits, deal_price: '59.01' })

  const asked = { platform: 'stacklane', status, tag: 'HOT', minPrice: '59', maxPrice: '59' }
  expect(await list(asked)).toEqual(['Fits'])
})

test('a refund filter finds deals by their own rule, and others by the rule of their platform', async () => {
  const generous = { platform_id: (await makePlatform({ refund_days: 60 })).id }
  const silent = { platform_id: (await makePlatform()).id }
  await makeDeal({ title: "Platform's 60", ...generous })
  await makeDeal({ title: 'Own 30', ...silent, refund_days: 30 })
  await makeDeal({ title: 'Own 14, platform 60', ...generous, refund_days: 14 })
  await makeDeal({ title: 'No refund, platform 60', ...generous, refund_days: 0 })
  await makeDeal({ title: 'Not stated', ...silent })

  expect((await list({ refund: '14' })).toSorted()).toEqual(['Own 14, platform 60', 'Own 30', "Platform's 60"])
  expect((await list({ refund: '30' })).toSorted()).toEqual(['Own 30', "Platform's 60"])
  expect(await list({ refund: '60' })).toEqual(["Platform's 60"])
})

test('a break-even filter finds deals that have paid for themselves by then, and the sort puts them first', async () => {
  const priced = { deal_price: '59.00', original_price: '12.00' }
  await makeDeal({ title: 'After 5 months', ...priced, regular_price_period: 'MONTH' })
  await makeDeal({ title: 'After 59 months', ...priced, regular_price_period: 'YEAR' })
  await makeDeal({ title: 'After 12 months', ...priced, original_price: '59.00', regular_price_period: 'YEAR' })
  await makeDeal({ title: 'Paid once', ...priced, regular_price_period: 'ONCE' })
  await makeDeal({ title: 'Unknown', ...priced })

  expect(await list({ breakEven: '6' })).toEqual(['After 5 months'])
  expect(await list({ breakEven: '12', sort: 'break-even' })).toEqual(['After 5 months', 'After 12 months'])
  expect((await list({ sort: 'break-even' })).slice(0, 3)).toEqual([
    'After 5 months',
    'After 12 months',
    'After 59 months',
  ])
})

test('only deals that say that their codes can be stacked are found by that filter', async () => {
  await makeDeal({ title: 'Yes', stackable: true })
  await makeDeal({ title: 'No', stackable: false })
  await makeDeal({ title: 'Not stated' })
  expect(await list({ stackable: '1' })).toEqual(['Yes'])
})

test('sorting by price treats a missing price as 0', async () => {
  await makeDeal({ title: 'Ten', deal_price: '10.00' })
  await makeDeal({ title: 'No price', deal_price: null })
  await makeDeal({ title: 'Nine', deal_price: '9.00' })

  expect(await list({ sort: 'price-low' })).toEqual(['No price', 'Nine', 'Ten'])
  expect(await list({ sort: 'price-high' })).toEqual(['Ten', 'Nine', 'No price'])
})

test('price bounds exclude deals without a price and include free ones', async () => {
  const category = await makeCategory({ slug: 'marketing' })
  const deal = { category_id: category.id, tags: ['HOT'] }
  await makeDeal({ title: 'Ten', deal_price: '10.00', ...deal })
  await makeDeal({ title: 'No price', deal_price: null, ...deal })
  await makeDeal({ title: 'Nine', deal_price: '9.00', ...deal })
  await makeDeal({ title: 'Free', deal_price: '0.00', ...deal })

  for (const filters of [{}, { category: 'marketing' }, { tag: 'HOT' }, { category: 'marketing', tag: 'HOT' }]) {
    const search = { ...filters, sort: 'price-low' as const }
    expect(await list({ ...search, maxPrice: '9' })).toEqual(['Free', 'Nine'])
    expect(await list({ ...search, minPrice: '0' })).toEqual(['Free', 'Nine', 'Ten'])
    expect(await list({ ...search, minPrice: '0', maxPrice: '9.99' })).toEqual(['Free', 'Nine'])
    expect(await list({ ...search, minPrice: '9.01' })).toEqual(['Ten'])
    expect(await list({ ...search, minPrice: '10', maxPrice: '9' })).toEqual([])
  }
})

test('only currencies of published prices are listed, once each', async () => {
  for (const currency of ['USD', 'EUR', 'USD', 'GBP']) await makeDeal({ deal_price: '9.00', currency })
  await makeDeal({ deal_price: '9.00', currency: 'CHF', published: false })
  await makeDeal({ deal_price: null, currency: 'JPY' })

  expect(await readCurrencies()).toEqual(['EUR', 'GBP', 'USD'])
})

test('sorting by end date lists the soonest first, then deals without an end, then ended ones', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  await makeDeal({ title: 'Never', start_date: '2020-01-01' })
  await makeDeal({ title: 'Ended long ago', start_date: '2020-01-01', end_date: '2021-01-01' })
  await makeDeal({ title: 'Ended lately', start_date: '2020-01-01', end_date: day(-3) })
  await makeDeal({ title: 'Next week', start_date: '2020-01-01', end_date: day(7) })
  await makeDeal({ title: 'In two days', start_date: '2020-01-01', end_date: day(2) })

  expect(await list({ sort: 'ending' })).toEqual([
    'In two days',
    'Next week',
    'Never',
    'Ended lately',
    'Ended long ago',
  ])
})

test('three reviews rank above one perfect review', async () => {
  await makeDeal({ title: 'One perfect review', review_count: 1, rating_sum: 5 })
  await makeDeal({ title: 'Three good reviews', review_count: 3, rating_sum: 12 })
  await makeDeal({ title: 'Three better reviews', review_count: 3, rating_sum: 14 })
  await makeDeal({ title: 'No review' })

  expect(await list({ sort: 'rating' })).toEqual([
    'Three better reviews',
    'Three good reviews',
    'One perfect review',
    'No review',
  ])
})

test.each(
  DEAL_SORTS.flatMap(
    (sort) =>
      [
        [sort, ''],
        [sort, 'batch'],
      ] as const,
  ),
)(
  'paging through deals sorted by %s with the text "%s" shows every deal once, even with equal values',
  async (sort, q) => {
    await makeManyDeals(60)
    const { pages, count } = await listDeals({ ...DEFAULT_SEARCH, sort, q, tag: 'bulk' })
    const seen = await Promise.all([1, 2, 3, 4].map((page) => list({ sort, q, tag: 'bulk', page })))
    expect({ pages, count }).toEqual({ pages: 3, count: 60 })
    expect(seen.map((titles) => titles.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 60 - 2 * PAGE_SIZE, 0])
    expect(new Set(seen.flat()).size).toBe(60)
  },
)

test.each([23, 24, 25, 48])('a list with %i open deals continues with the others at the seam', async (open) => {
  await makeManyDeals(open, '2999-01-01')
  await makeDeal({ title: 'Upcoming', start_date: '2999-01-01' })
  await makeDeal({ title: 'Ended', end_date: '2026-01-02' })
  const titles = (await Promise.all([1, 2, 3].map((page) => list({ page })))).flat()
  expect(new Set(titles).size).toBe(open + 2)
  expect(titles.slice(open)).toEqual(['Upcoming', 'Ended'])
})

test('a text in over 2,000 deals is counted and paginated up to that number, an old open deal first', async () => {
  await makeManyDeals(2_001, '2021-01-01')
  await makeDeal({ title: 'Not a batch', summary: 'of a batch', created_at: new Date('2020-01-01') })
  const found = await listDeals({ ...DEFAULT_SEARCH, q: 'batch' })
  expect(found).toMatchObject({ count: 2_000, isCapped: true, pages: 84, shelves: {} })
  expect(found.deals[0]!.title).toBe('Not a batch')
  expect(await list({ q: 'batch', page: 84 })).toHaveLength(10)
  expect(await list({ q: 'batch', page: 85 })).toEqual([])
  expect(await list({ q: 'batch', sort: 'newest', page: 84 })).toHaveLength(10)
  expect(await listDeals({ ...DEFAULT_SEARCH, sort: 'ending' })).toMatchObject({ count: 2_002, isCapped: false })
})

test.each([
  ['100%', '100% Uptime', '100 Uptime'],
  ['_', 'snake_case', 'snake case'],
  ['\\', 'back\\slash', 'backslash'],
  ['c#', 'Learn C#', 'Learn C'],
  ['x', 'Xylo', 'Orbit'],
  ['οδοσ', 'ΟΔΟΣ', 'Αθήνα'],
  ['ЗАМЕТКИ', 'Мои заметки', 'Список'],
  ['議', '議事録', '録音'],
  ['שלום', 'שלום עולם', 'עולם'],
  ['🪐', 'Saturn 🪐', 'Saturn 🌍'],
  ['ISTANBUL', 'istanbul notes', 'ankara notes'],
  ["o'brien", "O'Brien CRM", 'OBrien CRM'],
  ["'); drop table deals; --", "Robert'); drop table deals; --", 'Robert drop table deals'],
  ["' or '1'='1", "Either ' or '1'='1", 'Either or 1 1'],
  ['$1, $2', 'Pay $1, $2', 'Pay 1 2'],
])('the search %j finds %j and not %j', async (q, hit, miss) => {
  await makeDeal({ title: hit, vendor_name: '-' })
  await makeDeal({ title: miss, vendor_name: '-' })

  expect(await list({ q })).toEqual([hit])
})

test('a search finds deals with every word in title, vendor or summary, in any order', async () => {
  await makeDeal({ title: 'Alpha', vendor_name: 'Bravo', summary: 'Charlie and Echo' })

  for (const q of ['alph', 'RAVO', 'char', 'bravo alpha', 'harli  lph', 'alpha "charlie and"']) {
    expect(await list({ q })).toEqual(['Alpha'])
  }
  for (const q of ['alphabravo', 'alpha delta', 'delta', '"alpha bravo"', 'alpha "and charlie"']) {
    expect(await list({ q })).toEqual([])
  }
})

test.each([
  ['editing', 'Deskwright, the editor', 'Notebook'],
  ['videos', 'Video desk', 'Vista desk'],
  ['categories', 'A category tree', 'A catalog tree'],
  ['category', 'Your categories', 'Your catalogs'],
  ['price', 'Pricing pages', 'Prizes'],
  ['pricing', 'A fair price', 'A fair prize'],
  ['coding', 'Code faster', 'Coda faster'],
  ['managing', 'Manage leads', 'Mangle leads'],
])('the search %j finds the inflected form in %j and not %j', async (q, hit, miss) => {
  await makeDeal({ title: hit, vendor_name: '-' })
  await makeDeal({ title: miss, vendor_name: '-' })

  expect(await list({ q })).toEqual([hit])
})

test('the best match sort puts equal titles first, then title prefixes, titles, vendors and summaries', async () => {
  const made = (n: number) => ({ created_at: new Date(Date.UTC(2026, 0, n)) })
  await makeDeal({ title: 'Orbit', vendor_name: '-', ...made(1) })
  await makeDeal({ title: 'Orbit for teams', vendor_name: '-', ...made(2) })
  await makeDeal({ title: 'My Orbit', vendor_name: '-', ...made(3) })
  await makeDeal({ title: 'Sold by them', vendor_name: 'Orbit Ltd', ...made(4) })
  await makeDeal({ title: 'Sums it up', vendor_name: '-', summary: 'Stay in orbit', ...made(5) })
  await makeDeal({
    title: 'Your Orbit',
    vendor_name: '-',
    ...made(6),
    start_date: '2020-01-01',
    end_date: '2021-01-01',
  })

  const best = ['Orbit', 'Orbit for teams', 'My Orbit', 'Your Orbit', 'Sold by them', 'Sums it up']
  expect(await list({ q: 'ORBIT', sort: 'best' })).toEqual(best)
  // The default has open deals first.
  expect(await list({ q: 'orbit' })).toEqual([...best.filter((title) => title !== 'Your Orbit'), 'Your Orbit'])
  expect(await list({ q: 'orbit', sort: 'newest' })).not.toEqual(best)
})

test('a search finds the same deals as a plain substring match', async () => {
  const letters = ['a', 'b', 'C', ' ', '%', '_', '\\', "'", 'é', 'Я', '本', '🪐']
  const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
  const texts = fc.sample(text, { numRuns: 200, seed: 7 })
  const { id: category_id } = await makeCategory()
  const { id: platform_id } = await makePlatform()
  for (const title of texts) await makeDeal({ title, vendor_name: '-', category_id, platform_id })

  const term = fc
    .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 })
    .filter((q) => q.trim() !== '')
  await fc.assert(
    fc.asyncProperty(term, async (q) => {
      const words = q.toLowerCase().split(' ').filter(Boolean)
      const expected = texts.filter((title) => words.every((word) => title.toLowerCase().includes(word)))
      const { count, pages } = await listDeals({ ...DEFAULT_SEARCH, q })
      const found = await Promise.all(Array.from({ length: pages }, (_, i) => list({ q, page: i + 1 })))
      expect(count).toBe(expected.length)
      expect(found.flat().sort()).toEqual(expected.sort())
    }),
    { numRuns: 60 },
  )
})

test.each(Object.entries(SORTS))(
  'the first page by %s is read from an index in order, which passes over earlier offers',
  async (name, { order, first }) => {
    const deals = (await matching({})).select('deals.id')
    const query = (first ? deals.where(first()) : deals).orderBy(order).limit(24).compile()
    const trx = await db.startTransaction().execute()
    // PostgreSQL would read the few deals of a test without an index, or from the index of staff's lists, which has the
    // same order but lacks columns of filters. Which of them it takes depends on when the table was last analyzed.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    await sql`drop index deals_by_date`.execute(trx)
    const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explain)
    await trx.rollback().execute()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // Two indexes have the order by end date; the smaller one lacks columns of filters.
    const scan = name === 'ending' ? /^Limit.*\n *-> *Index (Only )?Scan / : /^Limit.*\n *-> *Index Only Scan /
    expect(plan).toMatch(scan)
    expect(plan).toMatch(/using published_deals_/)
    expect(plan).not.toMatch(/Sort|Index Cond.*(is_current|deal_price_period)/)
  },
)

const COUNTED = { countsOffers: true }
const idsOf = (deals: { id: string }[]) => deals.map((deal) => deal.id).sort()

describe('offers of one product', () => {
  async function makeRounds() {
    const open = await makeDeal({ title: 'Quillstack', start_date: '2026-01-01', deal_price: '59.00' })
    const { product_id } = open
    const ended = (year: number) =>
      makeDeal({ title: 'Quillstack', product_id, start_date: `${year}-11-01`, end_date: `${year}-12-01` })
    const rounds = [await ended(2024), await ended(2025)]
    await makeDeal({ title: 'Quillstack', product_id, published: false })
    return { open, rounds, alone: await makeDeal({ title: 'Inkwell' }) }
  }

  test.each(DEAL_SORTS)('are one card with the number of the others, or all of them, sorted by %s', async (sort) => {
    const { open, rounds, alone } = await makeRounds()
    // Only a text search has best matches.
    const q = sort === 'best' ? 'northpane' : ''
    const current = await listDeals({ ...DEFAULT_SEARCH, sort, q }, COUNTED)
    expect(current).toMatchObject({ count: 2, offers: 4, pages: 1 })
    expect(idsOf(current.deals)).toEqual(idsOf([open, alone]))
    const cardOf = ({ id }: { id: string }) => current.deals.find((deal) => deal.id === id)
    expect(cardOf(open)).toMatchObject({ other_offers: 2, others_ended: true })
    expect(cardOf(alone)).toMatchObject({ other_offers: 0 })

    const all = await listDeals({ ...DEFAULT_SEARCH, sort, q, offers: 'all' }, COUNTED)
    expect(all).toMatchObject({ count: 4, offers: undefined })
    expect(idsOf(all.deals)).toEqual(idsOf([open, alone, ...rounds]))
  })

  test('a search whose words only an earlier offer has finds nothing, and says how many offers match', async () => {
    const { rounds } = await makeRounds()
    await db.updateTable('deals').set({ summary: 'With a telescope' }).where('id', '=', rounds[0]!.id).execute()
    const search = { ...DEFAULT_SEARCH, q: 'telescope', sort: 'best' as const }
    expect(await listDeals(search, COUNTED)).toMatchObject({ count: 0, offers: 1 })
    expect(idsOf((await listDeals({ ...search, offers: 'all' })).deals)).toEqual([rounds[0]!.id])
  })

  test('are not related to each other, and only the current one is related to others', async () => {
    const { open, alone } = await makeRounds()
    await db.updateTable('deals').set({ category_id: open.category_id }).execute()
    expect(idsOf(await listRelatedDeals(open))).toEqual([alone.id])
    expect(idsOf(await listRelatedDeals({ ...alone, category_id: open.category_id }))).toEqual([open.id])
  })

  test.each([
    {},
    { status: 'ACTIVE' },
    { open: '1' },
    { priced: '1' },
    { minPrice: '50' },
    { tag: 'HOT' },
    { q: 'quill' },
  ] as const)('are counted as a plain count of the rows says, filtered by %j', async (filter) => {
    const { open } = await makeRounds()
    await db
      .updateTable('deals')
      .set({ tags: ['HOT'] })
      .where('product_id', '=', open.product_id)
      .execute()
    const all = await listDeals({ ...DEFAULT_SEARCH, ...filter, offers: 'all' }, COUNTED)
    const current = await listDeals({ ...DEFAULT_SEARCH, ...filter }, COUNTED)
    const rows = await db.selectFrom('deals').select('id').where('is_current', '=', true).execute()
    const currentIds = new Set(rows.map(({ id }) => id))
    expect(current.offers).toBe(all.count)
    expect(idsOf(current.deals)).toEqual(idsOf(all.deals.filter(({ id }) => currentIds.has(id))))
  })

  test('feeds have the current one, or every one on request', async () => {
    const { open, rounds, alone } = await makeRounds()
    const pathsOf = async (offers: '' | 'all') =>
      (await readDealFeed({ ...DEFAULT_SEARCH, offers }, 'rss')).entries.map(({ url }) => url).sort()
    const paths = (deals: { slug: string }[]) => deals.map(({ slug }) => `http://localhost:3000/deals/${slug}`).sort()
    expect(await pathsOf('')).toEqual(paths([open, alone]))
    expect(await pathsOf('all')).toEqual(paths([open, alone, ...rounds]))
  })
})

/** Deals that are equal in every sort column, in three groups of end dates. */
async function makeManyDeals(count: number, endDate?: string) {
  const { id: category_id } = await makeCategory()
  const { id: platform_id } = await makePlatform()
  const rows = Array.from({ length: count }, (_, index) => ({
    title: `Batch deal ${index + 1}`,
    slug: `batch-${index + 1}`,
    vendor_name: 'Northpane',
    ...{ category_id, platform_id },
    start_date: '2020-01-01',
    end_date: endDate ?? ['2021-01-01', '2999-01-01', null][(index + 1) % 3]!,
    tags: ['bulk'],
    cta_url: 'https://vendor.example/',
    created_at: '2026-01-01',
  }))
  // In batches, because on a loaded machine one statement could exceed its time limit.
  for (let first = 0; first < count; first += 100) await insertDeals(rows.slice(first, first + 100))
}
