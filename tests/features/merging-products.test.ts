import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { compareProducts } from '~/features/catalog/products/compare-products.server'
import { listOtherProducts } from '~/features/catalog/products/other-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { describeMerge, mergeRecords } from '~/features/staff/merging/merge.server'
import { insertDeal, makeCategory, makeDeal, makePlatform, makeProduct, makeReview } from '../factories'
import { makeProductPair } from '../staff-factories'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')
const offersOf = (product_id: string) =>
  db.selectFrom('deals').selectAll().where('product_id', '=', product_id).orderBy('start_date').execute()
const productOf = (id: string) => db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

test('a merge moves every offer, leaves one current, and deletes the emptied product', async () => {
  const into = await makeDeal({ title: 'Murmurist', start_date: '2024-01-12' })
  const from = await makeDeal({ title: 'Murmurist AI', start_date: '2026-09-03', vendor_name: 'Vellum Audio' })
  const draft = await makeDeal({ product_id: from.product_id, published: false })
  await db.updateTable('products').set({ compared_at: new Date(), website_url: null }).execute()
  await db
    .updateTable('products')
    .set({ website_url: 'https://murmurist.example' })
    .where('id', '=', from.product_id)
    .execute()
  const admin = await makeAdmin()
  const described = await describeMerge(admin, 'product', from.product_id, into.product_id)
  expect(described).toMatchObject({ lead: 'Different vendors', problem: undefined, canSwap: true })
  expect(described!.rows).toEqual([
    { what: 'Offers', stays: '1', goes: '2', after: '3' },
    { what: 'Open offers', stays: '1', goes: '1', after: '2' },
    { what: 'Reviews', stays: '0', goes: '0', after: '0' },
    { what: 'Suggestions', stays: '0', goes: '0', after: '0' },
    { what: 'Vendors differ', stays: 'Northpane', goes: 'Vellum Audio', after: 'Northpane' },
  ])
  expect(JSON.stringify(described)).toContain('2 offers, drafts included, with reviews, prices and clicks')

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
    compared_at: null,
  })
  const audit = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    actor_id: admin.id,
    action: 'product.merged',
    entity_type: 'product',
    entity_id: from.product_id,
    detail: {
      name: 'Murmurist AI',
      vendor: 'Vellum Audio',
      into: 'Murmurist',
      offers: 2,
      reviews: 0,
      decided_pairs: 0,
    },
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

test('reviews stay with their offers, and the rating of the merged product is that of a recount', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  for (const [deal, rating] of [
    [from, 5],
    [from, 2],
    [into, 4],
  ] as const) {
    await makeReview({ deal_id: deal.id, rating, status: 'APPROVED' })
  }
  await makeReview({ deal_id: from.id, rating: 1 })
  const described = await describeMerge(await makeAdmin(), 'product', from.product_id, into.product_id)
  expect(described!.result).toEqual({ what: 'Rating', stays: '4.0', goes: '3.5', after: '3.7' })

  await mergeRecords(await makeAdmin(), 'product', from.product_id, into.product_id)
  const reviews = await db.selectFrom('reviews').select('deal_id').where('status', '=', 'APPROVED').execute()
  expect(reviews.filter(({ deal_id }) => deal_id === from.id)).toHaveLength(2)
  const { rows } = await sql<{ kept: object; counted: object }>`
    select jsonb_build_array(sum(review_count), sum(rating_sum)) as kept, (
        select jsonb_build_array(count(*), sum(rating)) from reviews join deals on deals.id = deal_id
        where product_id = ${into.product_id} and reviews.status = 'APPROVED'
      ) as counted
    from deals where product_id = ${into.product_id}`.execute(db)
  expect(rows[0]!.kept).toEqual([3, 11])
  expect(rows[0]!.kept).toEqual(rows[0]!.counted)
})

const pairs = () => db.selectFrom('product_pairs').selectAll().execute()
async function makePair(a: string, b: string, similarity: number, decider?: string) {
  const decision = decider ? { is_different: true, decided_by: decider, decided_at: new Date('2026-11-01') } : {}
  await makeProductPair(a, b, { similarity, ...decision })
}

test('pairs move, a decision wins over a suggestion, and the pair of the two products is deleted', async () => {
  const [from, into, both, waiting, settled, kept] = (
    await Promise.all(Array.from({ length: 6 }, () => makeDeal()))
  ).map(({ product_id }) => product_id) as [string, string, string, string, string, string]
  const [earlier, later] = [(await makeAdmin()).id, (await makeAdmin()).id]
  await makePair(from, into, 0.88)
  await makePair(from, waiting, 0.7)
  await makePair(from, settled, 0.8, earlier)
  await makePair(into, settled, 0.9)
  await makePair(from, kept, 0.6)
  await makePair(into, kept, 0.5, later)
  await makePair(from, both, 0.7)
  await makePair(into, both, 0.9)
  const described = (await describeMerge(await makeAdmin(), 'product', from, into))!
  expect(described.pair).toEqual({ isSuggested: true, isDifferent: false })
  expect(described.lead).toBe('88% alike, same vendor')
  expect(described.rows).toContainEqual({ what: 'Suggestions', stays: '2', goes: '3', after: '2' })
  expect(described.fates[0]!.lines).toContain('1 decision that a pair is not the same')

  await mergeRecords(await makeAdmin(), 'product', from, into)
  const found = new Map(
    (await pairs()).map((pair) => [pair.product_id === into ? pair.other_id : pair.product_id, pair]),
  )
  expect(new Set(found.keys())).toEqual(new Set([waiting, settled, kept, both]))
  for (const [other, similarity, is_different, decided_by] of [
    [waiting, 0.7, false, null],
    [settled, 0.9, true, earlier],
    [kept, 0.6, true, later],
    [both, 0.9, false, null],
  ] as const) {
    expect(found.get(other)).toMatchObject({ is_different, decided_by })
    expect(found.get(other)!.similarity).toBeCloseTo(similarity)
  }
  await compareProducts()
  expect((await pairs()).filter(({ is_different }) => is_different)).toHaveLength(2)
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

test('the other product is found by id, slug or name in any case, and otherwise by a part of the name', async () => {
  const mine = await makeDeal({ title: 'Quillstack' })
  const same = await makeDeal({ title: 'QUILLSTACK' })
  const part = await makeDeal({ title: 'Quillstack 100% Pro' })
  const find = async (words: string) =>
    (await listOtherProducts(mine.product_id, words)).map(({ id, is_named }) => [id, is_named])
  expect(await find(part.product_id)).toEqual([[part.product_id, true]])
  expect(await find((await productOf(part.product_id))!.slug)).toEqual([[part.product_id, true]])
  expect(new Set((await find('quillstack')).map(([id]) => id))).toEqual(new Set([mine.product_id, same.product_id]))
  expect(await find('quillst')).toEqual([
    [same.product_id, false],
    [part.product_id, false],
  ])
  expect(await find('100%')).toEqual([[part.product_id, false]])
  expect(await find('0%0')).toEqual([])
  expect(await find('')).toEqual([])
  await makePair(mine.product_id, part.product_id, 0.7)
  expect(await find('')).toEqual([[part.product_id, false]])
})
