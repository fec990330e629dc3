import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import {
  LINE_LIMIT,
  type OfferPrice,
  offerPrices,
  POINTS_PER_OFFER,
  stepPath,
  stepsOf,
} from '~/features/catalog/price-history/offer-prices'
import { isLowestOnRecord, lowestOnRecord, priceCurve } from '~/features/catalog/price-history/price-history'
import { findPriceHistory, isLowestPrice, listOfferPrices } from '~/features/catalog/price-history/price-history.server'
import { cheapestOpen, ratingOverOffers, sortOffers } from '~/features/catalog/products/offer'
import { listOffers } from '~/features/catalog/products/offers.server'
import { findSisterReviews } from '~/features/contributions/reviews/reviews.server'
import { findFreshness } from '~/features/staff/freshness/deal-notice.server'
import { plotPoints } from '~/ui/chart'
import { toParts } from '~/ui/money'
import { makeDeal, makePlatform, makeReview } from '../factories'

const at = (day: number, deal_price: string | null, currency = 'USD') => ({
  deal_price,
  deal_price_period: 'ONCE' as const,
  currency,
  recorded_at: new Date(Date.UTC(2026, 0, day)),
})

test('the lowest price is one in the current currency, paid as often as the latest', () => {
  const lowestOf = (points: Parameters<typeof lowestOnRecord>[0]) => lowestOnRecord(points)?.price
  expect(lowestOf([at(1, '9.00', 'EUR'), at(2, '100.00'), at(3, '59.00')])).toBe('59.00')
  expect(lowestOf([at(1, null)])).toBeUndefined()
  expect(lowestOf([])).toBeUndefined()
  const monthly = { ...at(1, '5.00'), deal_price_period: 'MONTH' as const }
  expect(lowestOf([monthly, at(2, '100.00')])).toBe('100.00')
  expect(lowestOf([at(1, '1.00'), monthly])).toBe('5.00')
})

