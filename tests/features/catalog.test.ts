import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { countCatalog, listDeals, listNewestDeals, suggestTitles } from '~/features/deals/catalog.server'
import { DEAL_SORTS, type DealSearch, EVERY_DEAL, PAGE_SIZE } from '~/features/deals/deal-search'
import { makeCategory, makeDeal, makePlatform } from '../factories'

const list = async (asked: Partial<DealSearch>) => {
  const { deals } = await listDeals({ ...EVERY_DEAL, ...asked })
  return deals.map(({ title }) => title)
}

test('a draft is in no list, count or suggestion', async () => {
  await makeDeal({ title: 'Hidden Harbor', published: false, tags: ['HOT'] })

  expect(await listDeals({ ...EVERY_DEAL })).toMatchObject({ deals: [], count: 0, pages: 0 })
  expect(await list({ q: 'harbor' })).toEqual([])
  expect(await list({ tag: 'HOT' })).toEqual([])
  expect(await listNewestDeals(6)).toEqual([])
  expect(await suggestTitles('hidden harbr')).toEqual([])
  expect(await countCatalog()).toMatchObject({ deals: 0 })
})

test('a category shows the deals of its children too', async () => {
  const parent = await makeCategory({ slug: 'marketing' })
  const child = await makeCategory({ slug: 'email', parent_id: parent.id })
  await makeDeal({ title: 'Own', category_id: parent.id, created_at: new Date('2026-01-02') })
  await makeDeal({ title: 'Of the child', category_id: child.id, created_at: new Date('2026-01-01') })
  await makeDeal({ title: 'Elsewhere' })

  expect(await list({ category: 'marketing' })).toEqual(['Own', 'Of the child'])
  expect(await list({ category: 'email' })).toEqual(['Of the child'])
})

test('a category or platform that does not exist filters nothing', async () => {
  await makeDeal({ title: 'Anything' })

  expect(await list({ category: 'no-such', platform: 'no-such' })).toEqual(['Anything'])
})

