import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readVendorChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { listPagePaths } from '~/features/audience/feeds/sitemap.server'
import { productKeys, vendorKey } from '~/features/catalog/products/product-key'
import { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { vendorForm } from '~/features/catalog/vendors/vendor-form.server'
import { parseVendorSearch } from '~/features/catalog/vendors/vendor-search'
import {
  countVendor,
  findMovedVendor,
  findVendor,
  listVendorChanges,
  listVendorProducts,
  listVendors,
  readLetters,
} from '~/features/catalog/vendors/vendors.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import * as adminVendor from '~/routes/admin.vendors.$id/route'
import { loader as vendorsPage } from '~/routes/vendors._index'
import { loader as vendorPage } from '~/routes/vendors.$slug'
import { insertDeals, makeChangeLog, makeDeal, makeProfile, makePurchase, makeReview, makeVendor } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'
import { tellKinds } from '../told'

const list = { q: '', letter: '', page: 1 }
/** Two products with three published offers, one of them open, a draft, reviews and changes. */
async function makeNorthpane() {
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
  await makeChangeLog({ ...approved, deal_id: round.id, kind: 'PRICE', affects_owners: 'YES', effect: 'WORSE' })
  await makeChangeLog({
    ...approved,
    deal_id: other.id,
    kind: 'LIMITS',
    affects_owners: 'YES',
    effect: 'BETTER',
    title: 'Cap added',
  })
  await makeChangeLog({ ...approved, deal_id: draft.id, kind: 'TERMS' })
  await makeChangeLog({ deal_id: open.id, kind: 'REFUND' })
  return { open, round, other, draft, id: open.vendor_id }
}

test('the figures of a vendor count published deals, also of products shared with others, approved reviews and verified changes only', async () => {
  const northpane = await makeNorthpane()
  expect(await countVendor(northpane.id)).toEqual({
    products: 2,
    sharedProducts: 0,
    offers: 3,
    open: 1,
    reviews: 2,
    average: 4.5,
    since: '2023-03-01',
    changes: [
      { kind: 'PRICE', changes: 2, affecting: 1, better: 0, worse: 1 },
      { kind: 'LIMITS', changes: 1, affecting: 1, better: 1, worse: 0 },
    ],
  })
  const sister = { product_id: northpane.open.product_id, vendor_name: 'Halden' }
  await makeDeal({ ...sister, published: false })
  expect(await countVendor(northpane.id)).toMatchObject({ sharedProducts: 0 })
  await makeDeal(sister)
  expect(await countVendor(northpane.id)).toMatchObject({ sharedProducts: 1, offers: 3 })
})

test('the products of a vendor come with all their published offers, open ones first', async () => {
  const northpane = await makeNorthpane()
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
  await makeNorthpane()
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
  await makeNorthpane()
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
  const northpane = await makeNorthpane()
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

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id
const offerOf = (vendor_name: string, given: Parameters<typeof makeDeal>[0] = {}) => {
  const keys = productKeys({ title: 'Any', vendor_name, cta_url: 'https://vendor.example/' })
  return makeDeal({ vendor_name, vendor_key: keys.vendor_key, ...given })
}
const ACQUIRED = {
  status: 'ACQUIRED',
  status_on: '2026-03-01',
  status_source_url: 'https://news.example/acquired',
  affects_owners: 'YES',
} as const

async function save(id: string, given: Partial<ReturnType<typeof VENDOR.form.parse>>, actor?: string) {
  const { version, ...fields } = (await VENDOR.find(db, id))!
  return saveRecord(VENDOR, { id: actor ?? (await manager()) }, id, { silent: false, ...fields, ...given }, version)
}

const changesOf = (vendor_id: string) =>
  db
    .selectFrom('change_logs')
    .select(['deal_id', 'kind', 'status', 'effective_on', 'source_url', 'affects_owners', 'effect'])
    .where('vendor_id', '=', vendor_id)
    .orderBy('effective_on')
    .execute()
const auditsOf = async (id: string) =>
  (await db.selectFrom('audit_log').select('action').where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('a renamed vendor is found by both names, its former slug redirects and its deals keep what was typed', async () => {
  const deal = await offerOf('Moorline')
  await save(deal.vendor_id, { name: 'Halden Works', slug: 'halden-works' })
  const later = await offerOf('halden works Ltd')
  const earlier = await offerOf('Moorline, Inc')
  expect([later.vendor_id, earlier.vendor_id]).toEqual([deal.vendor_id, deal.vendor_id])
  expect(await db.selectFrom('vendor_redirects').selectAll().execute()).toEqual([
    { slug: 'moorline', vendor_id: deal.vendor_id },
  ])
  expect(await findVendor('moorline')).toBeUndefined()
  expect(await findMovedVendor('moorline')).toEqual({ slug: 'halden-works' })
  const named = await db.selectFrom('deals').select('vendor_name').where('id', '=', deal.id).execute()
  expect(named).toEqual([{ vendor_name: 'Moorline' }])
  expect(await auditsOf(deal.vendor_id)).toEqual(['vendor.updated'])
})

test('two vendors that take the same new name at once do not both get it', async () => {
  const [one, other] = [await makeVendor(), await makeVendor()]
  const saved = await Promise.all([save(one.id, { name: 'Halden' }), save(other.id, { name: 'Halden' })])
  expect(saved.map((result) => (result && 'status' in result ? result.status : 'saved')).sort()).toEqual([400, 'saved'])
  expect(await db.selectFrom('vendors').selectAll().where('name', '=', 'Halden').execute()).toHaveLength(1)
})

test('an acquired vendor has one verified change on each published deal, however often it is saved', async () => {
  const first = await offerOf('Moorline')
  const second = await offerOf('Moorline')
  await offerOf('Moorline', { published: false })
  await offerOf('Another')
  const id = first.vendor_id
  await save(id, ACQUIRED)
  await save(id, ACQUIRED)
  await save(id, { note: 'Asked them.' })
  const audits = await auditsOf(id)
  // Set back by mistake, and acquired again on the same day.
  await save(id, { status: 'UNKNOWN', affects_owners: 'UNKNOWN' })
  await save(id, ACQUIRED)
  const changes = await changesOf(id)
  expect(changes.map(({ deal_id }) => deal_id).sort()).toEqual([first.id, second.id].sort())
  expect(changes[0]).toMatchObject({
    kind: 'ACQUIRED',
    status: 'APPROVED',
    effective_on: '2026-03-01',
    source_url: 'https://news.example/acquired',
    affects_owners: 'YES',
  })
  const counted = await db.selectFrom('deals').select('change_count').where('id', '=', first.id).execute()
  expect(counted).toEqual([{ change_count: 1 }])
  expect(audits).toEqual(['vendor.changes-written', 'vendor.updated', 'vendor.updated'])
})

test('the page of a vendor says whom a status notifies, and a status that corrects an old entry notifies no one', async () => {
  const deal = await offerOf('Moorline')
  await makePurchase({ deal_id: deal.id })
  const [staff, path] = [await makeProfile({ role: 'MANAGER' }), `/admin/vendors/${deal.vendor_id}`]
  const html = await renderPage(staff, { pattern: '/admin/vendors/:id', path, routes: [adminVendor] })
  expect(wordsOf(html)).toContain('Notifies 1 owner within the hour if it affects them.')
  expect(html).toMatch(/<input(?=[^>]* name="silent")[^>]* form="record"/)
  const request = await requestAs(staff, path, {
    ...ACQUIRED,
    name: 'Moorline',
    slug: 'moorline',
    version: '1',
    silent: 'on',
  })
  await answer(adminVendor.action({ request, params: { id: deal.vendor_id }, context: {} }))
  expect(await changesOf(deal.vendor_id)).toHaveLength(1)
  expect(await tellKinds()).toEqual([])
  await save(deal.vendor_id, { status: 'SHUT_DOWN' })
  expect(await tellKinds()).toEqual(['change'])
})

test('a corrected date, source or effect on owners corrects the entries, and an active vendor keeps them', async () => {
  const { vendor_id: id } = await offerOf('Moorline')
  await save(id, ACQUIRED)
  await save(id, { status_on: '2026-02-01', affects_owners: 'NO', status_source_url: 'https://news.example/other' })
  const news = { source_url: 'https://news.example/other', affects_owners: 'NO', effect: 'NEITHER' }
  const corrected = { effective_on: '2026-02-01', ...news }
  expect(await changesOf(id)).toMatchObject([corrected])
  await save(id, { status: 'ACTIVE', status_on: null, status_source_url: null, affects_owners: 'UNKNOWN' })
  expect(await changesOf(id)).toMatchObject([corrected])
  await save(id, { ...ACQUIRED, status: 'SHUT_DOWN' })
  expect((await changesOf(id)).map(({ kind }) => kind)).toEqual(['ACQUIRED', 'SHUTDOWN'])
})

test('a vendor that ended needs a date and a source', () => {
  const { error } = vendorForm.safeParse({ name: 'Moorline', status: 'ACQUIRED' })
  const errors = { status_on: ['Since is required.'], status_source_url: ['Source is required.'] }
  expect(error!.flatten().fieldErrors).toEqual(errors)
  expect(vendorForm.safeParse({ name: 'Moorline', status: 'ACTIVE' }).success).toBe(true)
})

const productOf = (title: string, vendor_name: string) => {
  const cta_url = `https://${title.toLowerCase()}.example/`
  return makeDeal({ title, vendor_name, cta_url, ...productKeys({ title, vendor_name, cta_url }) })
}
const listManaged = async (query: string) => listManagedVendors(parseVendorSearch(new URLSearchParams(query)))
const namesIn = async (query: string) => (await listManaged(query)).vendors.map(({ name }) => name)

test('the list of vendors counts products and offers, sorts by them and by name, and is searched with literal wildcards', async () => {
  await productOf('Quillbox', 'quill Labs')
  await productOf('Quillbox', 'Quill Labs, Inc')
  await productOf('Inkwell', 'quill labs')
  await productOf('Ebbtide', 'Ebb 100%')
  expect((await listManaged('')).vendors).toMatchObject([
    { name: 'Ebb 100%', status: 'UNKNOWN', products: 1, offers: 1 },
    { name: 'quill Labs', status: 'UNKNOWN', products: 2, offers: 3 },
  ])
  expect(await namesIn('sort=name-desc')).toEqual(['quill Labs', 'Ebb 100%'])
  expect(await namesIn('sort=products')).toEqual(['quill Labs', 'Ebb 100%'])
  expect(await namesIn('sort=offers-asc')).toEqual(['Ebb 100%', 'quill Labs'])
  expect(await namesIn('q=QUILL')).toEqual(['quill Labs'])
  expect(await namesIn('q=0%25')).toEqual(['Ebb 100%'])
  expect(await listManaged('q=nothing')).toEqual({ vendors: [], count: 0, pages: 0 })
})

test('a page of vendors holds 25 and says how many pages there are', async () => {
  for (let i = 10; i < 37; i++) await productOf(`Tool${i}`, `Vendor ${i}`)
  const second = await listManaged('page=2')
  expect(second).toMatchObject({ count: 27, pages: 2 })
  expect(second.vendors.map(({ name }) => name)).toEqual(['Vendor 35', 'Vendor 36'])
})
