import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertDeals, makeCategory, makeDeal, makePlatform, makeVendor } from '#tests/factories'
import { listJobs } from '#tests/jobs'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { followVendorNames } from '~/features/catalog/products/find-or-create-vendors.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { deleteEmptyVendors, refreshOffers } from '~/features/catalog/products/product-tasks.server'

const keyed = (given: { title?: string; vendor_name: string; cta_url?: string } & Parameters<typeof makeDeal>[0]) => {
  const deal = { title: 'Quillstack', cta_url: 'https://quillstack.example/pricing', ...given }
  return makeDeal({ ...deal, ...productKeys(deal) })
}

const reload = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('new deals join the product of the newest deal with the same title and vendor or link', async () => {
  const first = await keyed({ vendor_name: 'Northpane', start_date: '2024-11-20', end_date: '2024-12-01' })
  const second = await keyed({ vendor_name: 'Northpane, Inc.' })
  const byLink = await keyed({ vendor_name: 'Halden' })
  const other = await keyed({ vendor_name: 'Quietworks', title: 'Inkwell' })
  const [a, b, c, d] = await Promise.all([first, second, byLink, other].map(({ id }) => reload(id)))
  expect([b!.product_id, b!.vendor_id]).toEqual([a!.product_id, a!.vendor_id])
  expect(c!.product_id).toBe(a!.product_id)
  expect(c!.vendor_id).not.toBe(a!.vendor_id)
  expect(d!.product_id).not.toBe(a!.product_id)
  expect([a!.is_current, d!.is_current]).toEqual([false, true])
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
  expect(await listJobs('compare_products')).toHaveLength(1)
})

test('vendors whose names make the same slug get different ones, also where a former slug redirects', async () => {
  const vendors = [await makeVendor({ name: 'Cloud Base', slug: 'cloud-base' })]
  await db.insertInto('vendor_redirects').values({ slug: 'moorline', vendor_id: vendors[0]!.id }).execute()
  await keyed({ vendor_name: 'Moorline', title: 'One' })
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
  const deal = await keyed({ vendor_name: 'Northpane' })
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
