import { expect, test } from 'vitest'
import { isLowestOnRecord, lowestPrice, stepChart } from '~/features/price-history/price-history'

const at = (day: number, deal_price: string | null, currency = 'USD') => ({
  deal_price,
  currency,
  recorded_at: new Date(Date.UTC(2026, 0, day)),
})

test('the lowest price is compared only within the current currency', () => {
  expect(lowestPrice([at(1, '9.00', 'EUR'), at(2, '100.00'), at(3, '59.00')])).toBe('59.00')
  expect(lowestPrice([at(1, null)])).toBeUndefined()
  expect(lowestPrice([])).toBeUndefined()
})

test('a price is the lowest on record only if it was higher before', () => {
  expect(isLowestOnRecord([at(1, '99.00'), at(2, '59.00')])).toBe(true)
  expect(isLowestOnRecord([at(1, '59.00'), at(2, '99.00')])).toBe(false)
  expect(isLowestOnRecord([at(1, '59.00')])).toBe(false)
  expect(isLowestOnRecord([at(1, '99.00'), at(2, null)])).toBe(false)
})

test('the price chart keeps each price until the next one', () => {
  const chart = stepChart([at(1, '100.00'), at(6, '50.00')], {
    width: 100,
    height: 40,
    now: new Date(Date.UTC(2026, 0, 11)),
  })

  expect(chart).toEqual([
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 50, y: 20 },
    { x: 100, y: 20 },
  ])
  expect(stepChart([], { width: 100, height: 40, now: new Date() })).toEqual([])
})

test('the price chart ends when the price is removed', () => {
  const now = new Date(Date.UTC(2026, 0, 11))
  expect(stepChart([at(1, '100.00'), at(6, null)], { width: 100, height: 40, now })).toEqual([
    { x: 0, y: 0 },
    { x: 50, y: 0 },
  ])
})
