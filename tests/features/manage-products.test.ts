import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findProductToEdit, productForm, saveProduct } from '~/features/catalog/products/save-product.server'
import { makeDeal, makeProfile, makeReview } from '../factories'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id

test('a product is shown with all its offers, drafts too, the latest first, and which one lists show', async () => {
  const first = await makeDeal({ start_date: '2024-01-01', deal_price: '49.00', status: 'EXPIRED' })
  const { product_id } = first
  const open = await makeDeal({ product_id, start_date: '2025-01-01' })
  const draft = await makeDeal({ product_id, start_date: '2026-01-01', published: false })
  await makeReview({ deal_id: open.id, status: 'APPROVED' })
  const product = (await findProductToEdit(product_id))!
  expect(product).toMatchObject({ name: first.title, vendor: { name: 'Northpane' }, counts: { offers: 3, reviews: 1 } })
  expect(product.offers.map(({ id, is_current }) => [id, is_current])).toEqual([
    [draft.id, false],
    [open.id, true],
    [first.id, false],
  ])
  expect(product.offers[2]).toMatchObject({ shown_status: 'EXPIRED', deal_price: '49.00', published: true })
  expect(await findProductToEdit(randomUUID())).toBeUndefined()
})

test('a product is renamed with an entry in the audit log, and its deals and its slug stay as they are', async () => {
  const deal = await makeDeal()
  const { version } = (await findProductToEdit(deal.product_id))!
  const before = await db.selectFrom('products').selectAll().executeTakeFirstOrThrow()
  const values = { name: 'Quillbox', website_url: 'https://quillbox.example/' }
  expect(await saveProduct(await manager(), deal.product_id, values, version)).toEqual({ id: deal.product_id })
  expect(await db.selectFrom('products').selectAll().executeTakeFirst()).toEqual({ ...before, ...values })
  const { title } = await db.selectFrom('deals').select('title').executeTakeFirstOrThrow()
  expect(title).toBe(deal.title)
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'product.updated', entity_type: 'product', entity_id: deal.product_id })
  expect(entry.detail).toMatchObject({ name: `${deal.title} → Quillbox` })
})

test('of two saves from the same form of a product at once, one is saved and the other learns of it', async () => {
  const { product_id } = await makeDeal()
  const { version } = (await findProductToEdit(product_id))!
  const actor = await manager()
  const saved = await Promise.all(
    ['One', 'Two'].map((name) => saveProduct(actor, product_id, { name, website_url: null }, version)),
  )
  expect(saved.map((one) => (one && 'status' in one ? one.status : 'saved')).sort()).toEqual([409, 'saved'])
  expect(await saveProduct(actor, randomUUID(), { name: 'One', website_url: null }, version)).toBeUndefined()
})

test('a product needs a name, and its website is a web address or empty', () => {
  const errorsOf = (form: Record<string, string>) =>
    productForm.safeParse(form).error?.issues.map(({ path }) => path[0])
  expect(errorsOf({ name: ' ', website_url: 'quillbox' })).toEqual(['name', 'website_url'])
  expect(productForm.parse({ name: ' Quillbox ', website_url: '' })).toEqual({ name: 'Quillbox', website_url: null })
})
