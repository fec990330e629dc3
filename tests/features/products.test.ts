import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertDeals, makeCategory, makeVendor } from '#tests/factories'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import { followVendorNames } from '~/features/catalog/products/find-or-create-vendors.server'
import { countProducts, listManagedProducts } from '~/features/catalog/products/managed-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { findProductOfDeal } from '~/features/catalog/products/product-of-deal.server'
import { findProductPage, PRODUCT } from '~/features/catalog/products/product-record.server'
import { parseProductSearch } from '~/features/catalog/products/product-search'
import { deleteEmptyVendors, refreshOffers } from '~/features/catalog/products/product-tasks.server'
import { listSuggestionsOf } from '~/features/catalog/products/suggestions.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { moveOffer, OWN_PRODUCT } from '~/features/staff/merging/move-offer.server'
import { makeDeal, makePlatform, makeProfile, makeReview } from '../factories'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id

/** An offer that joins products by its title, vendor and link. */
function makeOffer(
  title: string,
  vendor_name = 'Vellum',
  cta_url = 'https://vellum.example/',
  given: Parameters<typeof makeDeal>[0] = {},
) {
  const named = { title, vendor_name, cta_url }
  return makeDeal({ ...named, ...productKeys(named), ...given })
}

const makeQuill = (vendor_name: string, title = 'Quillstack', given = {}) =>
  makeOffer(title, vendor_name, 'https://quillstack.example/pricing', given)

const reload = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('new deals join the product of the newest deal with the same title and vendor or link', async () => {
  const first = await makeQuill('Northpane', undefined, { start_date: '2024-11-20', end_date: '2024-12-01' })
  const second = await makeQuill('Northpane, Inc.')
  const byLink = await makeQuill('Halden')
  const other = await makeQuill('Quietworks', 'Inkwell')
  const [a, b, c, d] = await Promise.all([first, second, byLink, other].map(({ id }) => reload(id)))
  expect([b!.product_id, b!.vendor_id]).toEqual([a!.product_id, a!.vendor_id])
  expect(c!.product_id).toBe(a!.product_id)
  expect(c!.vendor_id).not.toBe(a!.vendor_id)
  expect(d!.product_id).not.toBe(a!.product_id)
  expect([a!.is_current, d!.is_current]).toEqual([false, true])
})

test('a tool on two platforms is two offers of one product, and C, C++ and C# are three products', async () => {
  const offers = [
    await makeOffer('Tidewell', 'Vellum', 'https://appsumo.com/products/tidewell/', {
      platform_id: (await makePlatform()).id,
    }),
    await makeOffer('Tidewell (AppSumo)', 'Vellum', 'https://tidewell.example/', {
      platform_id: (await makePlatform()).id,
    }),
  ]
  expect(new Set(offers.map(({ platform_id }) => platform_id)).size).toBe(2)
  expect(new Set(offers.map(({ product_id }) => product_id)).size).toBe(1)
  const courses = await Promise.all(['C', 'C++', 'C#'].map((title) => makeOffer(title)))
  expect(new Set(courses.map(({ product_id }) => product_id)).size).toBe(3)
})

