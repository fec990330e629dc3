import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { makeDeal } from '../factories'

async function pricesOf(dealId: string) {
  const points = await db
    .selectFrom('deal_price_points')
    .select(['original_price', 'deal_price', 'currency'])
    .where('deal_id', '=', dealId)
    .orderBy('id')
    .execute()
  return points.map(({ original_price, deal_price, currency }) => [original_price, deal_price, currency])
}

test('every change of price or currency is recorded once', async () => {
  const { id } = await makeDeal({ deal_price: '59.00', original_price: '468.00' })
  const change = (values: { deal_price?: string; currency?: string; title?: string }) =>
    db.updateTable('deals').set(values).where('id', '=', id).execute()

  await change({ deal_price: '49.50' })
  await change({ deal_price: '49.50', title: 'Another title' })
  await change({ currency: 'EUR' })

  expect(await pricesOf(id)).toEqual([
    ['468.00', '59.00', 'USD'],
    ['468.00', '49.50', 'USD'],
    ['468.00', '49.50', 'EUR'],
  ])
})

test('the price history of a deal with only an original price starts with that price', async () => {
  const { id } = await makeDeal({ original_price: '468.00' })
  expect(await pricesOf(id)).toEqual([['468.00', null, 'USD']])
  expect((await findPriceHistory(id)).points).toMatchObject([
    { original_price: '468.00', deal_price: null, currency: 'USD' },
  ])

  const deal = { deal_price: '59.00', original_price: null }
  await db.updateTable('deals').set(deal).where('id', '=', id).execute()
  expect(await pricesOf(id)).toEqual([
    ['468.00', null, 'USD'],
    [null, '59.00', 'USD'],
  ])
})

test('the price history starts when a deal gets an original price later', async () => {
  const { id } = await makeDeal()
  await db.updateTable('deals').set({ original_price: '468.00' }).where('id', '=', id).execute()
  expect(await pricesOf(id)).toEqual([['468.00', null, 'USD']])
})

test('a deal without a price has no price history', async () => {
  const { id } = await makeDeal()
  expect(await pricesOf(id)).toEqual([])
})

test('old slugs redirect to a renamed deal and are marked as gone when the deal is deleted', async () => {
  const { id } = await makeDeal({ slug: 'first-name', title: 'Quillstack' })
  await db.updateTable('deals').set({ slug: 'second-name' }).where('id', '=', id).execute()
  const redirects = () => db.selectFrom('deal_redirects').select(['slug', 'deal_id', 'title']).orderBy('slug').execute()
  expect(await redirects()).toEqual([{ slug: 'first-name', deal_id: id, title: 'Quillstack' }])

  await db.deleteFrom('deals').where('id', '=', id).execute()
  expect(await redirects()).toEqual([
    { slug: 'first-name', deal_id: null, title: 'Quillstack' },
    { slug: 'second-name', deal_id: null, title: 'Quillstack' },
  ])
})

test('drafts leave no slug redirect behind', async () => {
  const { id } = await makeDeal({ published: false })
  await db.updateTable('deals').set({ slug: 'other' }).where('id', '=', id).execute()
  await db.deleteFrom('deals').where('id', '=', id).execute()
  expect(await db.selectFrom('deal_redirects').selectAll().execute()).toEqual([])
})

test('the audit log is append-only', async () => {
  const entry = { action: 'role.changed', entity_type: 'profile' }
  const { id } = await db.insertInto('audit_log').values(entry).returning('id').executeTakeFirstOrThrow()
  await expect(db.updateTable('audit_log').set({ action: 'nothing' }).where('id', '=', id).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db.deleteFrom('audit_log').where('id', '=', id).execute()).rejects.toThrow('append-only')
})
