import { XMLParser, XMLValidator } from 'fast-xml-parser'
import RssParser from 'rss-parser'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { readChangeFeed, readDealChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { readDealFeed } from '~/features/audience/feeds/deal-feed.server'
import { respondWithFeed } from '~/features/audience/feeds/feed-response.server'
import { respondWithSitemap } from '~/features/audience/feeds/sitemap.server'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { parseChangeSearch } from '~/features/contributions/change-logs/change-search'
import { respondWithFile } from '~/http/files.server'
import { loader as picture } from '~/routes/og.deals.$slug[.]png'
import { makeCategory, makeChangeLog, makeDeal, makePlatform } from '../factories'

const HOSTILE = `]]><b>&amp; "x" 'y' \u0001\u000b</title> 議事録 🪐`
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers })

const readDeals = (search: Partial<typeof DEFAULT_SEARCH> = {}) =>
  readDealFeed({ ...DEFAULT_SEARCH, ...search }, 'json')

async function readRss(answer: Response) {
  const text = await answer.text()
  expect(XMLValidator.validate(text)).toBe(true)
  return new RssParser().parseString(text)
}

test('the RSS feed contains every published deal of a list and no drafts', async () => {
  const deal = await makeDeal({ title: HOSTILE, summary: HOSTILE, deal_price: '59.00', tags: [HOSTILE] })
  await makeDeal({ title: 'Draft', published: false })
  const feed = await readRss(await respondWithFeed(ask('/deals.rss'), 'rss', await readDealFeed(DEFAULT_SEARCH, 'rss')))
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]).toMatchObject({
    title: `${HOSTILE.replaceAll('\u0001', '').replaceAll('\u000b', '')}: $59.00`,
    link: `http://localhost:3000/deals/${deal.slug}`,
    guid: `urn:uuid:${deal.id}`,
    isoDate: new Date(Math.floor(deal.created_at.getTime() / 1000) * 1000).toISOString(),
  })
  expect(feed.items[0]!.contentSnippet).toContain(`]]><b>&amp; "x" 'y'`)
})

test('the JSON feed has structured facts, absolute addresses of pictures, and a link to the next page with the same filters', async () => {
  const platform_id = (await makePlatform({ slug: 'stackyard', name: 'Stackyard' })).id
  const category_id = (await makeCategory({ name: 'Writing' })).id
  const given = {
    platform_id,
    category_id,
    deal_price: '10.00',
    original_price: '90.00',
    hero_image_url: '/demo/a.svg',
  }
  for (let n = 0; n < 25; n++) await makeDeal(given)
  await makeDeal()
  const search = { ...DEFAULT_SEARCH, platform: 'stackyard' }
  const answer = await respondWithFeed(ask('/deals.json'), 'json', await readDealFeed(search, 'json'))
  expect(answer.headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8')
  const feed = await answer.json()
  expect(feed.items).toHaveLength(24)
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: 'http://localhost:3000/deals.json?platform=stackyard',
    next_url: 'http://localhost:3000/deals.json?platform=stackyard&page=2',
  })
  expect(feed.items[0].image).toBe('http://localhost:3000/demo/a.svg')
  expect(feed.items[0]._facts).toMatchObject({ deal_price: '10.00', original_price: '90.00', platform: 'Stackyard' })
  expect((await readDealFeed({ ...search, page: 2 }, 'json')).next).toBeUndefined()
})

test('feeds and the CSV file have the coupon, the refund and how the regular price is paid', async () => {
  const platform_id = (await makePlatform({ name: 'Stackyard', refund_days: 60 })).id
  const prices = { deal_price: '59.00', original_price: '12.00', regular_price_period: 'MONTH' } as const
  await makeDeal({ platform_id, ...prices, coupon_code: 'AUTUMN10', coupon_note: '10% off', stackable: true })
  const { entries } = await readDeals()
  expect(entries[0]!.text).toBe(
    '$59.00, regular price $12/mo, Active, by Northpane on Stackyard\nCode AUTUMN10: 10% off',
  )
  expect(entries[0]!.facts).toMatchObject({
    regular_price_period: 'MONTH',
    break_even_months: 5,
    coupon_code: 'AUTUMN10',
    refund_days: 60,
    stackable: true,
  })
})