test('filters hold together', async () => {
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

test('a missing price counts as 0, in sorting and in bounds', async () => {
  await makeDeal({ title: 'Ten', deal_price: '10.00' })
  await makeDeal({ title: 'No price', deal_price: null })
  await makeDeal({ title: 'Nine', deal_price: '9.00' })

  expect(await list({ sort: 'price-low' })).toEqual(['No price', 'Nine', 'Ten'])
  expect(await list({ sort: 'price-high' })).toEqual(['Ten', 'Nine', 'No price'])
  expect(await list({ maxPrice: '9', sort: 'price-low' })).toEqual(['No price', 'Nine'])
  expect(await list({ minPrice: '9.01' })).toEqual(['Ten'])
})

test('what ends soonest comes first, then what never ends, then what has ended', async () => {
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

test('three reviews outrank one perfect review', async () => {
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

test.each(DEAL_SORTS)('turning pages sorted by %s shows every deal once, whatever is equal', async (sort) => {
  await makeManyDeals(60)

  const seen: string[] = []
  const { pages, count } = await listDeals({ ...EVERY_DEAL, sort })
  for (let page = 1; page <= pages; page++) seen.push(...(await list({ sort, page })))

  expect({ pages, count }).toEqual({ pages: 3, count: 60 })
  expect(new Set(seen).size).toBe(60)
  expect(seen).toHaveLength(60)
  expect(await list({ sort, page: 4 })).toEqual([])
})

test.each(DEAL_SORTS)('turning pages of a search sorted by %s shows every hit once', async (sort) => {
  await makeManyDeals(60)

  const pages = await Promise.all([1, 2, 3].map((page) => list({ q: 'batch', tag: 'bulk', sort, page })))

  expect(new Set(pages.flat()).size).toBe(60)
  expect(pages.map((titles) => titles.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 60 - 2 * PAGE_SIZE])
})

test('in a directory of ordinary size every hit is counted and can be leafed to', async () => {
  await makeManyDeals(600)
  expect(await listDeals({ ...EVERY_DEAL, q: 'batch' })).toMatchObject({ count: 600, isCountCapped: false, pages: 25 })
  expect(await list({ q: 'batch', page: 25 })).toHaveLength(PAGE_SIZE)
})

test('among very many deals, counting the hits of a search ends at 500', async () => {
  await makeManyDeals(600)
  const claim = (deals: number) =>
    sql`update pg_class set reltuples = ${deals} where oid = 'deals'::regclass`.execute(db)
  await claim(1_000_000)
  try {
    expect(await listDeals({ ...EVERY_DEAL, q: 'batch' })).toMatchObject({ count: 500, isCountCapped: true, pages: 21 })
    expect(await listDeals({ ...EVERY_DEAL })).toMatchObject({ count: 600, isCountCapped: false, pages: 25 })
    expect(await list({ q: 'batch', page: 21 })).toHaveLength(PAGE_SIZE)
    expect(await list({ q: 'batch', page: 22 })).toEqual([])
  } finally {
    await claim(-1)
  }
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
])('%j finds %j and not %j', async (q, hit, miss) => {
  await makeDeal({ title: hit, vendor_name: '-' })
  await makeDeal({ title: miss, vendor_name: '-' })

  expect(await list({ q })).toEqual([hit])
})

test('title, vendor and summary are searched, each for itself', async () => {
  await makeDeal({ title: 'Alpha', vendor_name: 'Bravo', summary: 'Charlie' })

  for (const q of ['alph', 'RAVO', 'char']) expect(await list({ q })).toEqual(['Alpha'])
  for (const q of ['alphabravo', 'alpha bravo', 'delta']) expect(await list({ q })).toEqual([])
})

test('a search finds what a plain look through the texts finds', async () => {
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
      const expected = texts.filter((title) => title.toLowerCase().includes(q.toLowerCase()))
      const { count, pages } = await listDeals({ ...EVERY_DEAL, q })
      const found = await Promise.all(Array.from({ length: pages }, (_, i) => list({ q, page: i + 1 })))
      expect(count).toBe(expected.length)
      expect(found.flat().sort()).toEqual(expected.sort())
    }),
    { numRuns: 60 },
  )
})

test('the index of letters and a look at every row find the same', async () => {
  await makeManyDeals(40)
  await makeDeal({ title: 'Quixotry', vendor_name: 'Ηχώ', summary: 'C# & 🪐' })

  for (const q of ['quixotry', 'ηχώ', '🪐', '# &', 'q', 'tc', 'batch deal 7']) {
    const { rows } = await sql<{ byLetters: string[]; byLook: string[] }>`
      select
        array(select id from deals where search_grams(search_text) @> search_keys(search_fold(${q}))
          and strpos(search_text, search_fold(${q})) > 0 order by id) as "byLetters",
        array(select id from deals where strpos(search_text, search_fold(${q})) > 0 order by id) as "byLook"`.execute(
      db,
    )
    expect(rows[0]!.byLetters).toEqual(rows[0]!.byLook)
    expect(rows[0]!.byLook).not.toEqual([])
  }
})

test('a slip of the finger still leads to the title that was meant', async () => {
  await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
  await makeDeal({ title: 'Moorline CRM', slug: 'moorline' })
  await makeDeal({ title: 'Ημερολόγιο', slug: 'diary' })

  expect(await suggestTitles('quilstack')).toEqual([{ slug: 'quillstack', title: 'Quillstack' }])
  expect(await suggestTitles('moorlinne crm')).toEqual([{ slug: 'moorline', title: 'Moorline CRM' }])
  expect(await suggestTitles('ημερολόγια')).toEqual([{ slug: 'diary', title: 'Ημερολόγιο' }])
  expect(await suggestTitles('entirely different')).toEqual([])
})

/** Deals that are equal in everything that is sorted by, in three groups of end dates. */
async function makeManyDeals(count: number) {
  const { id: category_id } = await makeCategory()
  const { id: platform_id } = await makePlatform()
  await sql`
    insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, end_date, tags, cta_url, published,
      created_at)
    select 'Batch deal ' || n, 'batch-' || n, 'Northpane', ${category_id}, ${platform_id}, '2020-01-01',
      case n % 3 when 0 then '2021-01-01'::date when 1 then '2999-01-01' end, '{bulk}', 'https://vendor.example/',
      true, '2026-01-01'
    from generate_series(1, ${count}) n`.execute(db)
}
