import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DealPrice } from '~/features/deals/deal-price'

type Deal = Parameters<typeof DealPrice>[0]['deal']

const textOf = (given: Partial<Deal>) => {
  const deal: Deal = {
    deal_price: '60.00',
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

test('a card strikes the original price and says what is saved when that price is paid once', () => {
  const { isStruck, text } = textOf({ regular_price_period: 'ONCE' })
  expect(isStruck).toBe(true)
  expect(text).toContain('Original price $100.00 Save 40%')
})

test('a card claims no saving against a price of which nobody knows how often it is paid', () => {
  const { isStruck, text } = textOf({})
  expect(isStruck).toBe(true)
  expect(text).not.toContain('Save')
})

test('a card compares with a yearly price without striking it', () => {
  const { isStruck, text } = textOf({ regular_price_period: 'YEAR', break_even_months: 8 })
  expect(isStruck).toBe(false)
  expect(text).toContain('Regular price: $100 a year Save 40%')
})

test('a card says when a deal has paid for itself against a monthly price, until the deal has ended', () => {
  const monthly = { regular_price_period: 'MONTH' as const, original_price: '12.00', break_even_months: 5 }
  expect(textOf(monthly)).toMatchObject({
    isStruck: false,
    text: expect.stringContaining('Pays for itself after 5 months'),
  })
  const ended = textOf({ ...monthly, shown_status: 'EXPIRED' })
  expect(ended).toMatchObject({ isStruck: false, text: expect.stringContaining('Regular price: $12 a month') })
  expect(ended.text).not.toContain('Pays for itself')
})
