import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { isLowestOf, isLowestOnRecord, lowestPrice, priceCurve } from '~/features/catalog/price-history/price-history'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { plotPoints } from '~/ui/chart'
import { makeDeal } from '../factories'

const at = (day: number, deal_price: string | null, currency = 'USD') => ({
  deal_price,
  deal_price_period: 'ONCE' as const,
  currency,
  recorded_at: new Date(Date.UTC(2026, 0, day)),
})

test('the lowest price is compared only within the current currency', () => {
  expect(lowestPrice([at(1, '9.00', 'EUR'), at(2, '100.00'), at(3, '59.00')])).toBe('59.00')
  expect(lowestPrice([at(1, null)])).toBeUndefined()
  expect(lowestPrice([])).toBeUndefined()
})

test('prices paid every month are not compared with those paid once', () => {
  const monthly = { ...at(1, '5.00'), deal_price_period: 'MONTH' as const }
  expect(lowestPrice([monthly, at(2, '100.00')])).toBe('100.00')
  expect(lowestPrice([at(1, '1.00'), monthly])).toBe('5.00')
})

test('a price is not the lowest while another offer of the product was lower', () => {
  const range = { lowest: '59.00', highest: '99.00', lowest_of_others: null }
  expect(isLowestOf('59.00', range)).toBe(true)
  expect(isLowestOf('59.00', { ...range, lowest_of_others: '79.00' })).toBe(true)
  expect(isLowestOf('59.00', { ...range, lowest_of_others: '49.00' })).toBe(false)
})

test('a price is the lowest on record only if it was higher before', () => {
  expect(isLowestOnRecord([at(1, '99.00'), at(2, '59.00')])).toBe(true)
  expect(isLowestOnRecord([at(1, '59.00'), at(2, '99.00')])).toBe(false)
  expect(isLowestOnRecord([at(1, '59.00')])).toBe(false)
  expect(isLowestOnRecord([at(1, '99.00'), at(2, null)])).toBe(false)
})

const day = (number: number) => Date.UTC(2026, 0, number)

test('the price chart keeps each price until the next one, and the last one until now', () => {
  const curve = priceCurve([at(1, '100.00'), at(6, '50.00')], new Date(day(11)))
  expect(curve).toEqual([
    { x: day(1), value: 1_000_000 },
    { x: day(6), value: 500_000 },
    { x: day(11), value: 500_000 },
  ])
  expect(plotPoints(curve, { top: 1_000_000, isStep: true }).line).toBe('M0,0L500,0L500,150L1000,150L1000,150')
  expect(priceCurve([], new Date())).toEqual([])
})

test('the price chart ends when the price is removed', () => {
  const curve = priceCurve([at(1, '100.00'), at(6, null)], new Date(day(11)))
  expect(curve).toEqual([
    { x: day(1), value: 1_000_000 },
    { x: day(6), value: 1_000_000 },
  ])
  expect(plotPoints(curve, { top: 1_000_000, end: day(11), isStep: true }).dot).toEqual({ x: '50%', y: '0%' })
})

test('the price record stores how the original price is paid, and a change of that', async () => {
  const { id } = await makeDeal({ original_price: '12.00', deal_price: '59.00', regular_price_period: 'MONTH' })
  const unpriced = await makeDeal({ deal_price: '9.00' })
  for (const deal of [id, unpriced.id]) {
    await db.updateTable('deals').set({ regular_price_period: 'YEAR' }).where('id', '=', deal).execute()
  }
  const recorded = (await findPriceHistory(id)).points.map((point) => [
    point.original_price,
    point.regular_price_period,
  ])
  expect(recorded).toEqual([
    ['12.00', 'MONTH'],
    ['12.00', 'YEAR'],
  ])
  expect((await findPriceHistory(unpriced.id)).points).toHaveLength(1)
})
