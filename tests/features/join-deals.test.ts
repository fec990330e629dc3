import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { deleteEmptyVendors, joinDeals } from '~/features/catalog/products/join-deals.server'
import { refreshOffers } from '~/features/catalog/products/refresh-offers.server'

const unkeyed = (given: Parameters<typeof makeDeal>[0]) =>
  makeDeal({ title: 'Quillstack', cta_url: 'https://quillstack.example/pricing', ...given })

const reload = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('deals without keys join the product of the oldest with the same title and vendor, and nothing is left over', async () => {
  const first = await unkeyed({ vendor_name: 'Northpane', start_date: '2024-11-20', end_date: '2024-12-01' })
  const second = await unkeyed({ vendor_name: 'Northpane, Inc.' })
  const other = await unkeyed({ vendor_name: 'Quietworks', title: 'Inkwell' })
  expect(new Set([first, second, other].map(({ product_id }) => product_id)).size).toBe(3)

  expect(await joinDeals()).toBe(3)
  await deleteEmptyVendors()
  const [a, b, c] = await Promise.all([first, second, other].map(({ id }) => reload(id)))
  expect(b!.product_id).toBe(a!.product_id)
  expect(b!.vendor_id).toBe(a!.vendor_id)
  expect(c!.product_id).not.toBe(a!.product_id)
  expect([a!.is_current, b!.is_current, c!.is_current]).toEqual([false, true, true])
  const products = await db.selectFrom('products').select(['id', 'website_url']).execute()
  expect(products.map(({ id }) => id).sort()).toEqual([a!.product_id, c!.product_id].sort())
  const vendors = await db.selectFrom('vendors').select('id').execute()
  expect(vendors.map(({ id }) => id).sort()).toEqual([a!.vendor_id, c!.vendor_id].sort())
  expect(await joinDeals()).toBe(0)
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
