import { expect, test } from 'vitest'
import { readCode, readDiscount } from '~/features/staff/csv-import/stated-offer'

test.each([
  ['50% off for Black Friday', '50', '50% off'],
  ['A shelf. **30% OFF** with code **BF25**', '30', '30% OFF'],
  ['Save 40% on the lifetime license', '40', 'Save 40%'],
  ['A discount of 15 % until Monday', '15', 'discount of 15 %'],
  ['20% off. Really: 20% discount', '20', '20% off'],
])('reads the discount of %s', (text, value, words) => {
  const { start, end, ...stated } = readDiscount(text)!
  expect(stated).toEqual({ value })
  expect(text.slice(start, end)).toBe(words)
})

test.each([
  '20% off monthly plans, 30% off yearly ones',
  'Up to 50% off',
  'up to **50% OFF**, 50% off the first year',
  '70%+ off, and 30% off the yearly plan',
  '30%+ off',
  '12.5% off',
  '100% off',
  '0% off',
  '100% open source and 80% faster',
  '$30 off',
])('reads no discount from %s', (text) => {
  expect(readDiscount(text)).toBeUndefined()
})

test.each([
  ['Use code BF2026 at checkout', 'BF2026', 'code BF2026'],
  ['Code: LIFETIME30', 'LIFETIME30', 'Code: LIFETIME30'],
  ['50% off with coupon code **BLACK**', 'BLACK', 'coupon code **BLACK'],
  ['40% OFF With Code **blackfriday2025**', 'blackfriday2025', 'Code **blackfriday2025'],
  ['with code "FLASH", yes, code FLASH', 'FLASH', 'code "FLASH'],
  ['with code viralblackfriday30 (until Sunday)', 'viralblackfriday30', 'code viralblackfriday30'],
])('reads the code of %s', (text, value, words) => {
  const { start, end, ...stated } = readCode(text)!
  expect(stated).toEqual({ value })
  expect(text.slice(start, end)).toBe(words)
})

test.each([
  'code ONE20 for monthly, code TWO20 for yearly plans',
  '50% OFF with code **BF25** or **CM25**',
  'Lifetime, no code needed',
  'Add custom code and scripts',
  'Take your Swift code to the next level',
  'Codes 100 and more',
  'a low-code platform',
])('reads no code from %s', (text) => {
  expect(readCode(text)).toBeUndefined()
})
