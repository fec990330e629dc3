import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { compareProducts, mayBeSame } from '~/features/catalog/products/compare-products.server'
import { productKeys } from '~/features/catalog/products/product-key'

async function makeOffer(title: string, vendor_name: string, cta_url: string) {
  return makeDeal({ title, vendor_name, cta_url, ...productKeys({ title, vendor_name, cta_url }) })
}

const pairs = () => db.selectFrom('product_pairs').select(['product_id', 'other_id', 'similarity']).execute()

const inOrder = (...deals: { product_id: string }[]) => deals.map(({ product_id }) => product_id).sort()

test('products with similar titles of the same vendor or link are suggested once, and nothing is joined', async () => {
  const first = await makeOffer('Quillstack Notes', 'Northpane', 'https://quillstack.example/')
  const sameVendor = await makeOffer('Quillstack Notes Pro', 'Northpane Inc.', 'https://northpane.example/pro')
  await makeOffer('Inkwell', 'Northpane', 'https://northpane.example/inkwell')
  await makeOffer('Quillstack Notes Pro', 'Quietworks', 'https://quietworks.example/')
  expect(await compareProducts()).toBe(4)
  const [pair, ...rest] = await pairs()
  expect(rest).toEqual([])
  expect([pair!.product_id, pair!.other_id]).toEqual(inOrder(first, sameVendor))
  expect(pair!.similarity).toBeGreaterThanOrEqual(0.6)
  expect(first.product_id).not.toBe(sameVendor.product_id)

  const sameLink = await makeOffer('Quillstack Notes 2', 'Quill Labs', 'https://www.quillstack.example/buy?ref=x')
  expect(await compareProducts()).toBe(1)
  const found = await pairs()
  expect(found).toHaveLength(2)
  expect(found.map(({ product_id, other_id }) => [product_id, other_id])).toContainEqual(inOrder(first, sameLink))
  expect(await compareProducts()).toBe(0)
})

test('titles below a similarity of 0.6 are not suggested', async () => {
  const offers = [
    await makeOffer('Quillstack Notes', 'Northpane', 'https://quillstack.example/'),
    await makeOffer('Quillstack Novels', 'Northpane', 'https://northpane.example/'),
  ]
  const { rows } = await sql<{ likeness: number }>`
    select similarity(${offers[0]!.title_key}, ${offers[1]!.title_key}) as likeness`.execute(db)
  expect(rows[0]!.likeness).toBeGreaterThan(0.5)
  expect(rows[0]!.likeness).toBeLessThan(0.6)
  await compareProducts()
  expect(await pairs()).toEqual([])
})

test('a pair that staff called different keeps that decision when its products are compared again', async () => {
  await makeOffer('Quillstack Notes', 'Northpane', 'https://quillstack.example/')
  await makeOffer('Quillstack Notes Pro', 'Northpane', 'https://quillstack.example/pro')
  await compareProducts()
  await db.updateTable('product_pairs').set({ is_different: true }).execute()
  await db.updateTable('products').set({ compared_at: null }).execute()
  expect(await compareProducts()).toBe(2)
  const decided = await db.selectFrom('product_pairs').select('is_different').execute()
  expect(decided).toEqual([{ is_different: true }])
})

test('an equal title is suggested when one vendor is only a store, not when two vendors are named', async () => {
  const inStore = await makeOffer('Quillstack', 'apps.apple.com', 'https://apps.apple.com/app/id1000001')
  const onSite = await makeOffer('Quillstack', 'Northpane', 'https://northpane.example/')
  await makeOffer('Inkwell', 'Northpane', 'https://northpane.example/')
  await makeOffer('Inkwell', 'Quietworks', 'https://quietworks.example/')
  await compareProducts()
  expect((await pairs()).map(({ product_id, other_id }) => [product_id, other_id])).toEqual([inOrder(inStore, onSite)])
})

test('equal titles may be one product when both sites are named like it', () => {
  const site = (link_key: string | null) => ({ vendor_key: 'northpane', link_key })
  expect(mayBeSame('quill stack', site('quillstack.app'), site('getquillstack.com'))).toBe(true)
  expect(mayBeSame('quill stack', site('quillstack.app'), site('northpane.com'))).toBe(false)
  expect(mayBeSame('quill stack', site('quillstack.app'), site(null))).toBe(false)
  expect(mayBeSame('quill stack', site('quillstack.app'), site('github.com/anna/quillstack'))).toBe(false)
})

test('more products than one batch holds are compared in one call', async () => {
  for (let n = 0; n < 120; n++)
    await makeOffer(`Tool ${String.fromCharCode(97 + (n % 26)).repeat(9)} ${n}`, `Maker ${n}`, 'https://bit.ly/x')
  expect(await compareProducts()).toBe(120)
})

test('a call that ran out of time goes on at the next one', async () => {
  for (let n = 0; n < 120; n++) await makeOffer(`Tool ${n}`, `Maker ${n}`, 'https://bit.ly/x')
  expect(await compareProducts({ seconds: 0 })).toBe(100)
  expect(await compareProducts({ seconds: 0 })).toBe(20)
})