test('deals that are added together join each other, under vendors and products that are created once', async () => {
  const [category, platform] = [await makeCategory(), await makePlatform()]
  const rows = ['Northpane', 'Northpane, Inc.', 'Halden'].map((vendor_name, index) => {
    const named = { title: 'Quillstack', vendor_name, cta_url: 'https://quillstack.example/' }
    const places = { category_id: category.id, platform_id: platform.id, start_date: '2026-01-01' }
    return { ...named, ...productKeys(named), ...places, slug: `quillstack-${index}`, published: true }
  })
  await insertDeals(rows)
  const deals = await db.selectFrom('deals').select(['product_id', 'is_current']).execute()
  expect(new Set(deals.map(({ product_id }) => product_id)).size).toBe(1)
  expect(deals.filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(await db.selectFrom('vendors').select(['name', 'slug', 'website_url']).orderBy('name').execute()).toEqual([
    { name: 'Halden', slug: 'halden', website_url: 'https://quillstack.example' },
    { name: 'Northpane', slug: 'northpane', website_url: 'https://quillstack.example' },
  ])
  expect(await db.selectFrom('products').select(['name', 'slug']).execute()).toEqual([
    { name: 'Quillstack', slug: 'quillstack-0' },
  ])
})

test('vendors whose names make the same slug get different ones, also where a former slug redirects', async () => {
  const vendors = [await makeVendor({ name: 'Cloud Base', slug: 'cloud-base' })]
  await db.insertInto('vendor_redirects').values({ slug: 'moorline', vendor_id: vendors[0]!.id }).execute()
  await makeQuill('Moorline', 'One')
  await makeDeal({ vendor_name: 'Tide & Co', vendor_key: 'tide co', title: 'Two' })
  await makeDeal({ vendor_name: 'Tide Co', vendor_key: 'tide-co', title: 'Three' })
  const slugs = (await db.selectFrom('vendors').select('slug').orderBy('slug').execute()).map(({ slug }) => slug)
  expect(slugs).toEqual([
    'cloud-base',
    expect.stringMatching(/^moorline-[0-9a-f]{8}$/),
    'tide-co',
    expect.stringMatching(/^tide-co-[0-9a-f]{8}$/),
  ])
})

test('another vendor name moves the deal to its vendor, and a product none of whose offers stays with the former one', async () => {
  const deal = await makeQuill('Northpane')
  const sister = await makeDeal({ vendor_name: 'Northpane', vendor_key: 'northpane', product_id: deal.product_id })
  const rename = (id: string) =>
    inTransaction(async (trx) => {
      const name = { vendor_name: 'Halden', vendor_key: 'halden' }
      await trx.updateTable('deals').set(name).where('id', '=', id).execute()
      await followVendorNames(trx, [id])
    })
  const vendorOfProduct = async () => {
    const product = db.selectFrom('products').innerJoin('vendors', 'vendors.id', 'vendor_id').select('vendors.name')
    return (await product.where('products.id', '=', deal.product_id).executeTakeFirstOrThrow()).name
  }
  await rename(deal.id)
  expect((await reload(deal.id)).vendor_id).not.toBe(deal.vendor_id)
  expect(await vendorOfProduct()).toBe('Northpane')
  await rename(sister.id)
  expect(await vendorOfProduct()).toBe('Halden')
})

test('vendors that nothing belongs to are deleted, unless staff have edited them', async () => {
  await makeDeal({ vendor_name: 'Northpane' })
  await makeVendor({ name: 'Halden' })
  await makeVendor({ name: 'Moorline', note: 'Ask again.' })
  await deleteEmptyVendors()
  const names = await db.selectFrom('vendors').select('name').orderBy('name').execute()
  expect(names).toEqual([{ name: 'Moorline' }, { name: 'Northpane' }])
})

test('an offer whose end date has passed gives way to the open one at the next refresh', async () => {
  const ending = await makeDeal({ start_date: '2026-02-01' })
  const open = await makeDeal({ product_id: ending.product_id, start_date: '2026-01-01' })
  // As at midnight: nothing wrote to the deal when its last day passed.
  await sql`alter table deals disable trigger user`.execute(db)
  await db.updateTable('deals').set({ end_date: '2026-02-02' }).where('id', '=', ending.id).execute()
  await sql`alter table deals enable trigger user`.execute(db)
  expect((await reload(ending.id)).is_current).toBe(true)

  expect(await refreshOffers()).toBe(1)
  expect((await reload(ending.id)).is_current).toBe(false)
  expect((await reload(open.id)).is_current).toBe(true)
  expect(await refreshOffers()).toBe(0)
})

test('a product is shown with all its offers, drafts too, the latest first, and which one lists show', async () => {
  const first = await makeDeal({ start_date: '2024-01-01', deal_price: '49.00', status: 'EXPIRED' })
  const { product_id } = first
  const open = await makeDeal({ product_id, start_date: '2025-01-01' })
  const draft = await makeDeal({ product_id, start_date: '2026-01-01', published: false })
  await makeReview({ deal_id: open.id, status: 'APPROVED' })
  const product = await findProductPage(product_id)
  expect(product).toMatchObject({ vendor: { name: 'Northpane' }, counts: { offers: 3, reviews: 1 } })
  expect(product.offers.map(({ id, is_current }) => [id, is_current])).toEqual([
    [draft.id, false],
    [open.id, true],
    [first.id, false],
  ])
  expect(product.offers[2]).toMatchObject({ shown_status: 'EXPIRED', deal_price: '49.00', published: true })
  expect(await PRODUCT.find(db, randomUUID())).toBeUndefined()
})

test('a product is renamed with an entry in the audit log, and its deals and its slug stay as they are', async () => {
  const deal = await makeDeal()
  const before = await db.selectFrom('products').selectAll().executeTakeFirstOrThrow()
  const values = { name: 'Quillbox', website_url: 'https://quillbox.example/' }
  const saver = { id: await manager() }
  expect(await saveRecord(PRODUCT, saver, deal.product_id, values, 1)).toEqual({ id: deal.product_id })
  expect(await saveRecord(PRODUCT, saver, randomUUID(), values, 1)).toBeUndefined()
  expect(await db.selectFrom('products').selectAll().executeTakeFirst()).toEqual({ ...before, ...values, version: 2 })
  const { title } = await db.selectFrom('deals').select('title').executeTakeFirstOrThrow()
  expect(title).toBe(deal.title)
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'product.updated', entity_type: 'product', entity_id: deal.product_id })
  expect(entry.detail).toMatchObject({ name: `${deal.title} → Quillbox` })
})

