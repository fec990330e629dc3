import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import { compareProducts } from '~/features/catalog/products/compare-products.server'
import { findPlaceOfDeal } from '~/features/catalog/products/place-of-deal.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { moveOffer, OWN_PRODUCT } from '~/features/staff/merging/move-offer.server'
import { makeDeal, makeProfile } from '../factories'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id

function makeOffer(title: string, given: Parameters<typeof makeDeal>[0] = {}) {
  const vendor = { vendor_name: 'Vellum', cta_url: 'https://vellum.example/' }
  return makeDeal({ title, ...vendor, ...productKeys({ title, ...vendor }), ...given })
}
const productOf = async (id: string) => (await findPlaceOfDeal(id))?.product_id
const productIds = async () => (await db.selectFrom('products').select('id').execute()).map(({ id }) => id)
const currentIds = async () => {
  const deals = await db.selectFrom('deals').select('id').where('is_current', '=', true).orderBy('id').execute()
  return deals.map(({ id }) => id)
}

test('an offer moves to another product, both get their current offers, and the log says from where to where', async () => {
  const [stays, moves] = [await makeOffer('Murmurist'), await makeOffer('Murmurist')]
  const other = await makeOffer('Rankfield', { status: 'EXPIRED' })
  expect(moves.product_id).toBe(stays.product_id)
  const actor = await manager()
  const moved = await moveOffer(actor, moves.id, { from: stays.product_id, to: other.product_id })
  expect(moved).toEqual({ outcome: 'moved', product: { id: other.product_id, name: 'Rankfield' } })
  expect(await productOf(moves.id)).toBe(other.product_id)
  expect(await currentIds()).toEqual([stays.id, moves.id].sort())
  expect(await db.selectFrom('product_pairs').selectAll().execute()).toEqual([])
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'deal.moved', entity_id: moves.id, actor_id: actor })
  expect(entry.detail).toMatchObject({ title: 'Murmurist', from: 'Murmurist', to: 'Rankfield' })
})

test('a product without offers is deleted together with its suggested pairs', async () => {
  const [one, other] = [await makeOffer('Murmurist'), await makeOffer('Murmurist AI')]
  await compareProducts()
  await moveOffer(await manager(), other.id, { from: other.product_id, to: one.product_id })
  expect(await productIds()).toEqual([one.product_id])
  expect(await db.selectFrom('product_pairs').selectAll().execute()).toEqual([])
})

test('an offer that becomes a separate product is not suggested as the same again', async () => {
  const [stays, moves] = [await makeOffer('Murmurist'), await makeOffer('Murmurist')]
  const moved = await moveOffer(await manager(), moves.id, { from: stays.product_id, to: OWN_PRODUCT })
  expect(moved).toMatchObject({ outcome: 'moved', product: { name: 'Murmurist' } })
  expect(await productOf(moves.id)).not.toBe(stays.product_id)
  expect(await currentIds()).toEqual([stays.id, moves.id].sort())
  await compareProducts()
  const pairs = await db.selectFrom('product_pairs').select(['is_different', 'similarity']).execute()
  expect(pairs).toEqual([{ is_different: true, similarity: 1 }])
  const started = await db.selectFrom('products').selectAll().where('id', '<>', stays.product_id).executeTakeFirst()
  expect(started).toMatchObject({
    name: 'Murmurist',
    vendor_id: moves.vendor_id,
    website_url: 'https://vellum.example',
  })
})

test('an offer cannot move to a deleted product, to its own product, or to a new product if it is the only offer', async () => {
  const [deal, other] = [await makeOffer('Murmurist'), await makeOffer('Rankfield')]
  const [actor, from] = [await manager(), deal.product_id]
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  const refused = (reason: string) => ({ outcome: 'refused', reason })
  expect(await moveOffer(actor, deal.id, { from, to: other.product_id })).toEqual(
    refused('The chosen product no longer exists. Choose another one.'),
  )
  expect(await moveOffer(actor, deal.id, { from, to: from })).toEqual(
    refused('The offer belongs to this product already.'),
  )
  expect(await moveOffer(actor, deal.id, { from, to: OWN_PRODUCT })).toEqual(
    refused('It is the only offer of its product already.'),
  )
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
