import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPageData } from '~/features/catalog/vendor-pages/page-data.server'
import * as offers from '~/features/catalog/vendor-pages/page-offer.server'
import { readPagePrice } from '~/features/catalog/vendor-pages/page-offer.server'

const URL_OF_PAGE = 'https://vendor.example/lifetime'
const TODAY = '2026-11-22'

const readFixture = (name: string, url = URL_OF_PAGE) =>
  readPageData({ url, html: fs.readFileSync(`tests/fixtures/pages/${name}.html`, 'utf8') })!

const read = (html: string) => readPageData({ url: URL_OF_PAGE, html })

type Page = NonNullable<ReturnType<typeof read>>
const findPageOffer = (page: Page) => offers.findPageOffer(offers.listPageOffers(page, TODAY))
const findDifference = (page: Page, recorded: { price: string | null; currency: string }) =>
  offers.findDifference(page, recorded, TODAY)

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const withOffers = (...offers: object[]) => read(jsonLd({ '@type': 'Product', name: 'Quillstack', offers }))!

const usd = (price: string | null) => ({ price, currency: 'USD' })

describe('the offer of a page', () => {
  test.each([
    ['json-ld-array', { price: '59.00', currency: 'USD', availability: 'AVAILABLE', source: 'JSON-LD' }],
    ['json-ld-graph', { price: '79.00', currency: 'EUR', availability: 'AVAILABLE', source: 'JSON-LD' }],
    ['aggregate-offer', { price: '39.00', currency: 'USD', availability: null, source: 'JSON-LD' }],
    ['decimal-comma', { price: '1299.00', currency: 'EUR', availability: 'AVAILABLE', source: 'JSON-LD' }],
    ['list-price', { price: '59.90', currency: 'USD', availability: 'AVAILABLE', source: 'JSON-LD' }],
    ['several-offers', { price: '69.00', currency: 'USD', availability: 'AVAILABLE', source: 'JSON-LD' }],
    ['opengraph', { price: null, currency: null, availability: 'UNAVAILABLE', source: 'OpenGraph' }],
    ['no-currency', undefined],
    ['broken-json', undefined],
    ['script-in-strings', undefined],
    ['sources-disagree', undefined],
    ['two-products', undefined],
  ])('is read from %s', (fixture, expected) => {
    expect(findPageOffer(readFixture(fixture))).toEqual(expected)
  })

  test('is that of the product whose address is the address of the page', () => {
    const page = readFixture('two-products', 'https://vendor.example/inkwell?ref=7')
    expect(findPageOffer(page)).toMatchObject({ price: '25.00' })
  })

  test('has no price while one of several prices can be read in two ways', () => {
    const page = withOffers({ price: '59.00', priceCurrency: 'USD' }, { price: '1.299', priceCurrency: 'USD' })
    expect(findPageOffer(page)).toBeUndefined()
  })

  test('has no price when several offers are in different currencies', () => {
    const page = withOffers({ price: '59', priceCurrency: 'USD' }, { price: '49', priceCurrency: 'EUR' })
    expect(findPageOffer(page)).toBeUndefined()
  })

  test.each([
    ['2026-11-21', undefined],
    ['2026-11-21T23:59:00Z', undefined],
    ['2026-11-22', '59.00'],
    // Not ISO dates: day and month may be in either order, so the offer may still be valid.
    ['12/31/2026', '59.00'],
    ['01.02.2026', '59.00'],
    ['Dec 31, 2025', '59.00'],
    ['', '59.00'],
  ])('is over when its price is valid until %s: %s', (priceValidUntil, price) => {
    expect(findPageOffer(withOffers({ price: '59', priceCurrency: 'USD', priceValidUntil }))?.price).toBe(price)
  })

  test('is not taken from a list of more offers than one deal has', () => {
    const offers = Array.from({ length: 101 }, (_, index) => ({ price: 100 + index, priceCurrency: 'USD' }))
    expect(findPageOffer(withOffers(...offers))).toBeUndefined()
    expect(findPageOffer(withOffers(...offers.slice(0, 100)))).toMatchObject({ price: '100.00' })
  })

  test('is unavailable only when no offer is available', () => {
    const [inStock, soldOut] = ['https://schema.org/InStock', 'https://schema.org/SoldOut']
    const offer = { price: '59', priceCurrency: 'USD' }
    const mixed = withOffers({ ...offer, availability: soldOut }, { ...offer, availability: inStock })
    expect(findPageOffer(mixed)).toMatchObject({ availability: 'AVAILABLE' })
    expect(findPageOffer(withOffers({ ...offer, availability: soldOut }, offer))).toMatchObject({ availability: null })
  })
})

