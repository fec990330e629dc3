import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readVendorChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { listPagePaths } from '~/features/audience/feeds/sitemap.server'
import { vendorKey } from '~/features/catalog/products/product-key'
import {
  countVendor,
  findMovedVendor,
  findVendor,
  listVendorChanges,
  listVendorProducts,
  listVendors,
  readLetters,
} from '~/features/catalog/vendors/vendors.server'
import { loader as vendorsPage } from '~/routes/vendors._index'
import { loader as vendorPage } from '~/routes/vendors.$slug'
import { insertDeals, makeChangeLog, makeDeal, makeReview } from '../factories'

const list = { q: '', letter: '', page: 1 }
let northpane: Awaited<ReturnType<typeof makeVendor>>

beforeEach(async () => {
  northpane = await makeVendor()
})

/** Two products with three published offers, one of them open, a draft, reviews and changes. */
async function makeVendor() {
  const open = await makeDeal({ title: 'Quillstack', start_date: '2025-05-12' })
  const ended = { product_id: open.product_id, start_date: '2023-03-01', end_date: '2023-04-01' }
  const round = await makeDeal({ title: 'Quillstack', ...ended })
  const other = await makeDeal({ title: 'Footmark', status: 'EXPIRED', start_date: '2024-01-01' })
  const draft = await makeDeal({ title: 'Secret', published: false })
  const approved = { status: 'APPROVED' as const }
  await makeReview({ ...approved, deal_id: open.id, rating: 5 })
  await makeReview({ ...approved, deal_id: round.id, rating: 4 })
  await makeReview({ ...approved, deal_id: draft.id, rating: 1 })
  await makeReview({ deal_id: other.id, rating: 1 })
  await makeChangeLog({ ...approved, deal_id: open.id, kind: 'PRICE', affects_owners: 'NO' })
  await makeChangeLog({ ...approved, deal_id: round.id, kind: 'PRICE', affects_owners: 'YES' })
  await makeChangeLog({ ...approved, deal_id: other.id, kind: 'LIMITS', affects_owners: 'YES', title: 'Cap added' })
  await makeChangeLog({ ...approved, deal_id: draft.id, kind: 'TERMS' })
  await makeChangeLog({ deal_id: open.id, kind: 'REFUND' })
  return { open, round, other, draft, id: open.vendor_id }
}

test('the figures of a vendor count published deals, approved reviews and verified changes only', async () => {
  expect(await countVendor(northpane.id)).toEqual({
    products: 2,
    sharedProducts: 0,
    offers: 3,
    open: 1,
    reviews: 2,
    average: 4.5,
    since: '2023-03-01',
    changes: [
      { kind: 'PRICE', changes: 2, affecting: 1 },
      { kind: 'LIMITS', changes: 1, affecting: 1 },
    ],
  })
})

test('a product is shared when another vendor has a published offer of it', async () => {
  const other = { product_id: northpane.open.product_id, vendor_name: 'Halden' }
  await makeDeal({ ...other, published: false })
  expect(await countVendor(northpane.id)).toMatchObject({ sharedProducts: 0 })
  await makeDeal(other)
  expect(await countVendor(northpane.id)).toMatchObject({ sharedProducts: 1, offers: 3 })
})

test('the products of a vendor come with all their published offers, open ones first', async () => {
  const products = await listVendorProducts(northpane.id, 1)
  expect(products.map(({ name, offers }) => [name, offers.map(({ slug }) => slug)])).toEqual([
    ['Quillstack', [northpane.open.slug, northpane.round.slug]],
    ['Footmark', [northpane.other.slug]],
  ])
  const changes = await listVendorChanges(northpane.id, 10)
  expect(changes).toHaveLength(3)
  const feed = await readVendorChangeFeed({ id: northpane.id, slug: 'northpane', name: 'Northpane' })
  expect(feed.entries.map(({ title }) => title)).toContain('Footmark: Cap added')
  expect(feed.entries).toHaveLength(3)
})

