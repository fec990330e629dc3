import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { describeMerge, mergeRecords } from '~/features/staff/merging/merge.server'
import { insertDeal, makeCategory, makeDeal, makePlatform, makeProduct } from '../factories'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')
const offersOf = (product_id: string) =>
  db.selectFrom('deals').selectAll().where('product_id', '=', product_id).orderBy('start_date').execute()
const productOf = (id: string) => db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

test('a merge moves every offer, leaves one current, and deletes the emptied product', async () => {
  const into = await makeDeal({ title: 'Murmurist', start_date: '2024-01-12' })
  const from = await makeDeal({ title: 'Murmurist AI', start_date: '2026-09-03', vendor_name: 'Vellum Audio' })
  const draft = await makeDeal({ product_id: from.product_id, published: false })
  await db.updateTable('products').set({ website_url: null }).execute()
  await db
    .updateTable('products')
    .set({ website_url: 'https://murmurist.example' })
    .where('id', '=', from.product_id)
    .execute()
  const admin = await makeAdmin()
  const described = await describeMerge(admin, 'product', from.product_id, into.product_id)
  expect(described).toMatchObject({ problem: undefined, canSwap: true })
  expect(described!.from).toMatchObject({ note: 'Vellum Audio', counts: '2 offers, 1 open, 0 reviews' })
  expect(described!.into).toMatchObject({ note: 'Northpane', counts: '1 offer, 1 open, 0 reviews' })
  expect(described!.says[0]).toBe('Moves to the product that stays: 2 offers, 1 open.')
  expect(described!.says.at(-1)).toBe('No address changes.')

  expect(await mergeRecords(admin, 'product', from.product_id, into.product_id)).toEqual({ outcome: 'merged' })
  const offers = await offersOf(into.product_id)
  expect(offers.map(({ id }) => id).sort()).toEqual([from.id, into.id, draft.id].sort())
  expect(offers.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([from.id])
  expect(offers.map(({ slug }) => slug).sort()).toEqual([from.slug, into.slug, draft.slug].sort())
  expect(offers.find(({ id }) => id === from.id)!.vendor_id).toBe(from.vendor_id)
  expect(await productOf(from.product_id)).toBeUndefined()
  expect(await productOf(into.product_id)).toMatchObject({
    name: 'Murmurist',
    vendor_id: into.vendor_id,
    website_url: 'https://murmurist.example',
  })
  const audit = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    actor_id: admin.id,
    action: 'product.merged',
    entity_type: 'product',
    entity_id: from.product_id,
    detail: { name: 'Murmurist AI', into: 'Murmurist', into_id: into.product_id, offers: 2, open: 1, reviews: 0 },
  })
})

test('a product without offers is merged too', async () => {
  const [from, into] = [await makeProduct(), await makeProduct()]
  expect(await mergeRecords(await makeAdmin(), 'product', from.id, into.id)).toEqual({ outcome: 'merged' })
  expect(await productOf(from.id)).toBeUndefined()
})

test('the remaining product keeps its own website', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  for (const { product_id } of [from, into]) {
    const website_url = `https://${product_id}.example`
    await db.updateTable('products').set({ website_url }).where('id', '=', product_id).execute()
  }
  await mergeRecords(await makeAdmin(), 'product', from.product_id, into.product_id)
  expect((await productOf(into.product_id))!.website_url).toBe(`https://${into.product_id}.example`)
})

test('an offer that is added or ends during a merge belongs to the remaining product, which has one current offer', async () => {
  const [category, platform, admin] = [await makeCategory(), await makePlatform(), await makeAdmin()]
  for (let round = 0; round < 12; round++) {
    const named = { title: `Tool ${round}`, vendor_name: `Vendor ${round}`, cta_url: `https://tool-${round}.example/` }
    const keys = { ...named, ...productKeys(named) }
    const [from, into] = [await makeDeal(keys), await makeDeal()]
    const start = { start_date: '2026-02-01', published: true, slug: randomUUID() }
    const row = { ...keys, ...start, category_id: category.id, platform_id: platform.id }
    const add = () => inTransaction((trx) => insertDeal(trx, row))
    const end = () =>
      inTransaction((trx) => trx.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', from.id).execute())
    const merge = () => mergeRecords(admin, 'product', from.product_id, into.product_id)
    await Promise.all([merge, round < 6 ? add : end].sort(() => (round % 2 ? 1 : -1)).map((work) => work()))

    const offers = await offersOf(into.product_id)
    expect(offers).toHaveLength(round < 6 ? 3 : 2)
    const current = offers.filter(({ is_current }) => is_current).map(({ slug }) => slug)
    expect(current).toEqual([round < 6 ? row.slug : into.slug])
    expect(await productOf(from.product_id)).toBeUndefined()
  }
})
