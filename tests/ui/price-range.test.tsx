import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-search'
import { formatBound } from '~/features/catalog/deals/list/price-bound'
import { PriceRange } from '~/features/catalog/deals/list/price-range'

const search = { ...DEFAULT_SEARCH, maxPrice: '50' }

test('the price fields show the currency sign if only one currency is used', () => {
  const markup = renderToStaticMarkup(<PriceRange search={search} currencies={['EUR']} />)
  expect(markup).toContain('Min price (€)')
  expect(markup).toContain('Max price (€)')
  expect(markup).not.toContain('currency')
  expect(markup).toContain('Deals without a price are left out.')
  expect(formatBound('50', ['EUR'])).toBe('€50')
  expect(formatBound('49.50', ['USD'])).toBe('$49.50')
})

test('the price fields state which currencies a bound is compared in if several are used', () => {
  const markup = renderToStaticMarkup(<PriceRange search={search} currencies={['EUR', 'USD']} />)
  expect(markup).toContain('Max price</label>')
  expect(markup).toContain('Each price is compared in its own currency (EUR or USD), without conversion.')
  const many = renderToStaticMarkup(<PriceRange search={search} currencies={['CAD', 'EUR', 'GBP', 'JPY', 'USD']} />)
  expect(many).toContain('(one of 5)')
  expect(formatBound('50', ['EUR', 'USD'])).toBe('50')
})

test('an unknown currency code is shown unchanged', () => {
  expect(renderToStaticMarkup(<PriceRange search={search} currencies={['₿']} />)).toContain('Max price (₿)')
  expect(formatBound('50', ['₿'])).toBe('₿ 50')
})
