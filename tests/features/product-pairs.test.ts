import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { compareProducts } from '~/features/catalog/products/compare-products.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { countSuggestedPairs, listSuggestedPairs, tellApart } from '~/features/catalog/products/product-pairs.server'
import { makeDeal, makeProfile } from '../factories'
import { makeProductPair } from '../staff-factories'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id

function makeOffer(title: string, vendor_name: string, cta_url: string) {
  return makeDeal({ title, vendor_name, cta_url, ...productKeys({ title, vendor_name, cta_url }) })
}

const suggest = (one: string, other: string, similarity: number) => makeProductPair(one, other, { similarity })

test('suggestions are the most alike first, keep the product with more offers and say why the two are alike', async () => {
  const small = await makeOffer('Murmurist AI', 'Vellum', 'https://murmurist-ai.example/')
  const large = await makeOffer('Murmurist', 'Vellum', 'https://murmurist.example/')
  await makeDeal({ title: 'Murmurist', vendor_name: 'Vellum', product_id: large.product_id })
  const linked = await makeOffer('Murmurist Studio', 'Plotwise', 'https://murmurist.example/studio')
  const named = await makeOffer('Murmurist', 'Somebody', 'https://other.example/')
  await suggest(small.product_id, large.product_id, 0.7)
  await suggest(linked.product_id, large.product_id, 0.8)
  await suggest(named.product_id, small.product_id, 1)
  await suggest(named.product_id, linked.product_id, 0.6)

  const pairs = await listSuggestedPairs({ limit: 10 })
  expect(pairs.map(({ why }) => why)).toEqual(['same name', 'same link', 'same vendor', 'similar name'])
  expect(pairs[2]).toMatchObject({
    keep: { name: 'Murmurist', vendor: 'Vellum', offers: 2, reviews: 0 },
    other: { name: 'Murmurist AI', offers: 1 },
  })
  expect(await listSuggestedPairs({ limit: 1, offset: 1 })).toEqual([pairs[1]])
  expect(await listSuggestedPairs({ limit: 10, of: linked.product_id })).toEqual([pairs[1], pairs[3]])
  expect(await countSuggestedPairs()).toBe(4)
})

test('two products that are not the same are told apart once, for good, with one entry in the audit log', async () => {
  const one = await makeOffer('Murmurist', 'Vellum', 'https://murmurist.example/')
  const other = await makeOffer('Murmurist 2', 'Vellum', 'https://murmurist.example/')
  await compareProducts()
  expect(await countSuggestedPairs()).toBe(1)

  const actor = await manager()
  const told = await Promise.all([
    tellApart(actor, one.product_id, other.product_id),
    tellApart(actor, other.product_id, one.product_id),
  ])
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(await listSuggestedPairs({ limit: 10 })).toEqual([])
  await db.updateTable('products').set({ compared_at: null }).execute()
  await compareProducts()
  expect(await countSuggestedPairs()).toBe(0)

  const pair = await db.selectFrom('product_pairs').selectAll().executeTakeFirstOrThrow()
  expect(pair).toMatchObject({ is_different: true, decided_by: actor, decided_at: expect.any(Date) })
  const entries = await db.selectFrom('audit_log').select(['action', 'entity_id']).execute()
  expect(entries).toEqual([{ action: 'product.told-apart', entity_id: pair.product_id }])
})

test('telling apart products that were never suggested, or are gone, changes nothing', async () => {
  const one = await makeOffer('Murmurist', 'Vellum', 'https://murmurist.example/')
  const other = await makeOffer('Rankfield', 'Plotwise', 'https://rankfield.example/')
  expect(await tellApart(await manager(), one.product_id, other.product_id)).toBeUndefined()
  await suggest(one.product_id, other.product_id, 0.7)
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  expect(await tellApart(await manager(), one.product_id, other.product_id)).toBeUndefined()
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
})

test('an equal title at another ending of the same site is suggested, for staff to merge', async () => {
  for (const host of ['proxyman.io', 'proxyman.com'])
    await makeOffer('Proxyman', `Vendor of ${host}`, `https://${host}/`)
  await compareProducts()
  expect(await listSuggestedPairs({ limit: 10 })).toMatchObject([{ similarity: 1, why: 'same name' }])
})