const list = async (query: string) => listManagedProducts(parseProductSearch(new URLSearchParams(query)))

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

test('the list of products counts offers, open ones and reviews, and only published offers are open', async () => {
  await makeProducts()
  const { products } = await list('')
  expect(products).toMatchObject([
    { name: 'Inkwell', vendor: 'Tide 100%', offers: 1, open: 0, reviews: 0, average: null },
    { name: 'quillbox', vendor: 'Ebb', offers: 3, open: 1, reviews: 2, average: 4.5 },
  ])
  expect(await countProducts()).toEqual({ products: 2, deals: 4, several: 1 })
  await db.updateTable('deals').set({ published: false }).execute()
  expect((await list('')).products).toMatchObject([{ open: 0 }, { offers: 3, open: 0 }])
})

test.each([
  ['q=QUILL', ['quillbox']],
  ['q=tide', ['Inkwell']],
  ['q=0%25', ['Inkwell']],
  ['q=a_b', []],
  ['sort=name-desc', ['quillbox', 'Inkwell']],
  ['sort=offers', ['quillbox', 'Inkwell']],
  ['sort=offers-asc', ['Inkwell', 'quillbox']],
  ['offers=several', ['quillbox']],
  ['offers=none-open&sort=offers', ['Inkwell']],
])('the list of products with %s has %j', async (query, names) => {
  await makeProducts()
  const { products, count } = await list(query)
  expect(products.map(({ name }) => name)).toEqual(names)
  expect(count).toBe(names.length)
})

test('a page of products holds 25 and says how many pages there are', async () => {
  for (let i = 10; i < 37; i++) await makeDeal({ title: `Tool ${i}` })
  const products = [{ name: 'Tool 35' }, { name: 'Tool 36' }]
  expect(await list('page=2')).toMatchObject({ count: 27, pages: 2, products })
})

const productOf = async (id: string) => (await findProductOfDeal(id))?.product_id
const productIds = async () => (await db.selectFrom('products').select('id').execute()).map(({ id }) => id)
const currentIds = async () => {
  const deals = await db.selectFrom('deals').select('id').where('is_current', '=', true).orderBy('id').execute()
  return deals.map(({ id }) => id)
}

test('an offer moves to another product, both get their current offers, and the log says from where to where', async () => {
  const [stays, moves] = [await makeOffer('Murmurist'), await makeOffer('Murmurist')]
  const other = await makeOffer('Rankfield', undefined, undefined, { status: 'EXPIRED' })
  expect(moves.product_id).toBe(stays.product_id)
  const actor = await manager()
  const moved = await moveOffer(actor, moves.id, { from: stays.product_id, to: other.product_id })
  expect(moved).toEqual({ outcome: 'moved', product: { id: other.product_id, name: 'Rankfield' } })
  expect(await productOf(moves.id)).toBe(other.product_id)
  expect(await currentIds()).toEqual([stays.id, moves.id].sort())
  expect(await db.selectFrom('product_differences').selectAll().execute()).toEqual([])
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'deal.moved', entity_id: moves.id, actor_id: actor })
  expect(entry.detail).toMatchObject({ title: 'Murmurist', from: 'Murmurist', to: 'Rankfield' })
})

test('a product without offers is deleted', async () => {
  const [one, other] = [await makeOffer('Murmurist'), await makeOffer('Murmurist AI')]
  await moveOffer(await manager(), other.id, { from: other.product_id, to: one.product_id })
  expect(await productIds()).toEqual([one.product_id])
})

