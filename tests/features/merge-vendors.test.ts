import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { productKeys } from '~/features/products/product-key'
import { describeVendorMerge, mergeVendors } from '~/features/vendors/merge-vendors.server'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id
const offerOf = (vendor_name: string, title = `Tool ${randomUUID()}`) =>
  makeDeal({ title, vendor_name, ...productKeys({ title, vendor_name, cta_url: 'https://vendor.example/' }) })
const vendors = () => db.selectFrom('vendors').selectAll().orderBy('name').execute()

test('a merge moves deals, products and names, redirects every address and leaves what was typed', async () => {
  const from = await offerOf('Moorline')
  const into = await offerOf('Halden')
  await db.updateTable('products').set({ compared_at: new Date() }).execute()
  await db.updateTable('vendors').set({ slug: 'moorline-labs' }).where('id', '=', from.vendor_id).execute()
  const side = await describeVendorMerge(from.vendor_id, 'halden')
  expect(side).toMatchObject({ from: { deals: 1, products: 1, names: 1 }, into: { deals: 1 }, problem: undefined })

  expect(await mergeVendors(await manager(), from.vendor_id, into.vendor_id)).toEqual({ outcome: 'merged' })
  const deals = await db.selectFrom('deals').select(['vendor_id', 'vendor_name']).orderBy('vendor_name').execute()
  expect(deals).toEqual([
    { vendor_id: into.vendor_id, vendor_name: 'Halden' },
    { vendor_id: into.vendor_id, vendor_name: 'Moorline' },
  ])
  const products = await db.selectFrom('products').select(['id', 'vendor_id', 'compared_at']).execute()
  expect(products.map(({ vendor_id }) => vendor_id)).toEqual([into.vendor_id, into.vendor_id])
  expect(products.filter(({ compared_at }) => compared_at === null).map(({ id }) => id)).toEqual([from.product_id])
  const redirects = await db.selectFrom('vendor_redirects').selectAll().orderBy('slug').execute()
  expect(redirects).toEqual(['moorline', 'moorline-labs'].map((slug) => ({ slug, vendor_id: into.vendor_id })))
  expect((await offerOf('Moorline Inc')).vendor_id).toBe(into.vendor_id)
  expect((await vendors()).map(({ name }) => name)).toEqual(['Halden'])
  const audit = await db.selectFrom('audit_log').select(['action', 'detail']).executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'vendor.merged', detail: { name: 'Moorline', into: 'Halden', deals: 1 } })
})

test('a vendor is not merged into itself, and an unknown one is missing', async () => {
  const { vendor_id } = await offerOf('Moorline')
  expect(await mergeVendors(await manager(), vendor_id, vendor_id)).toEqual({
    outcome: 'refused',
    reason: 'A vendor cannot be merged into itself.',
  })
  expect(await mergeVendors(await manager(), randomUUID(), vendor_id)).toEqual({ outcome: 'missing' })
})

test('of two merges at once in both directions exactly one happens', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await offerOf(`One ${round}`), await offerOf(`Other ${round}`)]
    const actor = await manager()
    const merged = await Promise.all([
      mergeVendors(actor, one.vendor_id, other.vendor_id),
      mergeVendors(actor, other.vendor_id, one.vendor_id),
    ])
    expect(merged.filter(({ outcome }) => outcome === 'merged')).toHaveLength(1)
    const left = await db.selectFrom('deals').select('vendor_id').where('id', 'in', [one.id, other.id]).execute()
    expect(new Set(left.map(({ vendor_id }) => vendor_id)).size).toBe(1)
  }
})

test('a deal that is added while its vendor is merged belongs to the vendor that stays', async () => {
  const [category, platform, actor] = [await makeCategory(), await makePlatform(), await manager()]
  const into = await offerOf('Halden')
  for (let round = 0; round < 5; round++) {
    const vendor_name = `Moorline ${round}`
    const from = await offerOf(vendor_name)
    const add = (title: string) => {
      const cta_url = 'https://vendor.example/'
      const values = { title, slug: randomUUID(), vendor_name, cta_url, start_date: '2026-01-01', published: true }
      const places = { category_id: category.id, platform_id: platform.id }
      const row = { ...values, ...places, ...productKeys(values) }
      return inTransaction((trx) => trx.insertInto('deals').values(row).execute())
    }
    await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => add(`New ${round} ${i}`)),
      mergeVendors(actor, from.vendor_id, into.vendor_id),
      ...Array.from({ length: 4 }, (_, i) => add(`Newer ${round} ${i}`)),
    ])
  }
  const deals = await db.selectFrom('deals').select('vendor_id').execute()
  expect(deals).toHaveLength(46)
  expect(new Set(deals.map(({ vendor_id }) => vendor_id))).toEqual(new Set([into.vendor_id]))
})
