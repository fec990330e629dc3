import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { type RequestContext, runInContext } from '~/request-context.server'
import * as categoryRoute from '~/routes/categories.$slug'
import * as dealsRoute from '~/routes/deals._index/route'
import { loader as platform } from '~/routes/platforms.$slug'
import { makeCategory, makeDeal, makePlatform } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const { loader: category } = categoryRoute
const { loader: deals } = dealsRoute

const ask = async (query: string) =>
  deals({ request: await requestAs(null, `/deals${query}`), params: {}, context: {} })

async function list(query: string) {
  const answer = await ask(query)
  if ('init' in answer) throw new Error(`answered with ${answer.init?.status}`)
  return answer
}

test('only the unfiltered deal list is indexed, and filtered lists have one canonical URL', async () => {
  await makeDeal({ title: 'Quillstack' })

  expect((await list('')).head).toMatchObject({ isIndexed: true, canonical: expect.stringMatching(/\/deals$/) })
  expect((await list('?sort=strange&q=quill&status=NONE')).head).toMatchObject({
    isIndexed: false,
    canonical: expect.stringMatching(/\/deals\?q=quill$/),
  })
})

test('the list view has the canonical URL of the grid page with its first deal, and the same feeds', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => makeDeal({ title: `Deal ${n}`, deal_price: '9.00' })))

  expect((await list('?view=list')).head).toMatchObject({
    isIndexed: true,
    canonical: expect.stringMatching(/\/deals$/),
  })
  const second = await list('?view=list&page=2&priced=1')
  expect(second).toMatchObject({ pages: 2, deals: { length: 2 } })
  expect(second.head).toMatchObject({ isIndexed: false, canonical: expect.stringMatching(/\/deals\?priced=1&page=3$/) })
  expect(second.head.feeds?.map(({ path }) => path)).toContain('/deals.rss?priced=1')
})

test('empty form fields are removed from the URL', async () => {
  const moved = (await answer(list('?q=quill&category=&platform=&status=&sort=open&minPrice='))) as Response
  expect(moved.status).toBe(302)
  expect(moved.headers.get('Location')).toBe('/deals?q=quill')
})

test('an unknown category does not filter and is not shown as a filter', async () => {
  await makeDeal()
  expect(await list('?category=nowhere')).toMatchObject({ count: 1, search: { category: '' } })
})

test('a page beyond the last redirects to the last page', async () => {
  await makeDeal()
  const moved = await answer(list('?page=9&status=ACTIVE'))
  expect((moved as Response).headers.get('Location')).toBe('/deals?status=ACTIVE')
})

test('a page of a search without results redirects to the first page', async () => {
  const moved = await answer(list('?page=9&q=zzyzx'))
  expect((moved as Response).headers.get('Location')).toBe('/deals?q=zzyzx')
})

test('a min price above the max price answers 400 with the submitted values', async () => {
  await makeDeal({ deal_price: '30.00' })
  expect(await ask('?minPrice=50&maxPrice=20')).toMatchObject({
    init: { status: 400 },
    data: { isInvalid: true, deals: [], count: 0, search: { minPrice: '50', maxPrice: '20' } },
  })
  expect(await list('?minPrice=30&maxPrice=30')).toMatchObject({ isInvalid: false, count: 1 })
})

test('a category lists the deals of its children', async () => {
  const parent = await makeCategory()
  const child = await makeCategory({ parent_id: parent.id })
  await makeDeal({ category_id: child.id })

  const request = await requestAs(null, `/categories/${parent.slug}`)
  const found = await category({ request, params: { slug: parent.slug }, context: {} })
  expect(found).toMatchObject({ list: { count: 1 }, category: { children: [{ slug: child.slug }] } })
})

test('a search that times out answers 503 and keeps its filters', async () => {
  await makeDeal({ title: 'Quillstack' })
  await db.transaction().execute(async (other) => {
    await sql`lock table deals in access exclusive mode`.execute(other)
    expect(await ask('?q=quill&sort=rating')).toMatchObject({
      init: { status: 503, headers: { 'Retry-After': '60' } },
      data: { isTooSlow: true, deals: [], suggestions: [], search: { q: 'quill', sort: 'rating' } },
    })
    // Without a search it is a load failure, which the server answers with 503.
    const context = { id: 'id', nonce: 'nonce', route: '/deals', address: '203.0.113.7' } satisfies RequestContext
    expect(await runInContext(context, () => list(''))).toMatchObject({ isTooSlow: false, deals: [], count: 0 })
    expect(context).toMatchObject({ dbError: 'database', isIncomplete: true })
  })
})

test('the descriptions of categories and platforms say that open deals are listed first, and they are', async () => {
  const [inCategory, onPlatform] = [await makeCategory({ name: 'Audio' }), await makePlatform({ name: 'Stackyard' })]
  const place = { category_id: inCategory.id, platform_id: onPlatform.id }
  await makeDeal({ ...place, title: 'Open' })
  await makeDeal({ ...place, title: 'Ended', end_date: '2026-01-31' })
  for (const [load, { slug }, description] of [
    [category, inCategory, 'Lifetime deals in Audio, open ones first.'],
    [
      platform,
      onPlatform,
      'Lifetime deals sold on Stackyard, open ones first, with moderated reviews and verified changes.',
    ],
  ] as const) {
    const { head, list } = await load({ request: await requestAs(null, `/${slug}`), params: { slug }, context: {} })
    expect(head.description).toBe(description)
    expect(list.deals.map(({ title }) => title)).toEqual(['Open', 'Ended'])
  }
})

test('a list says once what its links earn, and no card or row repeats it', async () => {
  const category = await makeCategory()
  const make = (given: Parameters<typeof makeDeal>[0]) => makeDeal({ category_id: category.id, ...given })
  await make({ title: 'Plain' })
  const read = async (routes: RouteModule[], pattern: string, path: string) =>
    wordsOf(await renderPage(null, { pattern, path, routes }))
  const pages = () =>
    Promise.all([
      read([dealsRoute], '/deals', '/deals'),
      read([dealsRoute], '/deals', '/deals?view=list'),
      read([categoryRoute], '/categories/:slug', `/categories/${category.slug}`),
    ])
  for (const words of await pages()) {
    expect(words.split('We earn nothing')).toHaveLength(2)
    expect(words).toContain('We earn nothing from these links.')
  }
  await make({ title: 'Shortened', cta_url: 'https://geni.us/abc' })
  await make({ title: 'Earning', affiliate_url: 'https://net.example/own' })
  for (const words of await pages()) {
    expect(words).not.toContain('We earn nothing')
    expect(words).toContain('We earn a commission on some of these links, and others may earn someone else one.')
    expect(words).not.toContain('if you buy here')
    expect(words).not.toContain('This link')
  }
})
