import { expect, test } from 'vitest'
import { cheaperOnce, historyText, offerHistory, type PastOffer } from '~/features/catalog/deals/offer-history'

const TODAY = '2026-11-28'

const offer = (start_date: string, given: Partial<PastOffer> = {}): PastOffer => ({
  start_date,
  deal_price: null,
  deal_price_period: 'ONCE',
  discount_percent: null,
  currency: 'USD',
  ...given,
})
/** Offers with a discount on the 20th of these months. */
const discounts = (...months: [month: string, percent: number][]) =>
  months.map(([month, discount_percent]) => offer(`${month}-20`, { discount_percent }))
const prices = (...months: [month: string, price: string, currency?: string][]) =>
  months.map(([month, deal_price, currency = 'USD']) => offer(`${month}-20`, { deal_price, currency }))

test.each<[string, PastOffer[], string | undefined]>([
  ['two offers are no history', discounts(['2024-11', 30], ['2025-11', 40]), undefined],
  [
    'the same month every year',
    discounts(['2024-11', 30], ['2025-11', 50], ['2026-11', 40]),
    'Discounted every November since 2024, best 50%',
  ],
  [
    'this year is still to come',
    discounts(['2023-12', 30], ['2024-12', 50], ['2025-12', 40]),
    'Discounted every December since 2023, best 50%',
  ],
  ['a gap', discounts(['2022-11', 30], ['2024-11', 40], ['2025-11', 50]), 'Discounted in three Novembers, best 50%'],
  [
    'the last year was missed',
    discounts(['2021-10', 30], ['2022-10', 40], ['2023-10', 50]),
    'Discounted in three Octobers, best 50%',
  ],
  [
    'two in a year, in different months',
    discounts(['2024-05', 30], ['2024-11', 40], ['2025-11', 50]),
    'Discounted 3 times since 2024, best 50%',
  ],
  [
    'two in the same month are one November',
    [...discounts(['2024-11', 30], ['2025-11', 40], ['2026-11', 50]), offer('2025-11-25', { discount_percent: 45 })],
    'Discounted every November since 2024, best 50%',
  ],
  [
    'three in two Novembers are not every November',
    [...discounts(['2025-11', 40], ['2026-11', 50]), offer('2025-11-25', { discount_percent: 45 })],
    'Discounted 3 times since 2025, best 50%',
  ],
  [
    'prices in one currency',
    prices(['2024-11', '49.00'], ['2025-11', '39.00'], ['2026-11', '59.00']),
    'Offered every November since 2024, lowest $39',
  ],
  [
    'prices in several currencies are not compared',
    prices(['2024-11', '49.00'], ['2025-11', '39.00', 'EUR'], ['2026-11', '59.00']),
    'Offered every November since 2024',
  ],
  [
    'an offer that has not begun is no history',
    discounts(['2024-12', 30], ['2025-12', 40], ['2026-12', 50]),
    undefined,
  ],
])('the history of offers: %s', (_what, offers, sentence) => {
  const history = offerHistory(offers, TODAY)
  expect(history && historyText(history)).toBe(sentence)
})

test('the best offer has its month', () => {
  const history = offerHistory(discounts(['2024-11', 30], ['2025-11', 50], ['2026-11', 40]), TODAY)
  expect(history).toMatchObject({ best: 'best 50%', bestIn: 'Nov 2025' })
})

test('a deal was cheaper once if an offer in the same currency and period was lower', () => {
  const deal = offer('2026-11-20', { deal_price: '59.00' })
  expect(cheaperOnce(deal, [deal, ...prices(['2024-11', '39.00'], ['2025-11', '49.00'])])).toBe('$39 in Nov 2024')
  expect(cheaperOnce(deal, [deal, ...prices(['2024-11', '39.00', 'EUR'], ['2025-11', '59.00'])])).toBeUndefined()
  expect(cheaperOnce(deal, [offer('2024-11-20', { deal_price: '5.00', deal_price_period: 'MONTH' })])).toBeUndefined()
  expect(cheaperOnce({ ...deal, deal_price: null }, prices(['2024-11', '39.00']))).toBeUndefined()
})