test('feeds say what is not confirmed, discounted or a subscription', async () => {
  await makeDeal({ title: 'Gone quiet', start_date: '2017-11-21', found_on: null, discount_percent: 30 })
  await makeDeal({ title: 'Monthly', deal_price: '5.00', deal_price_period: 'MONTH' })
  const { entries } = await readDeals({ subscriptions: '1' })
  expect(entries.map(({ title }) => title)).toEqual(['Monthly: $5/mo', 'Gone quiet: 30% off'])
  expect(entries[0]!.text).toContain('$5/mo, subscription, Active')
  expect(entries[1]!.text).toContain('30% off, Not confirmed')
  expect(entries[1]!.facts).toMatchObject({ status: 'UNCONFIRMED', discount_percent: 30, open_until: '2018-01-20' })
  expect((await readDeals()).entries).toHaveLength(1)
})

test('the change feed contains only verified changes of published deals', async () => {
  const [deal, draft] = [await makeDeal({ title: 'Quillstack' }), await makeDeal({ published: false })]
  const verified = { status: 'APPROVED', kind: 'PRICE', affects_owners: 'NO', effect: 'NEITHER' } as const
  const values = { title: HOSTILE, old_value: '49', new_value: '59' }
  const change = await makeChangeLog({ ...verified, ...values, deal_id: deal.id })
  await makeChangeLog({ ...verified, deal_id: draft.id })
  await makeChangeLog({ deal_id: deal.id })
  await makeChangeLog({ status: 'APPROVED', deal_id: deal.id, title: 'Terms moved', kind: 'TERMS' })

  const everything = await readChangeFeed(parseChangeSearch(new URLSearchParams()), 'rss')
  const all = await readRss(await respondWithFeed(ask('/changes.rss'), 'rss', everything))
  expect(all.items).toHaveLength(2)
  const search = parseChangeSearch(new URLSearchParams('kind=PRICE&affects=NO&effect=NEITHER&category=&page=0'))
  const prices = await readChangeFeed(search, 'json')
  expect(prices.self).toBe('http://localhost:3000/changes.json?effect=NEITHER&kind=PRICE&affects=NO')
  expect(prices.entries.map(({ id }) => id)).toEqual([`urn:uuid:${change.id}`])
  expect(prices.entries[0]!.text).toContain('$49.00 → $59.00')
  expect(prices.entries[0]!.text).toContain('Neither better nor worse.')
  const facts = { effect: 'NEITHER', old_value: '49', new_value: '59', currency: 'USD' }
  expect(prices.entries[0]!.facts).toMatchObject(facts)
  const own = await readRss(await respondWithFeed(ask('/'), 'rss', await readDealChangeFeed(deal)))
  expect(own.items.map(({ link }) => link)).toContain(
    `http://localhost:3000/deals/${deal.slug}/changes#change-${change.id}`,
  )
})

