import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { productKeys } from '~/features/catalog/products/product-key'

const currentOffers = (productId: string) =>
  db
    .selectFrom('deals')
    .select('slug')
    .where('product_id', '=', productId)
    .where('is_current', '=', true)
    .execute()
    .then((rows) => rows.map(({ slug }) => slug))

const offer = (given: Parameters<typeof makeDeal>[0] = {}) => {
  const named = { title: 'Quillstack', vendor_name: 'Northpane Inc', cta_url: 'https://northpane.example/buy' }
  return makeDeal({ ...named, ...productKeys(named), ...given })
}

test('deals with the same title and vendor belong to one product, whose newest open offer is the current one', async () => {
  const ended = await offer({ start_date: '2025-01-01', end_date: '2025-02-01' })
  expect(await currentOffers(ended.product_id)).toEqual([ended.slug])
  const open = await offer({ start_date: '2024-01-01' })
  const draft = await offer({ published: false, start_date: '2026-03-01' })
  expect(open.product_id).toBe(ended.product_id)
  expect(draft.product_id).toBe(ended.product_id)
  expect(await currentOffers(ended.product_id)).toEqual([open.slug])

  await db.updateTable('deals').set({ published: true }).where('id', '=', draft.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([draft.slug])
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', draft.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([open.slug])
  await db.deleteFrom('deals').where('id', '=', open.id).execute()
  expect(await currentOffers(ended.product_id)).toEqual([draft.slug])
})

test('an open offer is current before a newer one that is not confirmed, until a check confirms that one', async () => {
  const old = await offer({ start_date: '2017-11-21', found_on: null })
  const open = await offer({ start_date: '2016-11-21' })
  expect(await currentOffers(old.product_id)).toEqual([open.slug])
  await db.updateTable('deals').set({ checked_at: new Date() }).where('id', '=', old.id).execute()
  expect(await currentOffers(old.product_id)).toEqual([old.slug])
})

test('of open offers that began on the same day, the one entered last is current', async () => {
  const entered = (day: string) => offer({ start_date: '2026-01-01', created_at: new Date(day) })
  const [late, early] = [await entered('2026-02-02'), await entered('2026-02-01')]
  expect(await currentOffers(early.product_id)).toEqual([late.slug])
})

test('a subscription is current only while no offer that is paid once is open', async () => {
  const once = await offer({ start_date: '2025-01-01' })
  const monthly = await offer({ start_date: '2026-01-01', deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(await currentOffers(once.product_id)).toEqual([once.slug])
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', once.id).execute()
  expect(await currentOffers(once.product_id)).toEqual([monthly.slug])
})

test('a product without offers is deleted, and a moved offer is the current one of its new product', async () => {
  const moved = await offer()
  const other = await makeDeal({ start_date: '2025-01-01' })
  await db.updateTable('deals').set({ product_id: other.product_id }).where('id', '=', moved.id).execute()
  expect(await currentOffers(other.product_id)).toEqual([moved.slug])
  const left = await db.selectFrom('products').select('id').where('id', '=', moved.product_id).execute()
  expect(left).toEqual([])
})

test('offers of one product that are published at the same time leave one current offer', async () => {
  const drafts = await Promise.all(Array.from({ length: 6 }, () => offer({ published: false })))
  const [first] = drafts
  expect(new Set(drafts.map(({ product_id }) => product_id)).size).toBe(1)
  await Promise.all(
    drafts.map(({ id }) =>
      inTransaction(async (trx) => {
        await trx.updateTable('deals').set({ published: true }).where('id', '=', id).execute()
        await sql`select pg_sleep(0.02)`.execute(trx)
      }),
    ),
  )
  expect(await currentOffers(first!.product_id)).toHaveLength(1)
})

test('deals without keys share neither product nor vendor, except for a vendor of the same name', async () => {
  const [one, two] = [await makeDeal({ title: 'Quillstack' }), await makeDeal({ title: 'Quillstack' })]
  expect(one.product_id).not.toBe(two.product_id)
  expect(one.vendor_id).toBe(two.vendor_id)
})
