import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { countProducts, listManagedProducts } from '~/features/catalog/products/managed-products.server'
import { parseProductSearch } from '~/features/catalog/products/product-search'
import { makeDeal, makePlatform } from '../factories'

const list = async (query: string) => listManagedProducts(parseProductSearch(new URLSearchParams(query)))
const namesIn = async (query: string) => (await list(query)).products.map(({ name }) => name)

/** Quillbox by Ebb with an open, an ended and a draft offer, and Inkwell by Tide with an ended one. */
async function makeProducts() {
  const platform = await makePlatform({ name: 'Dealmarket' })
  const open = await makeDeal({ title: 'quillbox', vendor_name: 'Ebb', platform_id: platform.id, deal_price: '59.00' })
  const same = { title: 'Quillbox', vendor_name: 'Ebb', product_id: open.product_id }
  await makeDeal({ ...same, status: 'EXPIRED', start_date: '2024-01-01' })
  await makeDeal({ ...same, published: false })
  const ended = await makeDeal({ title: 'Inkwell', vendor_name: 'Tide 100%', status: 'EXPIRED' })
  await db.updateTable('deals').set({ review_count: 2, rating_sum: 9 }).where('id', '=', open.id).execute()
  return { open, ended }
}

test('the list of products counts offers, open ones and reviews, and shows the current offer', async () => {
  const { open } = await makeProducts()
  const { products } = await list('')
  expect(products).toMatchObject([
    { name: 'Inkwell', vendor: 'Tide 100%', offers: 1, open: 0, reviews: 0, average: null },
    { name: 'quillbox', vendor: 'Ebb', offers: 3, open: 1, reviews: 2, average: 4.5 },
  ])
  expect(products[1]!.current).toMatchObject({
    slug: open.slug,
    deal_price: '59.00',
    platform: 'Dealmarket',
    shown_status: 'ACTIVE',
  })
  expect(await countProducts()).toEqual({ products: 2, deals: 4, several: 1 })
})

test('products are found by a part of their name or of their vendor, and signs stand for themselves', async () => {
  await makeProducts()
  expect(await namesIn('q=QUILL')).toEqual(['quillbox'])
  expect(await namesIn('q=tide')).toEqual(['Inkwell'])
  expect(await namesIn('q=0%25')).toEqual(['Inkwell'])
  expect(await list('q=a_b')).toEqual({ products: [], count: 0, pages: 0 })
})

test('products are sorted by name, offers and reviews, and filtered by their number of offers', async () => {
  await makeProducts()
  expect(await namesIn('sort=name-desc')).toEqual(['quillbox', 'Inkwell'])
  expect(await namesIn('sort=offers')).toEqual(['quillbox', 'Inkwell'])
  expect(await namesIn('sort=reviews-asc')).toEqual(['Inkwell', 'quillbox'])
  expect(await namesIn('offers=several')).toEqual(['quillbox'])
  expect(await namesIn('offers=none-open&sort=offers')).toEqual(['Inkwell'])
})

test('a page of products holds 25 and says how many pages there are', async () => {
  for (let i = 10; i < 37; i++) await makeDeal({ title: `Tool ${i}` })
  expect(await list('page=2')).toMatchObject({ count: 27, pages: 2 })
  expect(await namesIn('page=2')).toEqual(['Tool 35', 'Tool 36'])
})

test('a product of drafts has no current offer', async () => {
  await makeDeal({ published: false })
  expect((await list('')).products).toMatchObject([{ offers: 1, open: 0, current: null }])
})