test('a price is the lowest of a product unless another published offer was lower, in its currency and paid as often', async () => {
  const { id, product_id } = await makeDeal({ deal_price: '99.00' })
  const isLowest = async (deal_price: string | null) => {
    const deals = db.updateTable('deals').set({ deal_price }).where('id', '=', id).returningAll()
    return isLowestPrice(await deals.executeTakeFirstOrThrow())
  }
  expect([await isLowest('99.00'), await isLowest('59.00'), await isLowest(null)]).toEqual([false, true, false])
  await makeDeal({ product_id, deal_price: '79.00' })
  await makeDeal({ product_id, deal_price: '49.00', published: false })
  await makeDeal({ product_id, deal_price: '49.00', currency: 'EUR' })
  await makeDeal({ product_id, deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(await isLowest('59.00')).toBe(true)
  await makeDeal({ product_id, deal_price: '49.00' })
  expect([await isLowest('59.00'), await isLowest('49.00')]).toEqual([false, true])
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

const NOW = new Date('2026-01-11T00:00:00Z')
const inDollars = { currency: 'USD', deal_price_period: 'ONCE' } as const

function offerAt(day: string, deal_price: string | null, offer: Partial<OfferPrice> = {}): OfferPrice {
  const recorded = { deal_price, ...inDollars, recorded_at: new Date(`${day}T00:00:00Z`) }
  const period = { start_date: '2026-01-01', end_date: null }
  return { id: 1, ...recorded, deal_id: '1', slug: 'a', platform: 'A', ...period, ...offer }
}

test('the line of an offer steps at each price and breaks where there is none', () => {
  const points = [
    offerAt('2026-01-01', '40.00'),
    offerAt('2026-01-03', '20.00'),
    offerAt('2026-01-05', null),
    offerAt('2026-01-07', '10.00'),
  ]
  const span = { since: Date.parse('2026-01-01'), until: NOW.getTime(), highest: toParts('40.00') }
  expect(stepPath(stepsOf(points, inDollars, NOW).steps, span)).toBe('M0,0H200V150H400M600,225H1000')
  expect(stepsOf(points, { ...inDollars, currency: 'EUR' }, NOW).steps).toEqual([])
  expect(stepsOf(points, { ...inDollars, deal_price_period: 'MONTH' }, NOW).steps).toEqual([])
})

test('a round entered after its end is drawn over its own period, and an offer to come is not drawn', () => {
  const round = offerAt('2026-01-10', '40.00', { start_date: '2026-01-02', end_date: '2026-01-04' })
  const [from, to] = [Date.parse('2026-01-02'), Date.parse('2026-01-05')]
  expect(stepsOf([round], inDollars, NOW)).toEqual({
    steps: [{ from, to, parts: toParts('40.00') }],
    isEnteredLate: true,
  })
  expect(stepsOf([offerAt('2026-01-10', '40.00', { start_date: '2026-02-01' })], inDollars, NOW).steps).toEqual([])
})

test('the chart has this offer and the latest others in its currency, the table all of them', () => {
  const others = Array.from({ length: 10 }, (_, index) => {
    const offer = { id: index + 2, deal_id: `${index + 2}`, slug: `s${index}`, start_date: `2025-01-${10 + index}` }
    return offerAt('2026-01-02', '30.00', { ...offer, currency: index === 9 ? 'EUR' : 'USD' })
  })
  const record = offerPrices([...others, offerAt('2026-01-01', '40.00', { start_date: '2024-01-01' })], '1', NOW)!
  expect(record.lines).toHaveLength(LINE_LIMIT)
  expect(record.lines.slice(0, 3).map(({ slug }) => slug)).toEqual(['a', 's8', 's7'])
  expect(record.lines[0]!.isThis).toBe(true)
  expect(record.rows).toHaveLength(11)
  expect(record).toMatchObject({ offers: 11, beyondLimit: 2, notDrawable: 1, isCut: false })
  expect(offerPrices([offerAt('2026-01-01', '40.00')], '1', NOW)).toBeUndefined()
})

test('the table says that it is cut only when an offer has more prices than it lists', () => {
  const other = offerAt('2026-01-02', '30.00', { id: 99, deal_id: '2', slug: 'b' })
  const own = (count: number) =>
    Array.from({ length: count }, (_, index) => offerAt('2026-01-01', `${index}.00`, { id: count - index }))
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

async function makeRounds() {
  const open = await makeDeal({ start_date: '2026-01-01', deal_price: '59.00' })
  const { product_id } = open
  const dealmint = await makePlatform({ name: 'Dealmint' })
  const cheaper = await makeDeal({
    product_id,
    start_date: '2025-06-01',
    deal_price: '49.00',
    platform_id: dealmint.id,
  })
  const ended = { product_id, start_date: '2024-11-01', end_date: '2024-12-01' }
  const round = await makeDeal({ ...ended, deal_price: '39.00' })
  const draft = await makeDeal({ product_id, published: false, deal_price: '9.00' })
  return { open, cheaper, round, draft, product_id }
}

test('the published offers of a product are listed, open ones first and this one before the others', async () => {
  const { open, cheaper, round, product_id } = await makeRounds()
  const offers = await listOffers(product_id)
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
  expect(idsOf(offers)).toEqual([open.id, cheaper.id, round.id])
  expect(idsOf(sortOffers(offers, cheaper.id))).toEqual([cheaper.id, open.id, round.id])
  expect(cheapestOpen(offers)).toBe(cheaper.id)
})

test('no offer is the cheapest among one price, equal prices or several currencies', async () => {
  const { open, cheaper, product_id } = await makeRounds()
  const offers = await listOffers(product_id)
  const only = (price: string | null) =>
    offers.map((offer) => (offer.id === open.id ? { ...offer, deal_price: price } : offer))
  expect(cheapestOpen(only(null))).toBeUndefined()
  expect(cheapestOpen(only('49.00'))).toBeUndefined()
  const inEuro = offers.map((offer) => (offer.id === cheaper.id ? { ...offer, currency: 'EUR' } : offer))
  expect(cheapestOpen(inEuro)).toBeUndefined()
})

test('the cheapest open offer is no subscription', async () => {
  const { cheaper, product_id } = await makeRounds()
  await makeDeal({ product_id, deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(cheapestOpen(await listOffers(product_id))).toBe(cheaper.id)
})

test('the rating of a product counts the approved reviews of all its published offers', async () => {
  const { open, cheaper, round, draft, product_id } = await makeRounds()
  const approved = { status: 'APPROVED' as const }
  await makeReview({ ...approved, deal_id: open.id, rating: 5 })
  expect(ratingOverOffers(await listOffers(product_id))).toBeUndefined()
  await makeReview({ ...approved, deal_id: cheaper.id, rating: 4, title: 'Of the other platform' })
  await makeReview({ ...approved, deal_id: round.id, rating: 2 })
  await makeReview({ ...approved, deal_id: draft.id, rating: 1 })
  await makeReview({ deal_id: round.id, rating: 1 })
  const rating = ratingOverOffers(await listOffers(product_id))
  expect(rating).toEqual({ average: 11 / 3, offers: 3, reviews: 3 })

  const sisters = await findSisterReviews(open)
  expect(sisters).toMatchObject({ offers: 2, reviews: 2, average: 3 })
  expect(sisters.newest.map(({ rating, year }) => [rating, year])).toEqual([
    [2, 2024],
    [4, 2025],
  ])
  expect(sisters.newest[1]).toMatchObject({ platform: 'Dealmint', slug: cheaper.slug })
})

test('the notice of an ended deal names the open offer of the product, and other deals only without one', async () => {
  const { open, cheaper, round } = await makeRounds()
  const other = await makeDeal({ category_id: round.category_id, deal_price: '9.00' })
  const freshness = async () => findFreshness((await findPublishedDeal(round.slug))!)
  expect(await freshness()).toMatchObject({ notice: { openOffer: { slug: open.slug } }, alternatives: null })
  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('id', 'in', [open.id, cheaper.id]).execute()
  expect(await freshness()).toMatchObject({
    notice: { openOffer: null },
    alternatives: { deals: [{ slug: other.slug }] },
  })
})

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

test('the price history starts with the first price, also if that is an original price alone', async () => {
  const { id } = await makeDeal()
  expect(await pricesOf(id)).toEqual([])
  await db.updateTable('deals').set({ original_price: '468.00' }).where('id', '=', id).execute()
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

test('old slugs redirect to a renamed deal and are marked as gone when it is deleted, and drafts leave none', async () => {
  const { id } = await makeDeal({ slug: 'first-name', title: 'Quillstack' })
  await db.updateTable('deals').set({ slug: 'second-name' }).where('id', '=', id).execute()
  const redirects = () => db.selectFrom('deal_redirects').select(['slug', 'deal_id', 'title']).orderBy('slug').execute()
  expect(await redirects()).toEqual([{ slug: 'first-name', deal_id: id, title: 'Quillstack' }])

  const draft = await makeDeal({ published: false })
  await db.updateTable('deals').set({ slug: 'other' }).where('id', '=', draft.id).execute()
  await db.deleteFrom('deals').execute()
  expect(await redirects()).toEqual([
    { slug: 'first-name', deal_id: null, title: 'Quillstack' },
    { slug: 'second-name', deal_id: null, title: 'Quillstack' },
  ])
})
