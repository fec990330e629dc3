import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { findPriceRange } from '~/features/catalog/price-history/price-history.server'
import { cheapestOpen, ratingOverOffers, sortOffers, summarizeOffers } from '~/features/catalog/products/offer'
import { listOffers } from '~/features/catalog/products/offers.server'
import { findSisterReviews } from '~/features/contributions/reviews/reviews.server'
import { findFreshness } from '~/features/staff/freshness/deal-notice.server'
import { makeDeal, makePlatform, makeReview } from '../factories'

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

test('four offers or more are summarized by their best discount, or by their lowest price', async () => {
  const { product_id, open } = await makeRounds()
  expect(summarizeOffers(await listOffers(product_id))).toBeUndefined()
  const monthly = { deal_price: '9.00', deal_price_period: 'MONTH' } as const
  await makeDeal({ product_id, start_date: '2024-12-05', ...monthly })
  const offers = await listOffers(product_id)
  expect(summarizeOffers(offers)).toBe('4 offers since 2024, lowest $39 in Nov 2024.')
  const stated = offers.map((offer, index) => ({
    ...offer,
    deal_price: null,
    discount_percent: [20, 50, 30, null][index]!,
  }))
  expect(summarizeOffers(stated)).toBe('4 offers since 2024, best 50% off in Jun 2025.')
  const inEuro = offers.map((offer) => (offer.id === open.id ? { ...offer, currency: 'EUR' } : offer))
  expect(summarizeOffers(inEuro)).toBe('4 offers since 2024.')
})

test('a subscription is not the cheapest of offers that are paid once', async () => {
  const { open, cheaper, product_id } = await makeRounds()
  await makeDeal({ product_id, deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(cheapestOpen(await listOffers(product_id))).toBe(cheaper.id)
  expect(await findPriceRange(open)).toMatchObject({ lowest_of_others: '39.00' })
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

test('the lowest price of other offers ignores drafts and other currencies', async () => {
  const { open, round } = await makeRounds()
  const lowestBeside = async (deal: typeof open) => (await findPriceRange(deal)).lowest_of_others
  expect(await lowestBeside(open)).toBe('39.00')
  expect(await lowestBeside(round)).toBe('49.00')
  expect(await lowestBeside({ ...open, currency: 'EUR' })).toBeNull()
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
