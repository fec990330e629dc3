import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import {
  LINE_LIMIT,
  type OfferPrice,
  offerPrices,
  POINTS_PER_OFFER,
  stepPath,
  stepsOf,
} from '~/features/catalog/price-history/offer-prices'
import { listOfferPrices } from '~/features/catalog/price-history/price-history.server'
import { toParts } from '~/ui/money'
import { makeDeal } from '../factories'

const NOW = new Date('2026-01-11T00:00:00Z')
const inDollars = { currency: 'USD', deal_price_period: 'ONCE' } as const

function at(day: string, deal_price: string | null, offer: Partial<OfferPrice> = {}): OfferPrice {
  const recorded_at = new Date(`${day}T00:00:00Z`)
  const period = { start_date: '2026-01-01', end_date: null }
  return {
    id: 1,
    deal_price,
    deal_price_period: 'ONCE',
    currency: 'USD',
    recorded_at,
    deal_id: '1',
    slug: 'a',
    platform: 'A',
    ...period,
    ...offer,
  }
}

test('the line of an offer steps at each price and breaks where there is none', () => {
  const points = [
    at('2026-01-01', '40.00'),
    at('2026-01-03', '20.00'),
    at('2026-01-05', null),
    at('2026-01-07', '10.00'),
  ]
  const span = { since: Date.parse('2026-01-01'), until: NOW.getTime(), highest: toParts('40.00') }
  expect(stepPath(stepsOf(points, inDollars, NOW).steps, span)).toBe('M0,0H200V150H400M600,225H1000')
  expect(stepsOf(points, { ...inDollars, currency: 'EUR' }, NOW).steps).toEqual([])
  expect(stepsOf(points, { ...inDollars, deal_price_period: 'MONTH' }, NOW).steps).toEqual([])
})

test('a round entered after its end is drawn over its own period, and an offer to come is not drawn', () => {
  const round = at('2026-01-10', '40.00', { start_date: '2026-01-02', end_date: '2026-01-04' })
  const [from, to] = [Date.parse('2026-01-02'), Date.parse('2026-01-05')]
  expect(stepsOf([round], inDollars, NOW)).toEqual({
    steps: [{ from, to, parts: toParts('40.00') }],
    isEnteredLate: true,
  })
  expect(stepsOf([at('2026-01-10', '40.00', { start_date: '2026-02-01' })], inDollars, NOW).steps).toEqual([])
})

test('the chart has this offer and the latest others in its currency, the table all of them', () => {
  const others = Array.from({ length: 10 }, (_, index) => {
    const offer = { id: index + 2, deal_id: `${index + 2}`, slug: `s${index}`, start_date: `2025-01-${10 + index}` }
    return at('2026-01-02', '30.00', { ...offer, currency: index === 9 ? 'EUR' : 'USD' })
  })
  const record = offerPrices([...others, at('2026-01-01', '40.00', { start_date: '2024-01-01' })], '1', NOW)!
  expect(record.lines).toHaveLength(LINE_LIMIT)
  expect(record.lines.slice(0, 3).map(({ slug }) => slug)).toEqual(['a', 's8', 's7'])
  expect(record.lines[0]!.isThis).toBe(true)
  expect(record.rows).toHaveLength(11)
  expect(record).toMatchObject({ offers: 11, beyondLimit: 2, notDrawable: 1, isCut: false })
  expect(offerPrices([at('2026-01-01', '40.00')], '1', NOW)).toBeUndefined()
})

test('the table says that it is cut only when an offer has more prices than it lists', () => {
  const other = at('2026-01-02', '30.00', { id: 99, deal_id: '2', slug: 'b' })
  const own = (count: number) =>
    Array.from({ length: count }, (_, index) => at('2026-01-01', `${index}.00`, { id: count - index }))
  const whole = offerPrices([other, ...own(POINTS_PER_OFFER)], '1', NOW)!
  expect([whole.isCut, whole.rows.length]).toEqual([false, POINTS_PER_OFFER + 1])
  const cut = offerPrices([other, ...own(POINTS_PER_OFFER + 1)], '1', NOW)!
  expect([cut.isCut, cut.rows.length]).toEqual([true, POINTS_PER_OFFER + 1])
})

test('the prices of drafts never leave, and each offer sends only its newest', async () => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const { product_id } = deal
  await makeDeal({ product_id, published: false, deal_price: '9.00' })
  expect((await listOfferPrices(deal.id)).map(({ deal_price }) => deal_price)).toEqual(['59.00'])
  for (let price = 1; price <= 35; price++) {
    await db
      .updateTable('deals')
      .set({ deal_price: `${price}.00` })
      .where('id', '=', deal.id)
      .execute()
  }
  const prices = await listOfferPrices(deal.id)
  expect(prices).toHaveLength(POINTS_PER_OFFER + 1)
  expect(prices[0]).toMatchObject({ deal_price: '35.00', slug: deal.slug })
})
