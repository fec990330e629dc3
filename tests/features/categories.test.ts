import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  findCategory,
  listCategoryTree,
  listTopCategories,
  readCategoryCounts,
} from '~/features/catalog/categories/categories.server'
import { listPossibleParents } from '~/features/catalog/categories/manage-categories.server'
import { fullName, ownName } from '~/features/catalog/deals/category-name'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { readPlatforms } from '~/features/catalog/platforms/platforms.server'
import { describeOpenDeals } from '~/features/catalog/taxonomy/listing-count'
import { loadIdFinders } from '~/features/staff/csv-import/check-row.server'
import { addDays, utcToday } from '~/http/utc-day'
import { breadcrumbsOf } from '~/routes/deals.$slug/breadcrumbs'
import { makeCategory, makeDeal, makePlatform } from '../factories'

const NAMES = [
  'iOS Apps',
  'SEO Tools',
  'Éditeurs',
  'SaaS Pricing Plans',
  'Windows 10',
  'Writing',
  'Windows 9',
  'Design',
]
const SORTED = [
  'Design',
  'Éditeurs',
  'iOS Apps',
  'SaaS Pricing Plans',
  'SEO Tools',
  'Windows 9',
  'Windows 10',
  'Writing',
]
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('category and platform names are sorted naturally, ignoring case and accents', async () => {
  for (const name of NAMES) await Promise.all([makeCategory({ name }), makePlatform({ name })])

  expect(namesOf(await listTopCategories())).toEqual(SORTED)
  expect(namesOf(await listCategoryTree())).toEqual(SORTED)
  expect(namesOf(await listPossibleParents(undefined))).toEqual(SORTED)
  expect(namesOf(await readPlatforms())).toEqual(SORTED)
})

test("a child category is shown under its parent without the parent's name", async () => {
  const parent = await makeCategory({ name: 'Developer Tools', slug: 'developer-tools' })
  const child = (name: string, slug: string) => makeCategory({ name, slug, parent_id: parent.id })
  const apis = await child('Developer Tools / APIs, Tools & SaaS', 'apis')
  await child('developer tools / analytics', 'analytics')
  await child('Testing', 'testing')
  const deal = await makeDeal({ category_id: apis.id, title: 'Quillstack' })

  expect(namesOf((await findCategory('developer-tools'))!.children)).toEqual([
    'analytics',
    'APIs, Tools & SaaS',
    'Testing',
  ])
  expect(await listCategoryTree()).toMatchObject([
    { name: 'Developer Tools', full_name: 'Developer Tools', depth: 0 },
    { name: 'analytics', full_name: 'Developer Tools › analytics', depth: 1 },
    { name: 'APIs, Tools & SaaS', full_name: 'Developer Tools › APIs, Tools & SaaS', depth: 1 },
    { name: 'Testing', full_name: 'Developer Tools › Testing', depth: 1 },
  ])
  expect(await findCategory('apis')).toMatchObject({
    name: 'APIs, Tools & SaaS',
    full_name: 'Developer Tools › APIs, Tools & SaaS',
    parent: { name: 'Developer Tools' },
  })
  expect(breadcrumbsOf((await findPublishedDeal(deal.slug))!).map(({ label }) => label)).toEqual([
    'Deals',
    'Developer Tools',
    'APIs, Tools & SaaS',
    'Quillstack',
  ])
})

test.each([
  ['A/B Testing', 'A', 'A/B Testing'],
  ['AI Tools / ', 'AI Tools', 'AI Tools / '],
  ['AI Tools / Writing / Long', 'AI Tools', 'Writing / Long'],
  ['Boilerplates / React/Next.js', 'Boilerplates', 'React/Next.js'],
  ['React/Next.js', 'React', 'React/Next.js'],
  ['AI Tools: Writing', 'AI Tools', 'Writing'],
  ['AI Tools › Writing', 'AI Tools', 'Writing'],
  ['AI Tools – Writing', 'AI Tools', 'Writing'],
  ['Add-on stores', 'Add', 'Add-on stores'],
  ['Marketing / Other', 'AI Tools', 'Marketing / Other'],
])('the category %j below %j is shown as %j', (name, parent, own) => {
  expect(ownName(name, { name: parent })).toBe(own)
  expect(fullName(name, { name: parent })).toBe(`${parent} › ${own}`)
})

test('an import finds a child category by its own name, by "Parent / Child" and by a name that contains a slash', async () => {
  const parent = await makeCategory({ name: 'Developer Tools' })
  const child = await makeCategory({ name: 'APIs, Tools & SaaS', parent_id: parent.id })
  const literal = await makeCategory({ name: 'Developer Tools / Hosting', parent_id: parent.id })
  const { category } = await loadIdFinders()

  expect(category('apis, tools & saas')).toBe(child.id)
  expect(category('Developer tools / APIs, Tools & SaaS')).toBe(child.id)
  expect(category('Developer Tools / Hosting')).toBe(literal.id)
  expect(category('Marketing / APIs, Tools & SaaS')).toBeUndefined()
  expect(category('null / Developer Tools')).toBeUndefined()
})

test('each category counts its open deals with those of its subcategories, without drafts', async () => {
  const parent = await makeCategory()
  const child = await makeCategory({ parent_id: parent.id })
  const today = utcToday()
  await makeDeal({ category_id: parent.id })
  await makeDeal({ category_id: child.id, end_date: today })
  await makeDeal({ category_id: child.id, status: 'ENDING_SOON' })
  await makeDeal({ category_id: child.id, end_date: addDays(today, -1) })
  await makeDeal({ category_id: child.id, start_date: addDays(today, 1) })
  await makeDeal({ category_id: child.id, status: 'EXPIRED' })
  await makeDeal({ category_id: child.id, published: false })
  const counts = async (day = today) => {
    const read = await readCategoryCounts(day)
    return [parent, child].map(({ id }) => read.get(id))
  }

  expect(await counts()).toEqual([
    { deals: 6, open: 3 },
    { deals: 5, open: 2 },
  ])
  expect(await counts(addDays(today, 1))).toEqual([
    { deals: 6, open: 3 },
    { deals: 5, open: 2 },
  ])
  const [category] = await listTopCategories()
  expect(category).toMatchObject({ id: parent.id, counts: { deals: 6, open: 3 } })
})

test('the counts of open deals are cached until the content or the day changes', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
    globalThis.contentListening = undefined
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T23:59:59Z') })
  const listener = { version: 1, client: {} as pg.Client }
  globalThis.contentListening = listener
  const countOpen = async () => (await listTopCategories())[0]!.counts.open
  const { category_id } = await makeDeal({ end_date: '2026-11-22' })
  expect(await countOpen()).toBe(1)

  await makeDeal({ category_id })
  expect(await countOpen()).toBe(1)
  listener.version++
  expect(await countOpen()).toBe(2)
  vi.setSystemTime(new Date('2026-11-23T00:00:00Z'))
  expect(await countOpen()).toBe(1)
})

test.each([
  [{ deals: 1, open: 1 }, '1 open deal'],
  [{ deals: 2345, open: 1463 }, '1,463 open deals'],
  [{ deals: 14, open: 0 }, 'No open deals, 14 on record'],
  [{ deals: 0, open: 0 }, 'No deals yet'],
])('the count of the deals %j is said as %j', (counts, text) => {
  expect(describeOpenDeals(counts)).toBe(text)
})
