import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import type { CardDeal } from '~/features/catalog/deals/deal'
import { DealPrice } from '~/features/catalog/deals/list/deal-price'
import { QuietDeal } from '~/features/catalog/deals/list/quiet-deal'
import { PriceRecord } from '~/features/catalog/price-history/price-record'
import { PriceSummary } from '~/routes/deals.$slug/prices'
import { renderPage, wordsOf } from '../render'

const CARD: CardDeal = {
  slug: 'quillstack',
  title: 'Quillstack',
  vendor_name: 'Quill Works',
  summary: null,
  picture: null,
  review_count: 0,
  rating_average: null,
  start_date: '2017-11-21',
  end_date: null,
  confirmed_on: '2017-11-21',
  commission: 'none',
  deal_price: '60.00',
  deal_price_period: 'ONCE',
  discount_percent: null,
  coupon_code: null,
  original_price: '100.00',
  regular_price_period: null,
  break_even_months: null,
  currency: 'USD',
  shown_status: 'ACTIVE',
}

const textOf = (given: Partial<CardDeal>) => {
  const deal = { ...CARD, ...given }
  const markup = renderToStaticMarkup(<DealPrice deal={deal} />)
  return { isStruck: markup.includes('<s '), text: markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

test('a card strikes the original price and shows the saving when that price is paid once', () => {
  const { isStruck, text } = textOf({ regular_price_period: 'ONCE' })
  expect(isStruck).toBe(true)
  expect(text).toContain('Original price $100.00 Save 40%')
})

test('a card shows no saving against a price with an unknown period', () => {
  const { isStruck, text } = textOf({})
  expect(isStruck).toBe(true)
  expect(text).not.toContain('Save')
})

test('a card strikes a yearly price, with its period, and shows the saving', () => {
  const { isStruck, text } = textOf({ regular_price_period: 'YEAR', break_even_months: 8 })
  expect(isStruck).toBe(true)
  expect(text).toContain('Original price $100/yr 40% less than one year')
})

test('a card strikes a monthly price and says when a deal pays off', () => {
  expect(textOf({ regular_price_period: 'MONTH', original_price: '12.00', break_even_months: 5 })).toMatchObject({
    isStruck: true,
    text: expect.stringContaining('Original price $12/mo Pays off in 5 months'),
  })
})

test('a card without a price says the discount and its code, and a subscription is named one', () => {
  const discounted = { deal_price: null, original_price: null, discount_percent: 30 }
  expect(textOf({ ...discounted, coupon_code: 'AUTUMN30' }).text.trim()).toBe('30% off Code AUTUMN30')
  expect(textOf({ ...discounted, discount_percent: null }).text.trim()).toBe('Price not listed')
  const monthly = { deal_price: '5.00', original_price: null, deal_price_period: 'MONTH' as const }
  expect(textOf(monthly).text.trim()).toBe('Deal price $5 /mo Subscription')
})

test('a past deal says what it cost and when, but no saving and no code', () => {
  const past = (given: Partial<CardDeal>) =>
    renderToStaticMarkup(
      <StaticRouter location="/">
        <QuietDeal deal={{ ...PAST, ...given }} today="2026-11-24" heading="h2" />
      </StaticRouter>,
    ).replace(/<[^>]+>/g, ' ')
  expect(past({})).toMatch(/40% off +in Nov 2017/)
  expect(past({ end_date: '2025-12-04', deal_price: '24.00' })).toMatch(/Deal price +\$24 \.00 +in Dec 2025/)
  expect(past({ discount_percent: null })).toContain('Price not listed')
  expect(past({ original_price: '100.00', coupon_code: 'AUTUMN30', deal_price: '24.00' })).not.toMatch(
    /Save|\$100|AUTUMN30/,
  )
})

const PAST: CardDeal = { ...CARD, deal_price: null, discount_percent: 40, shown_status: 'UNCONFIRMED' }

/** The summary of the page of a deal with these values. */
function renderSummary(deal: Partial<CardDeal>) {
  const page = { loader: () => ({ deal }), default: PriceSummary }
  return renderPage(null, { pattern: '/', path: '/', id: 'routes/deals.$slug', routes: [page] })
}

test('the sidebar strikes the original price with its period when the deal has a price, and only then', async () => {
  const deal = {
    original_price: '12.00',
    regular_price_period: 'MONTH',
    currency: 'USD',
    shown_status: 'ACTIVE',
    deal_price_period: 'ONCE',
    discount_percent: null,
    confirmed_on: '2026-11-20',
    start_date: '2026-11-20',
  } as const
  const priced = await renderSummary({ ...deal, deal_price: '59.00' })
  expect(withoutClasses(priced)).toContain('<dt>Original price</dt><dd><s>$12/mo</s></dd>')
  const unpriced = await renderSummary({ ...deal, deal_price: null })
  expect(withoutClasses(unpriced)).toContain('<dt>Original price</dt><dd>$12/mo</dd>')
})

test('the sidebar has a discount in place of the price, and the month of one that is long not confirmed', async () => {
  const summary = async (shown_status: 'ACTIVE' | 'UNCONFIRMED') =>
    wordsOf(await renderSummary({ ...PAST, shown_status, original_price: null, regular_price_period: null }))
  expect(await summary('ACTIVE')).toMatch(/Discount\s+40% off/)
  expect(await summary('UNCONFIRMED')).toMatch(/Discount, Nov 2017\s+40% off\s+Deal price\s+Not listed/)
})

test('the sidebar compares with one year of a yearly price, and keeps a discount beside a price that was found later', async () => {
  const words = async (given: Partial<CardDeal>) =>
    wordsOf(await renderSummary({ ...PAST, shown_status: 'ACTIVE', deal_price: '89.00', ...given }))
  const yearly = await words({ original_price: '708.00', regular_price_period: 'YEAR', discount_percent: null })
  expect(yearly).toContain('87% less than one year at $708')
  expect(yearly).not.toContain('You save')
  expect(await words({ original_price: '89.50', regular_price_period: 'YEAR', discount_percent: null })).not.toContain(
    'less than',
  )
  const later = await words({ original_price: null, regular_price_period: null, discount_percent: 30 })
  expect(later).toMatch(/Discount\s+30% off\s+Deal price/)
})

test('the price record names the period of each price', () => {
  const point = { deal_price: '59.00', deal_price_period: 'YEAR' as const, currency: 'USD', original_price: '12.00' }
  const points = [
    { ...point, id: 1, regular_price_period: null, recorded_at: new Date('2026-01-01') },
    { ...point, id: 2, regular_price_period: 'MONTH' as const, recorded_at: new Date('2026-02-01') },
  ]
  const markup = renderToStaticMarkup(
    <PriceRecord points={points} ofOffers={undefined} ofPlans={[]} now={new Date()} />,
  )
  expect(withoutClasses(markup)).toContain('<td>$12/mo</td>')
  expect(withoutClasses(markup)).toContain('<td>$12.00</td>')
  expect(withoutClasses(markup)).toContain('<td>$59/yr</td>')
})

const withoutClasses = (markup: string) => markup.replace(/ class="[^"]*"/g, '')