test('feeds answer 304 to a matching ETag or date until something changes', async () => {
  const deal = await makeDeal({ title: 'Before' })
  const get = async (headers?: Record<string, string>) =>
    respondWithFeed(ask('/deals.rss', headers), 'rss', await readDealFeed(DEFAULT_SEARCH, 'rss'))
  const first = await get()
  const tag = first.headers.get('ETag')!
  expect(tag).toMatch(/^"[\w-]{27}"$/)
  const again = await get({ 'If-None-Match': `"other", W/${tag}` })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
  expect((await get({ 'If-Modified-Since': first.headers.get('Last-Modified')! })).status).toBe(304)
  expect((await get({ 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200)
  await db.updateTable('deals').set({ title: 'After' }).where('id', '=', deal.id).execute()
  const changed = await get({ 'If-None-Match': tag, 'If-Modified-Since': new Date().toUTCString() })
  expect(changed.status).toBe(200)
})

describe('at midnight UTC', () => {
  const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the feed changes with its tag and date, because a deal has ended', async () => {
    await makeDeal({ end_date: '2026-11-22', updated_at: new Date('2026-11-01') })
    const get = async (headers?: Record<string, string>) =>
      respondWithFeed(ask('/deals.json', headers), 'json', await readDealFeed(DEFAULT_SEARCH, 'json'))
    setClock('2026-11-22T23:59:59.900Z')
    const before = await get()
    const seen = {
      'If-None-Match': before.headers.get('ETag')!,
      'If-Modified-Since': before.headers.get('Last-Modified')!,
    }
    expect((await before.json()).items).toMatchObject([{ _facts: { status: 'ENDING_SOON' } }])
    expect((await get(seen)).status).toBe(304)

    setClock('2026-11-23T00:00:00Z')
    expect((await get({ 'If-Modified-Since': seen['If-Modified-Since'] })).status).toBe(200)
    const after = await get(seen)
    expect((await after.json()).items).toMatchObject([{ _facts: { status: 'EXPIRED' } }])
  })

  test('the picture of a deal gets another tag, and no copy lasts longer than the day', async () => {
    const { slug } = await makeDeal({ end_date: '2026-11-22' })
    const get = async (headers?: Record<string, string>) => {
      const answer = await picture({ request: ask('/', headers), params: { slug }, context: {} })
      return { status: answer.status, etag: answer.headers.get('ETag')!, cached: answer.headers.get('Cache-Control') }
    }
    setClock('2026-11-22T12:00:00Z')
    const { etag, cached } = await get()
    expect(cached).toBe('public, max-age=3600')
    setClock('2026-11-22T23:59:00Z')
    expect(await get({ 'If-None-Match': etag })).toEqual({ status: 304, etag, cached: 'public, max-age=60' })
    setClock('2026-11-22T23:59:59.900Z')
    expect(await get({ 'If-None-Match': etag })).toEqual({ status: 304, etag, cached: 'public, max-age=0' })
    setClock('2026-11-23T00:00:00Z')
    expect(await get({ 'If-None-Match': etag })).toMatchObject({ status: 200, cached: 'public, max-age=3600' })
  })
})

test('a long file is streamed in chunks that are generated only on demand', async () => {
  let made = 0
  async function* pieces() {
    for (; made < 100; made++) yield 'x'.repeat(100_000)
  }
  const answer = await respondWithFile(ask('/long'), { type: 'text/plain', chunks: pieces() })
  expect(answer.headers.get('ETag')).toBeNull()
  const reader = answer.body!.getReader()
  await reader.read()
  // Pieces that are made without demand would all be made by now.
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(made).toBeLessThan(15)
  await reader.cancel()
  expect(made).toBeLessThan(15)
})

test('the sitemap lists public pages, and a large one is an index whose parts contain each deal once', async () => {
  const category = await makeCategory()
  const deals = []
  for (let n = 0; n < 7; n++) deals.push(await makeDeal({ category_id: category.id }))
  await makeDeal({ published: false, slug: 'draft' })
  const locations = async (answer: Response): Promise<string[]> => {
    const text = await answer.text()
    expect(XMLValidator.validate(text)).toBe(true)
    const { urlset, sitemapindex } = new XMLParser({ isArray: (name) => name === 'url' }).parse(text)
    return (urlset?.url ?? sitemapindex.sitemap).map(({ loc }: { loc: string }) => loc)
  }
  const whole = await locations(await respondWithSitemap(ask('/sitemap.xml')))
  expect(whole).toContain(`http://localhost:3000/categories/${category.slug}`)
  const addresses = deals.map(({ slug }) => `http://localhost:3000/deals/${slug}`)
  expect(whole.filter((address) => /\/deals\/./.test(address))).toEqual(addresses)

  const index = await locations(await respondWithSitemap(ask('/sitemap.xml'), 3))
  expect(index).toEqual([0, 1, 2, 3].map((part) => `http://localhost:3000/sitemap.xml?part=${part}`))
  const parts = await Promise.all(index.map(async (part) => locations(await respondWithSitemap(new Request(part), 3))))
  expect(parts.flat().toSorted()).toEqual(whole.toSorted())
  await expect(respondWithSitemap(ask('/sitemap.xml?part=4'), 3)).rejects.toMatchObject({ status: 404 })

  const tag = async () => (await respondWithSitemap(ask('/sitemap.xml?part=3'), 3)).headers.get('ETag')
  const before = await tag()
  expect(await tag()).toBe(before)
  await db.updateTable('deals').set({ slug: 'renamed' }).where('id', '=', deals[6]!.id).execute()
  expect(await tag()).not.toBe(before)
})