test('a vendor without a published deal has no page, no line in the list and none in the sitemap', async () => {
  const hidden = await makeDeal({ vendor_name: 'Hiddenworks', published: false })
  expect(await findVendor('hiddenworks')).toBeUndefined()
  expect((await listVendors(list)).map(({ name }) => name)).toEqual(['Northpane'])
  expect(await listPagePaths()).toContain('/vendors/northpane')
  expect(await listPagePaths()).not.toContain('/vendors/hiddenworks')
  await expect(
    vendorPage({
      request: new Request('http://localhost/vendors/hiddenworks'),
      params: { slug: 'hiddenworks' },
      context: {},
    }),
  ).rejects.toMatchObject({ status: 404 })

  await db.updateTable('deals').set({ published: true }).where('id', '=', hidden.id).execute()
  expect(await findVendor('hiddenworks')).toMatchObject({ name: 'Hiddenworks' })
})

test('the former slug of a vendor leads to the present one', async () => {
  await db.updateTable('vendors').set({ slug: 'north-pane' }).where('id', '=', northpane.id).execute()
  expect(await findVendor('northpane')).toBeUndefined()
  expect(await findMovedVendor('northpane')).toEqual({ slug: 'north-pane' })
})

test.each([
  ['Ashlar & Finch', 'ashlar-and-finch'],
  ['Ashlar & Finch, Inc.', 'ashlar-and-finch'],
  ['Größe Wörks GmbH', 'grosse-works'],
  ['Don’t Panic', 'dont-panic'],
  ['www.finch-tools.com', 'finch-tools-com'],
  ['Team', 'team'],
  ['日本', expect.stringMatching(/^vendor-[0-9a-f]{8}$/)],
])('the vendor "%s" has words as its slug', async (vendor_name, slug) => {
  const { vendor_id } = await makeDeal({ vendor_name, vendor_key: vendorKey(vendor_name) })
  const vendor = await db.selectFrom('vendors').select('slug').where('id', '=', vendor_id).executeTakeFirstOrThrow()
  expect(vendor.slug).toEqual(slug)
})

test('vendors are listed without regard to case, by letter or by a part of the name', async () => {
  await makeDeal({ vendor_name: 'aardvark works' })
  await makeDeal({ vendor_name: 'Zed 100%' })
  await makeDeal({ vendor_name: '9lives' })
  const names = async (search: Partial<typeof list>) =>
    (await listVendors({ ...list, ...search })).map(({ name }) => name)
  expect(await names({})).toEqual(['aardvark works', 'Northpane', 'Zed 100%', '9lives'])
  expect(await names({ letter: 'A' })).toEqual(['aardvark works'])
  expect(await names({ letter: '#' })).toEqual(['9lives'])
  expect(await names({ q: 'NORTH' })).toEqual(['Northpane'])
  expect(await names({ q: '0%' })).toEqual(['Zed 100%'])
  expect(await names({ q: '_' })).toEqual([])
  expect((await readLetters()).map(({ letter }) => letter)).toEqual(['A', 'N', 'Z', '#'])
  expect((await listVendors(list)).find(({ slug }) => slug === 'northpane')).toMatchObject({
    products: 2,
    offers: 3,
    open: 1,
  })
})

test('from 200 vendors on a page has the vendors of one letter', async () => {
  const open = async (path: string) =>
    vendorsPage({ request: new Request(`http://localhost${path}`), params: {}, context: {} })
  expect(await open('/vendors')).toMatchObject({ total: 1, hasLetterPages: false })
  const { category_id, platform_id, start_date, cta_url } = northpane.open
  const made = Array.from({ length: 200 }, (_, n) => ({
    title: `Deal of vendor ${n}`,
    slug: `deal-of-vendor-${n}`,
    vendor_name: `Vendor ${n}`,
    ...{ category_id, platform_id, start_date, cta_url },
    published: true,
  }))
  await insertDeals(made)
  expect(await open('/vendors')).toMatchObject({ total: 201, hasLetterPages: true, vendors: [{ name: 'Northpane' }] })
  expect((await open('/vendors?letter=V')).vendors).toHaveLength(200)
  expect((await open('/vendors?q=pane')).vendors).toHaveLength(1)
})
