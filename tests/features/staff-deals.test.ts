import { expect, test } from 'vitest'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import {
  DEFAULT_MANAGE_SEARCH,
  type ManageSearch,
  managePath,
  parseManageSearch,
} from '~/features/catalog/deals/list/managed-search'
import { makeCategory, makeDeal, makePlatform } from '../factories'

async function titles(asked: Partial<ManageSearch>) {
  return (await listManagedDeals({ ...DEFAULT_MANAGE_SEARCH, ...asked })).deals.map(({ title }) => title)
}

test('the staff deal list contains drafts and published deals, newest first', async () => {
  await makeDeal({ title: 'Quarrystone', vendor_name: 'Pellwright', created_at: new Date('2026-01-01') })
  await makeDeal({ title: 'Quarrystone Draft', published: false, created_at: new Date('2026-01-02') })
  expect(await titles({ q: 'quarrystone' })).toEqual(['Quarrystone Draft', 'Quarrystone'])
  expect(await titles({ q: 'quarrystone', published: 'yes' })).toEqual(['Quarrystone'])
  expect(await titles({ q: 'quarrystone', published: 'no' })).toEqual(['Quarrystone Draft'])
  expect(await titles({ q: 'PELLWRIGHT' })).toEqual(['Quarrystone'])
})

test('the staff search covers title and vendor only and takes every character literally', async () => {
  await makeDeal({ title: 'Save 50%_ now', summary: 'Ploverwing', vendor_name: 'A\\B' })
  await makeDeal({ title: 'Save 50 percent now', published: false })
  expect(await titles({ q: 'ploverwing' })).toEqual([])
  for (const q of ['50%_', 'a\\b']) expect(await titles({ q })).toEqual(['Save 50%_ now'])
  expect(await titles({ q: '50 percent' })).toEqual(['Save 50 percent now'])
})

test('the staff search finds any substring of a title, however short', async () => {
  const title = `O'Neil\\ & "C#":* | 東京 <->é`
  await makeDeal({ title })
  const letters = [...title]
  for (let length = 1; length <= 4; length++) {
    for (let start = 0; start + length <= letters.length; start++) {
      const q = letters.slice(start, start + length).join('')
      expect(await titles({ q }), q).toEqual([title])
    }
  }
  expect(await titles({ q: 'C#é' })).toEqual([])
})

test('the staff deal list for a category includes its children', async () => {
  const parent = await makeCategory()
  const child = await makeCategory({ parent_id: parent.id })
  const platform = await makePlatform()
  await makeDeal({ title: 'In the child', category_id: child.id, platform_id: platform.id })
  await makeDeal({ title: 'In the parent', category_id: parent.id, status: 'UPCOMING' })
  expect(await titles({ category: parent.slug })).toEqual(['In the parent', 'In the child'])
  expect(await titles({ category: parent.slug, platform: platform.slug })).toEqual(['In the child'])
  expect(await titles({ category: parent.slug, status: 'UPCOMING' })).toEqual(['In the parent'])
})

test('the attention filter finds unpriced and imageless deals', async () => {
  const category = await makeCategory()
  const here = { category_id: category.id }
  const image = { ...here, hero_image_url: 'https://vendor.example/a.png' }
  await makeDeal({ ...image, title: 'Priceless' })
  await makeDeal({ ...image, title: 'Priceless draft', published: false })
  await makeDeal({ ...here, title: 'Imageless', deal_price: '1.00' })
  expect(await titles({ category: category.slug, attention: 'priceless' })).toEqual(['Priceless'])
  expect(await titles({ category: category.slug, attention: 'imageless' })).toEqual(['Imageless'])
})

test('the staff deal list is sorted by title as people sort, and by price with unpriced deals last', async () => {
  const category = await makeCategory()
  const here = { category_id: category.id }
  await makeDeal({ ...here, title: 'banyan', deal_price: '9.00' })
  await makeDeal({ ...here, title: 'Ábacus', deal_price: '100.00' })
  await makeDeal({ ...here, title: 'Cedar' })
  const sorted = (sort: ManageSearch['sort']) => titles({ category: category.slug, sort })
  expect(await sorted('title')).toEqual(['Ábacus', 'banyan', 'Cedar'])
  expect(await sorted('title-desc')).toEqual(['Cedar', 'banyan', 'Ábacus'])
  expect(await sorted('price')).toEqual(['banyan', 'Ábacus', 'Cedar'])
  expect(await sorted('price-desc')).toEqual(['Ábacus', 'banyan', 'Cedar'])
})

test('the URL of the staff deal list keeps a search and ignores unknown values', () => {
  const given = { q: 'a b', published: 'no', status: 'EXPIRED', sort: 'price-desc', page: 3 } as const
  const search = { ...DEFAULT_MANAGE_SEARCH, ...given }
  expect(parseManageSearch(`http://localhost${managePath(search)}`)).toEqual(search)
  expect(
    parseManageSearch('http://localhost/admin/deals?published=maybe&status=x&attention=1&sort=tags&page=0&z=1'),
  ).toEqual(DEFAULT_MANAGE_SEARCH)
  expect(managePath(DEFAULT_MANAGE_SEARCH, '/new')).toBe('/admin/deals/new')
})