describe('a difference from the record', () => {
  test('is a price that the page does not name', () => {
    expect(findDifference(readFixture('json-ld-array'), usd('49.00'))).toMatchObject(usd('59.00'))
    expect(findDifference(readFixture('json-ld-array'), usd(null))).toMatchObject(usd('59.00'))
    expect(findDifference(readFixture('json-ld-array'), usd('59.00'))).toBeUndefined()
  })

  test('is another currency, even with the same number', () => {
    const page = readFixture('json-ld-graph')
    expect(findDifference(page, usd('79.00'))).toMatchObject({ price: '79.00', currency: 'EUR' })
    expect(findDifference(page, { price: '79.00', currency: 'EUR' })).toBeUndefined()
  })

  test.each(['149.00', '69.00', '29.00', '19.00', '7.00'])(
    'is not claimed when one of several offers costs the recorded %s',
    (price) => {
      expect(findDifference(readFixture('several-offers'), usd(price))).toBeUndefined()
    },
  )

  test('is the lowest of several offers when none has the recorded price', () => {
    expect(findDifference(readFixture('several-offers'), usd('99.00'))).toMatchObject(usd('69.00'))
  })

  test('is not found when the recorded price is within a range of prices', () => {
    const page = readFixture('aggregate-offer')
    expect(findDifference(page, usd('39.00'))).toBeUndefined()
    expect(findDifference(page, usd('59.00'))).toBeUndefined()
    expect(findDifference(page, usd('199.00'))).toBeUndefined()
    expect(findDifference(page, usd('29.00'))).toMatchObject(usd('39.00'))
    expect(findDifference(page, usd('249.00'))).toMatchObject(usd('39.00'))
  })

  test('is not found for a price without a currency', () => {
    expect(findDifference(readFixture('no-currency'), usd('59.00'))).toBeUndefined()
  })

  test('is an unavailable offer at any price', () => {
    const unavailable = { price: null, currency: null, availability: 'UNAVAILABLE', source: 'OpenGraph' }
    expect(findDifference(readFixture('opengraph'), { price: '89.00', currency: 'EUR' })).toEqual(unavailable)
  })

  test('is not found on a page without data about an offer', () => {
    expect(findDifference(read('<p>Only $59 today!</p>')!, usd('49.00'))).toBeUndefined()
    expect(findDifference(read('')!, usd('49.00'))).toBeUndefined()
  })
})

describe('a price on a page', () => {
  test.each([
    ['49', '49.00'],
    ['49.5', '49.50'],
    ['49,00 €', '49.00'],
    ['€49', '49.00'],
    ['EUR 49', '49.00'],
    ['1.299,00', '1299.00'],
    ['1,299.00', '1299.00'],
    ['1\u00a0299,00', '1299.00'],
    ["1'299.00", '1299.00'],
    ['59.9900', '59.99'],
    ['9999999.99', '9999999.99'],
  ])('"%s" is read', (text, price) => {
    expect(readPagePrice(text, 'EUR')).toEqual({ price, currency: 'EUR', isUnclear: false })
  })

  test.each([
    [49, '49.00'],
    [49.9, '49.90'],
    [1299, '1299.00'],
  ])('the number %s is read', (number, price) => {
    expect(readPagePrice(number, 'USD')).toMatchObject({ price })
  })

  test.each([
    '1.299',
    '1,299',
    '49.000',
    '-49',
    '49-59',
    'from 49',
    '49/mo',
    '$49',
    '10000000',
    '1e3',
    'call us',
    '4 9',
    '49.001',
  ])('"%s" in euros is not read, because it may mean something else', (text) => {
    expect(readPagePrice(text, 'EUR')).toEqual({ price: null, currency: null, isUnclear: true })
  })

  test.each(['', ' ', '0', '0.00', '€0', 0])('"%s" is no price', (text) => {
    expect(readPagePrice(text, 'EUR')).toEqual({ price: null, currency: null, isUnclear: false })
  })

  test('has the currency beside it where none is stated, unless several currencies share the sign', () => {
    expect(readPagePrice('49 €', null)).toMatchObject({ price: '49.00', currency: 'EUR' })
    expect(readPagePrice('USD 49', null)).toMatchObject({ price: '49.00', currency: 'USD' })
    expect(readPagePrice('$49', null)).toMatchObject({ price: '49.00', currency: null })
  })
})