test('an offer that becomes a separate product is not suggested as the same again', async () => {
  const [stays, moves] = [await makeOffer('Murmurist'), await makeOffer('Murmurist')]
  const moved = await moveOffer(await manager(), moves.id, { from: stays.product_id, to: OWN_PRODUCT })
  expect(moved).toMatchObject({ outcome: 'moved', product: { name: 'Murmurist' } })
  expect(await productOf(moves.id)).not.toBe(stays.product_id)
  expect(await currentIds()).toEqual([stays.id, moves.id].sort())
  expect(await listSuggestionsOf(stays.product_id)).toEqual([])
  const started = await db.selectFrom('products').selectAll().where('id', '<>', stays.product_id).executeTakeFirst()
  const { vendor_id } = moves
  expect(started).toMatchObject({ name: 'Murmurist', vendor_id, website_url: 'https://vellum.example' })
})

test('an offer cannot move to a deleted product, to its own product, or to a new product if it is the only offer', async () => {
  const [deal, other] = [await makeOffer('Murmurist'), await makeOffer('Rankfield')]
  const [actor, from] = [await manager(), deal.product_id]
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  for (const [to, reason] of [
    [other.product_id, 'The chosen product no longer exists. Choose another one.'],
    [from, 'The offer belongs to this product already.'],
    [OWN_PRODUCT, 'It is the only offer of its product already.'],
  ] as const) {
    expect(await moveOffer(actor, deal.id, { from, to })).toEqual({ outcome: 'refused', reason })
  }
  expect(await moveOffer(actor, randomUUID(), { from, to: OWN_PRODUCT })).toEqual({ outcome: 'missing' })
  expect(await productOf(deal.id)).toBe(from)
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
})

test('of two people who move an offer to different products at once, one moves it and the other learns of it', async () => {
  const actor = await manager()
  for (let round = 0; round < 5; round++) {
    const [stays, moves] = [await makeOffer(`Own ${round}`), await makeOffer(`Own ${round}`)]
    const targets = [await makeOffer(`One ${round}`), await makeOffer(`Other ${round}`)]
    const outcomes = await Promise.all(
      targets.map(({ product_id }) => moveOffer(actor, moves.id, { from: stays.product_id, to: product_id })),
    )
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['moved', 'refused'])
    const moved = outcomes.find((one) => one.outcome === 'moved')!
    expect(await productOf(moves.id)).toBe(moved.product.id)
  }
  expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(5)
})

test('the same form sent twice moves the offer once and succeeds twice', async () => {
  const [stays, moves, other] = [await makeOffer('Own'), await makeOffer('Own'), await makeOffer('Other')]
  const [actor, move] = [await manager(), { from: stays.product_id, to: other.product_id }]
  const outcomes = await Promise.all([moveOffer(actor, moves.id, move), moveOffer(actor, moves.id, move)])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['moved', 'moved'])
  expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(1)
})

test('offers that swap their products at once, or whose product loses its last deal meanwhile, leave no product empty', async () => {
  const actor = await manager()
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await makeOffer(`One ${round}`), await makeOffer(`Other ${round}`)]
    const [left, right] = [one.product_id, other.product_id]
    const gone = await makeOffer(`Gone ${round}`)
    const last = await makeOffer(`Last ${round}`)
    const sister = await makeOffer(`Last ${round}`)
    await Promise.all([
      moveOffer(actor, one.id, { from: left, to: right }),
      moveOffer(actor, other.id, { from: right, to: left }),
      moveOffer(actor, last.id, { from: last.product_id, to: gone.product_id }),
      inTransaction((trx) => removeDeals(trx, [gone.id, sister.id])),
    ])
    const deals = await db.selectFrom('deals').select('product_id').distinct().execute()
    expect((await productIds()).sort()).toEqual(deals.map(({ product_id }) => product_id).sort())
  }
})

async function currentOffers(product_id: string) {
  const current = db.selectFrom('deals').select('slug').where('is_current', '=', true)
  return (await current.where('product_id', '=', product_id).execute()).map(({ slug }) => slug)
}

const offer = (given: Parameters<typeof makeDeal>[0] = {}) => makeOffer('Quillstack', 'Northpane Inc', undefined, given)

