import type pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { listSeoRows } from '~/features/audience/seo/list-seo-entries.server'
import { parseSeoSearch } from '~/features/audience/seo/seo'
import { SEO_ENTRY } from '~/features/audience/seo/seo-record.server'
import {
  findCategory,
  findMovedCategory,
  listCategoryTree,
  listTopCategories,
  readCategoryCounts,
} from '~/features/catalog/categories/categories.server'
import { CATEGORY, listPossibleParents } from '~/features/catalog/categories/category-record.server'
import { fullName, ownName } from '~/features/catalog/deals/category-name'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { PLATFORM, platformForm } from '~/features/catalog/platforms/platform-record.server'
import { findMovedPlatform, readPlatforms } from '~/features/catalog/platforms/platforms.server'
import { describeOpenDeals } from '~/features/catalog/taxonomy/listing-count'
import { removeRecord, saveRecord } from '~/features/people/records/save-record.server'
import { TaxonomyNames } from '~/features/staff/csv-import/check-row.server'
import { addDays, utcToday } from '~/http/utc-day'
import { breadcrumbsOf } from '~/routes/deals.$slug/deal-page.server'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'

const APPS = ['Design', 'Éditeurs', 'iOS Apps', 'SaaS Pricing Plans', 'SEO Tools']
const SORTED = [...APPS, 'Windows 9', 'Windows 10', 'Writing']
const SHUFFLED = [2, 4, 1, 3, 6, 7, 5, 0].map((place) => SORTED[place]!)
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('category and platform names are sorted naturally, ignoring case and accents', async () => {
  for (const name of SHUFFLED) await Promise.all([makeCategory({ name }), makePlatform({ name })])

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
  const names = await TaxonomyNames.load()
  const category = (name: string) => names.find('category', name)

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

  for (const day of [today, addDays(today, 1)]) {
    expect(await counts(day)).toEqual([
      { deals: 6, open: 3 },
      { deals: 5, open: 2 },
    ])
  }
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

let actor: string
beforeEach(async () => {
  actor = (await makeProfile({ role: 'MANAGER' })).id
})
const saveCategory = (id: string | undefined, sent: object, version = 1) =>
  saveRecord(CATEGORY, { id: actor }, id, CATEGORY.form.parse(sent), version)
const removeCategory = (id: string) => removeRecord(CATEGORY, { id: actor }, id)
const idOf = (saved: unknown) => (saved as { id: string }).id
const actions = async () =>
  (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map((e) => e.action)

describe('managing categories', () => {
  test('categories are created, renamed and deleted with audit entries, and old slugs redirect', async () => {
    const id = idOf(await saveCategory(undefined, { name: 'Café & Design' }))
    expect(await CATEGORY.find(db, id)).toMatchObject({ name: 'Café & Design', slug: 'cafe-design', parent_slug: null })

    await saveCategory(id, { name: 'Design', slug: 'design' })
    expect(await findMovedCategory('cafe-design')).toEqual({ slug: 'design' })
    const entry = await db.selectFrom('audit_log').select('detail').orderBy('id', 'desc').executeTakeFirst()
    expect(entry!.detail).toEqual({ name: 'Café & Design → Design', version: 2, slug: 'cafe-design → design' })
    expect(await removeCategory(id)).toBe('removed')
    expect(await removeCategory(id)).toBe('missing')
    expect(await actions()).toEqual(['category.created', 'category.updated', 'category.deleted'])
  })

  test('categories have at most two levels', async () => {
    const top = await makeCategory({ slug: 'top' })
    const child = await makeCategory({ slug: 'child', parent_id: top.id })
    const other = await makeCategory({ slug: 'other' })
    const move = async ({ id, name, slug }: typeof top, parent_slug: string) =>
      saveCategory(id, { name, slug, parent_slug })
    const refused = { fieldErrors: { parent_slug: [expect.any(String)] } }
    expect(await move(other, 'child')).toMatchObject(refused)
    expect(await move(top, 'other')).toMatchObject(refused)
    expect(await move(child, 'other')).toEqual({ id: child.id })
    expect((await listPossibleParents(top.id)).map(({ slug }) => slug)).toEqual(['other'])
  })

  test('two categories moved below each other concurrently do not form a cycle', async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const [a, b] = [await makeCategory(), await makeCategory()]
      const outcomes = await Promise.all([
        saveCategory(a.id, { name: a.name, slug: a.slug, parent_slug: b.slug }),
        saveCategory(b.id, { name: b.name, slug: b.slug, parent_slug: a.slug }),
      ])
      expect(outcomes.filter((outcome) => outcome && 'id' in outcome)).toHaveLength(1)
    }
    expect(await listCategoryTree()).toHaveLength(2 * RACE_ROUNDS)
  })

  test('a category with deals or subcategories cannot be deleted, even if they are added concurrently', async () => {
    const top = await makeCategory()
    await makeCategory({ parent_id: top.id })
    await makeDeal({ category_id: top.id, published: false })
    expect(await CATEGORY.dependents!(db, top.id)).toEqual([
      { count: 1, label: '1 deal', to: `/admin/deals?category=${top.slug}` },
      { count: 1, label: '1 subcategory', to: '/admin/categories' },
    ])

    const platform_id = (await makePlatform()).id
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id } = await makeCategory()
      const [removed, filed] = await Promise.allSettled([
        removeCategory(id),
        makeDeal({ category_id: id, platform_id }),
      ])
      const isGone = removed.status === 'fulfilled' && removed.value === 'removed'
      expect(filed.status).toBe(isGone ? 'rejected' : 'fulfilled')
    }
  })
})

