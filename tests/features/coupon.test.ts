import { expect, test } from 'vitest'
import { codesIn } from '~/features/catalog/deals/editor/coupon'

test.each([
  ['Half the price with code **AUTUMN40** until Friday', ['AUTUMN40']],
  ['Use promo code **GUEST-5** or coupon: **PLUS_5**, or code **GUEST-5**', ['GUEST-5', 'PLUS_5']],
  ['Writes **SQL** code, and **bold** words', []],
  ['code **two words** and code ****', []],
  [`code **${'X'.repeat(41)}**`, []],
  ['code **A** code **B** code **C** code **D**', ['A', 'B', 'C']],
])('the codes that %j names in bold are found', (text, codes) => {
  expect(codesIn(text)).toEqual(codes)
})
