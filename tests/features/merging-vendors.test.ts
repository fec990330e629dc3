import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { describeMerge, mergeRecords } from '~/features/staff/merging/merge.server'
import { insertDeal, makeCategory, makeDeal, makePlatform } from '../factories'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')
const offerOf = (vendor_name: string, title = `Tool ${randomUUID()}`) =>
  makeDeal({ title, vendor_name, ...productKeys({ title, vendor_name, cta_url: 'https://vendor.example/' }) })
const vendors = () => db.selectFrom('vendors').selectAll().orderBy('name').execute()

test('a merge moves deals, products and names, redirects every address and leaves the vendor names of deals unchanged', async () => {
  const from = await offerOf('Moorline')
  const into = await offerOf('Halden')
  await db.updateTable('vendors').set({ slug: 'moorline-labs' }).where('id', '=', from.vendor_id).execute()
  const admin = await makeAdmin()
  const described = await describeMerge(admin, 'vendor', from.vendor_id, into.vendor_id)
  expect(described!.problem).toBeUndefined()
  expect(described!.from.counts).toBe('1 deal, 1 product, 1 name for imports')
  expect(described!.says).toContain('/vendors/moorline-labs and /vendors/moorline redirect to /vendors/halden.')

  expect(await mergeRecords(admin, 'vendor', from.vendor_id, into.vendor_id)).toEqual({ outcome: 'merged' })
  const deals = await db.selectFrom('deals').select(['vendor_id', 'vendor_name']).orderBy('vendor_name').execute()
  expect(deals).toEqual([
    { vendor_id: into.vendor_id, vendor_name: 'Halden' },
    { vendor_id: into.vendor_id, vendor_name: 'Moorline' },
  ])
  const products = await db.selectFrom('products').select('vendor_id').execute()
  expect(products.map(({ vendor_id }) => vendor_id)).toEqual([into.vendor_id, into.vendor_id])
  const redirects = await db.selectFrom('vendor_redirects').selectAll().orderBy('slug').execute()
  expect(redirects).toEqual(['moorline', 'moorline-labs'].map((slug) => ({ slug, vendor_id: into.vendor_id })))
  expect((await offerOf('Moorline Inc')).vendor_id).toBe(into.vendor_id)
  expect((await vendors()).map(({ name }) => name)).toEqual(['Halden'])
  const audit = await db.selectFrom('audit_log').select(['action', 'detail']).executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'vendor.merged', detail: { name: 'Moorline', into: 'Halden', deals: 1 } })
})

test('a deal added during the merge of its vendor belongs to the remaining vendor', async () => {
  const [category, platform, admin] = [await makeCategory(), await makePlatform(), await makeAdmin()]
  const into = await offerOf('Halden')
  for (let round = 0; round < 5; round++) {
    const vendor_name = `Moorline ${round}`
    const from = await offerOf(vendor_name)
    const add = (title: string) => {
      const cta_url = 'https://vendor.example/'
      const values = { title, slug: randomUUID(), vendor_name, cta_url, start_date: '2026-01-01', published: true }
      const places = { category_id: category.id, platform_id: platform.id }
      const row = { ...values, ...places, ...productKeys(values) }
      return inTransaction((trx) => insertDeal(trx, row))
    }
    await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => add(`New ${round} ${i}`)),
      mergeRecords(admin, 'vendor', from.vendor_id, into.vendor_id),
      ...Array.from({ length: 4 }, (_, i) => add(`Newer ${round} ${i}`)),
    ])
  }
  const deals = await db.selectFrom('deals').select('vendor_id').execute()
  expect(deals).toHaveLength(46)
  expect(new Set(deals.map(({ vendor_id }) => vendor_id))).toEqual(new Set([into.vendor_id]))
})