const RULES = { refund_days: 60, refund_from: 'PURCHASE', buyer_protection: 'Full refund if never activated' } as const

describe('managing platforms', () => {
  const savePlatform = (id: string | undefined, sent: object, version = 0) =>
    saveRecord(PLATFORM, { id: actor }, id, PLATFORM.form.parse(sent), version)
  const removePlatform = (id: string) => removeRecord(PLATFORM, { id: actor }, id)

  test('a new platform without Latin letters has a slug, and a former slug redirects', async () => {
    const form = { name: '東京', website_url: 'https://shop.example/', ...RULES, refund_days: '60' }
    const id = idOf(await savePlatform(undefined, form))
    const stored = (await PLATFORM.find(db, id))!
    expect(stored.slug).toMatch(/^platform-\w+$/)
    expect(stored).toMatchObject(RULES)
    await savePlatform(id, { ...form, slug: 'tokyo' }, stored.version)
    expect(await findMovedPlatform(stored.slug)).toEqual({ slug: 'tokyo' })
  })

  test('a platform with a link program cannot be deleted, and the reason names the program', async () => {
    const { id } = await makePlatform()
    const program = { name: 'DealMint partners', platform_id: id, template: '?ref=me' }
    await db.insertInto('link_programs').values(program).execute()
    const reason = 'the program “DealMint partners” (admins change it under Links)'
    expect(await removePlatform(id)).toEqual({ dependents: `${reason} belongs here` })
    expect(await PLATFORM.dependents!(db, id)).toEqual([{ count: 1, label: reason }])
    await expect(db.deleteFrom('platforms').where('id', '=', id).execute()).rejects.toMatchObject({ code: '23001' })
  })

  test('the form of a platform takes its rules as numbers', () => {
    const sent = { name: 'Stackyard', refund_days: '60', refund_from: 'purchase' }
    expect(platformForm.parse(sent)).toMatchObject({ refund_days: 60, refund_from: 'PURCHASE', buyer_protection: null })
  })
})

describe('managing SEO entries', () => {
  const words = { meta_title: 'Bought once', entity_type: 'DEAL' }
  const seoForm = SEO_ENTRY.form
  const saveSeoRow = (sent: object) => saveRecord(SEO_ENTRY, { id: actor }, undefined, seoForm.parse(sent), 0)

  test('an SEO entry is saved for the deal of a slug or a URL', async () => {
    const deal = await makeDeal({ slug: 'quillstack' })
    const form = { ...words, entity: 'https://elsewhere.example/deals/quillstack/' }
    const id = idOf(await saveSeoRow(form))
    const rows = await db.selectFrom('seo_metadata').select(['entity_id', 'meta_title']).execute()
    expect(rows).toEqual([{ entity_id: deal.id, meta_title: 'Bought once' }])
    expect(await SEO_ENTRY.find(db, id)).toMatchObject({ entity_type: 'DEAL', entity: 'quillstack' })
    expect((await listSeoRows(parseSeoSearch(new URLSearchParams('entity=quillstack')))).count).toBe(1)
    expect((await listSeoRows(parseSeoSearch(new URLSearchParams('type=PAGE')))).count).toBe(0)
  })

  test('an SEO entry is saved for a page by its path or URL', () => {
    expect(seoForm.parse({ ...words, entity_type: 'PAGE', entity: 'about' }).entity).toBe('/about')
    expect(seoForm.parse({ ...words, entity_type: 'PAGE', entity: 'https://site.example/' }).entity).toBe('/')
  })
})
