import { expect, test } from 'vitest'
import { findCategory, listCategoryTree, listTopCategories } from '~/features/categories/categories.server'
import { fullName, ownName } from '~/features/categories/category'
import { listPossibleParents } from '~/features/categories/manage-categories.server'
import { loadIdFinders } from '~/features/csv-import/id-finders.server'
import { findPublishedDeal } from '~/features/deals/deal-page.server'
import { readPlatforms } from '~/features/platforms/platforms.server'
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
