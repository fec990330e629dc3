import { expect, test } from 'vitest'
import { isSamePage, withoutTracking } from '~/features/catalog/products/plain-link'

test.each([
  ['https://shop.example/deal?utm_source=mail&utm_campaign=x&ref=7781', 'https://shop.example/deal'],
  ['https://shop.example/deal?id=5&gclid=abc#buy', 'https://shop.example/deal?id=5'],
  ['https://shop.example/deal?REF=1&Plan=pro', 'https://shop.example/deal?Plan=pro'],
  [
    'https://shop.example/deal?lifetime&ref=1&path=a/b&sig=x~y*z!',
    'https://shop.example/deal?lifetime&path=a/b&sig=x~y*z!',
  ],
  ['https://shop.example/#/deal/7', 'https://shop.example/#/deal/7'],
  ['https://shop.example/?via=joe#!/deal/7', 'https://shop.example/#!/deal/7'],
  ['https://shop.example/deal?reference=5', 'https://shop.example/deal?reference=5'],
])('%s is kept as %s', (link, plain) => {
  expect(withoutTracking(link)).toBe(plain)
})

test.each([
  ['https://shop.example/deal', 'http://www.shop.example/deal/?ref=1', true],
  ['https://shop.example/deal?b=2&a=1', 'https://shop.example/deal?a=1&b=2', true],
  ['https://shop.example/deal?id=1', 'https://shop.example/deal?id=2', false],
  ['https://shop.example/deal', 'https://other.example/deal', false],
  ['https://shop.example/#/deal/7', 'https://shop.example/#/deal/8', false],
])('%s and %s lead to the same page: %s', (one, other, expected) => {
  expect(isSamePage(one, other)).toBe(expected)
})
