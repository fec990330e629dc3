import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { planPriceChanges } from '~/features/catalog/price-history/plan-prices'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { makeDeal, makePlans } from '../factories'

const on = (day: string) => `2026-11-${day}T12:00:00Z`

test('the plans of a deal are found in their order, with their limits', async () => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const plans = [
    { name: 'Tier 2', price: '118.00', codes: 2 },
    { name: 'Tier 1', price: '59.00', codes: 1 },
  ]
  const limits = [
    { label: 'Seats', values: ['5', '2'] },
    { label: 'API', values: ['Yes', ''] },
  ]
  await makePlans(deal.id, plans, limits)

  const plansAt = async (slug: string) => (await findPublishedDeal(slug))!.plans
  expect(await plansAt(deal.slug)).toEqual({ plans, limits })
  expect(await plansAt((await makeDeal()).slug)).toEqual({ plans: [], limits: [] })
})

test('prices of plans are recorded as they change, also that a plan is no longer offered', async () => {
  const deal = await makeDeal({ deal_price: '59.00' })
  await makePlans(deal.id, [
    { name: 'Tier 1', price: '59.00' },
    { name: 'Tier 2', price: '99.00' },
    { name: 'Tier 3', price: '177.00' },
  ])
  const ofDeal = db.updateTable('deal_plans').where('deal_id', '=', deal.id)
  await ofDeal.set({ price: '118.00' }).where('name', '=', 'Tier 2').execute()
  await db.deleteFrom('deal_plans').where('deal_id', '=', deal.id).where('name', '=', 'Tier 3').execute()

  expect(planPriceChanges((await findPriceHistory(deal.id)).ofPlans)).toMatchObject([
    { plan: 'Tier 2', now: '$118.00', before: '$99.00' },
    { plan: 'Tier 3', now: undefined, before: '$177.00' },
  ])
})

test('the price before is the last one in money, and each has the currency of its time', () => {
  const point = (day: string, price: string | null, currency = 'USD') => ({
    plan: 'Solo',
    price,
    currency,
    recorded_at: on(day),
  })
  expect(planPriceChanges([])).toEqual([])
  expect(planPriceChanges([point('01', '20.00')])).toEqual([])
  expect(planPriceChanges([point('01', '20.00'), point('02', null), point('03', '25.00', 'EUR')])).toEqual([
    { plan: 'Solo', now: '€25.00', before: '$20.00', since: on('03') },
  ])
})
