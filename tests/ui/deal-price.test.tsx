import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DealPrice } from '~/features/catalog/deals/list/deal-price'
import { PriceRecord } from '~/features/catalog/price-history/price-record'
import { PriceSummary } from '~/routes/deals.$slug/price-summary'

type Deal = Parameters<typeof DealPrice>[0]['deal']

const textOf = (given: Partial<Deal>) => {
  const deal: Deal = {
    deal_price: '60.00',
    deal_price_period: 'ONCE',
    original_price: '100.00',
    regular_price_period: null,
    break_even_months: null,
    currency: 'USD',
    shown_status: 'ACTIVE',
    ...given,
  }
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
  expect(text).toContain('Original price $100/yr Save 40%')
})

test('a card strikes a monthly price and says when a deal has paid for itself, until the deal has ended', () => {
  const monthly = { regular_price_period: 'MONTH' as const, original_price: '12.00', break_even_months: 5 }
  expect(textOf(monthly)).toMatchObject({
    isStruck: true,
    text: expect.stringContaining('Original price $12/mo Pays for itself after 5 months'),
  })
  const ended = textOf({ ...monthly, shown_status: 'EXPIRED' })
  expect(ended).toMatchObject({ isStruck: true, text: expect.stringContaining('Original price $12/mo') })
  expect(ended.text).not.toContain('Pays for itself')
})

test('the sidebar strikes the original price with its period when the deal has a price, and only then', () => {
  const deal = {
    original_price: '12.00',
    regular_price_period: 'MONTH',
    deal_price_period: 'ONCE',
    discount_percent: null,
    currency: 'USD',
    shown_status: 'ACTIVE',
  } as const
  const priced = renderToStaticMarkup(<PriceSummary deal={{ ...deal, deal_price: '59.00' }} />)
  expect(withoutClasses(priced)).toContain('<dt>Original price</dt><dd><s>$12/mo</s></dd>')
  const unpriced = renderToStaticMarkup(<PriceSummary deal={{ ...deal, deal_price: null }} />)
  expect(withoutClasses(unpriced)).toContain('<dt>Original price</dt><dd>$12/mo</dd>')
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