test('deals with the same title and vendor belong to one product, whose newest open offer is the current one', async () => {
  const ended = await offer({ start_date: '2025-01-01', end_date: '2025-02-01' })
  expect(await currentOffers(ended.product_id)).toEqual([ended.slug])
  const open = await offer({ start_date: '2024-01-01' })
  const draft = await offer({ published: false, start_date: '2026-03-01' })
  expect(open.product_id).toBe(ended.product_id)
  expect(draft.product_id).toBe(ended.product_id)
  expect(await currentOffers(ended.product_id)).toEqual([open.slug])

  await db.updateTable('deals').set({ published: true }).where('id', '=', draft.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([draft.slug])
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', draft.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([open.slug])
  await db.deleteFrom('deals').where('id', '=', open.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([draft.slug])
})

test('one statement on offers of several products leaves each product its current offer', async () => {
  const makeRounds = async (title: string, start_date: string) => [
    await makeOffer(title, 'Northpane Inc', undefined, { start_date }),
    await makeOffer(title, 'Northpane Inc', undefined, { start_date: '2026-01-01', published: false }),
  ]
  const [oldMill, newMill] = await makeRounds('Quillmill', '2025-02-01')
  const [oldMoss, newMoss] = await makeRounds('Quillmoss', '2025-01-01')
  const current = async () => [
    ...(await currentOffers(newMill!.product_id)),
    ...(await currentOffers(newMoss!.product_id)),
  ]
  const newest = [newMill!.id, newMoss!.id]
  await db.updateTable('deals').set({ published: true }).where('id', 'in', newest).execute()
  expect(await current()).toEqual([newMill!.slug, newMoss!.slug])
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', 'in', newest).execute()
  expect(await current()).toEqual([oldMill!.slug, oldMoss!.slug])
  await db.updateTable('deals').set({ product_id: oldMoss!.product_id }).where('id', 'in', [oldMill!.id]).execute()
  expect(await current()).toEqual([newMill!.slug, oldMill!.slug])
  await db.deleteFrom('deals').where('id', 'in', [newMill!.id, oldMill!.id, oldMoss!.id]).execute()
  expect(await current()).toEqual([newMoss!.slug])
  const products = await db.selectFrom('products').select('id').execute()
  expect(products).toEqual([{ id: newMoss!.product_id }])
})

test('an open offer is current before a newer one that is not confirmed, until a check confirms that one', async () => {
  const old = await offer({ start_date: '2017-11-21', found_on: null })
  const open = await offer({ start_date: '2016-11-21' })
  expect(await currentOffers(old.product_id)).toEqual([open.slug])
  await db.updateTable('deals').set({ checked_at: new Date() }).where('id', '=', old.id).execute()
  expect(await currentOffers(old.product_id)).toEqual([old.slug])
})

test('of open offers that began on the same day, the one entered last is current', async () => {
  const entered = (day: string) => offer({ start_date: '2026-01-01', created_at: new Date(day) })
  const [late, early] = [await entered('2026-02-02'), await entered('2026-02-01')]
  expect(await currentOffers(early.product_id)).toEqual([late.slug])
})

test('a subscription is current only while no offer that is paid once is open', async () => {
  const once = await offer({ start_date: '2025-01-01' })
  const monthly = await offer({ start_date: '2026-01-01', deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(await currentOffers(once.product_id)).toEqual([once.slug])
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', once.id).execute()
  expect(await currentOffers(once.product_id)).toEqual([monthly.slug])
})

test('offers of one product that are published at the same time leave one current offer', async () => {
  const drafts = await Promise.all(Array.from({ length: 6 }, () => offer({ published: false })))
  const [first] = drafts
  expect(new Set(drafts.map(({ product_id }) => product_id)).size).toBe(1)
  await Promise.all(
    drafts.map(({ id }) =>
      inTransaction(async (trx) => {
        await trx.updateTable('deals').set({ published: true }).where('id', '=', id).execute()
        await sql`select pg_sleep(0.02)`.execute(trx)
      }),
    ),
  )
  expect(await currentOffers(first!.product_id)).toHaveLength(1)
})

test('deals without keys share neither product nor vendor, except for a vendor of the same name', async () => {
  const [one, two] = [await makeDeal({ title: 'Quillstack' }), await makeDeal({ title: 'Quillstack' })]
  expect(one.product_id).not.toBe(two.product_id)
  expect(one.vendor_id).toBe(two.vendor_id)
})
