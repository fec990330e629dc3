import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { targetForm } from '~/features/audience/following/following-form.server'
import { discount } from '~/features/catalog/deals/deal'
import { dealSearchParams, parseDealSearch } from '~/features/catalog/deals/list/deal-filters'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { readPagePrice } from '~/features/catalog/vendor-pages/page-offer.server'
import { changeReportForm } from '~/features/contributions/change-logs/change-reports.server'
import { purchaseForm } from '~/features/contributions/purchases/save-purchase.server'
import type { DealRecord } from '~/features/contributions/reported-values/reported-values.server'
import { exportDeals } from '~/features/staff/csv-import/export-deals.server'
import { decisionForm } from '~/features/staff/queue/decision-form.server'
import { ValueError } from '~/http/forms'
import { formatMoney, formatShortMoney, fromParts, isSameAmount, moneyParts, toParts } from '~/ui/money'
import { importFile, importRows, makeCategoryAndPlatform, makeRow, readAll, withFile } from '../csv-files'

describe('a price is written with the decimals of its currency', () => {
  test.each([
    ['49.00', 'USD', '$49.00', '$49'],
    ['49.50', 'USD', '$49.50', '$49.50'],
    ['4980', 'JPY', '¥4,980', '¥4,980'],
    ['1200', 'KRW', '₩1,200', '₩1,200'],
    ['12.500', 'KWD', 'KWD\u00a012.500', 'KWD\u00a012.500'],
    ['12.000', 'BHD', 'BHD\u00a012.000', 'BHD\u00a012'],
    ['12.3456', 'CLF', 'CLF\u00a012.3456', 'CLF\u00a012.3456'],
    // Written before a currency had its own decimals.
    ['4980.00', 'JPY', '¥4,980', '¥4,980'],
    ['49.50', 'JPY', '¥49.5', '¥49.5'],
    ['5.00', 'XQQ', 'XQQ\u00a05.00', 'XQQ\u00a05'],
  ])('%s %s', (amount, currency, text, short) => {
    expect([formatMoney(amount, currency), formatShortMoney(amount, currency)]).toEqual([text, short])
    const { whole, cents } = moneyParts(amount, currency)
    expect(whole + cents).toBe(text)
  })

  test('an amount that was stored with other decimals is the same amount', () => {
    expect([isSameAmount('4980.00', '4980'), isSameAmount('59', '59.00'), isSameAmount(null, null)]).toEqual([
      true,
      true,
      true,
    ])
    expect([isSameAmount('12.500', '12.501'), isSameAmount(null, '0.00')]).toEqual([false, false])
  })

  test('half of a yen in a chart is rounded, and a fils is not lost', () => {
    expect(fromParts(toParts('4981') / 2, 'JPY')).toBe('2491')
    expect(fromParts(toParts('12.345'), 'KWD')).toBe('12.345')
    expect(discount({ original_price: '0.100', deal_price: '0.025' })).toBe(75)
  })
})

describe('a price is read with the decimals of its currency', () => {
  test.each([
    ['4,980', 'JPY', '4980'],
    ['¥4,980', 'JPY', '4980'],
    ['4980.00', 'JPY', '4980'],
    ['4.980,00', 'JPY', '4980'],
    ['JPY 1,234,567', 'JPY', '1234567'],
    ['₩120,000', 'KRW', '120000'],
    ['12.345', 'KWD', '12.345'],
    ['12.5', 'KWD', '12.500'],
    ['KWD 1,250.750', 'KWD', '1250.750'],
    ['1.250,750', 'KWD', '1250.750'],
    ['12', 'KWD', '12.000'],
    ['12.3456', 'CLF', '12.3456'],
    ['9999999.999', 'KWD', '9999999.999'],
    ['49', 'usd', '49.00'],
    ['49', 'XQQ', '49.00'],
    ['49', '', '49.00'],
  ])('%s in %s', (text, currency, price) => {
    expect(priceIn(currency)(text)).toBe(price)
  })

  test.each([
    ['49.5', 'JPY', 'cannot have decimals in Japanese yen'],
    ['4.980', 'JPY', 'cannot have decimals in Japanese yen. If the point separates thousands, type 4980'],
    ['12.3456', 'KWD', 'can have at most three decimals, such as 59.500'],
    ['12,345', 'KWD', 'can be read in two ways. Type 12345, or 12.345 if the comma separates decimals'],
    ['59.999', 'USD', 'can have at most two decimals, such as 59.50. If the point separates thousands, type 59999'],
    ['10000000', 'JPY', 'can be at most 9999999'],
    ['10000000', 'KWD', 'can be at most 9999999.999'],
    ['cheap', 'JPY', 'must be a whole number from 0 to 9999999, such as 5900'],
    ['cheap', 'KWD', 'must be a number from 0 to 9999999.999, such as 59 or 59.500'],
    ['cheap', 'USD', 'must be a number from 0 to 9999999.99, such as 59 or 59.50'],
    ['$49', 'JPY', 'names a different currency. If 49 is the amount in this currency, type 49'],
    ['-5', 'JPY', 'cannot be negative'],
  ])('%s in %s is refused with what to type instead', (text, currency, words) => {
    expect(priceIn(currency)(text)).toEqual(new ValueError(words))
  })

  test.each([
    ['4,980', 'JPY', '4980'],
    ['4980', 'JPY', '4980'],
    [4980, 'JPY', '4980'],
    ['¥4,980', 'JPY', '4980'],
    ['12.500', 'KWD', '12.500'],
    [12.5, 'KWD', '12.500'],
    ['1,250.750', 'KWD', '1250.750'],
    ['4.980', 'JPY', null],
    ['12,500', 'KWD', null],
    ['49.5', 'JPY', null],
  ])('%s of a page in %s', (text, currency, price) => {
    expect(readPagePrice(text, currency)).toMatchObject({ price, isUnclear: price === null })
  })

  test('bounds of a list are compared with prices of every currency', () => {
    const queryOf = (minPrice: string) => dealSearchParams(parseDealSearch(new URLSearchParams({ minPrice })))
    expect(['59', '59.0', '59.5', '12.345', '59.12345', '1e3'].map(queryOf)).toEqual([
      'minPrice=59',
      'minPrice=59',
      'minPrice=59.50',
      'minPrice=12.345',
      '',
      '',
    ])
  })
})

const YEN_DEAL = {
  version: 1,
  currency: 'JPY',
  start_date: '2026-01-01',
  deal_price: '4980',
  original_price: null,
  deal_price_period: 'ONCE',
  end_date: null,
  coupon_code: null,
  refund_days: null,
  redeem_days: null,
  stackable: null,
  max_codes: null,
  platform_refund_days: null,
  plans: [],
  limits: [],
} satisfies DealRecord
const APPROVAL = {
  id: randomUUID(),
  version: '1',
  apply: true,
  field: 'deal_price',
  newValue: '49.5',
  newCurrency: 'JPY',
}

test.each([
  ['a purchase', purchaseForm, { bought_on: '2026-01-31', paid: '49.5' }, 'Paid'],
  ['a price alert', targetForm, { target: '49.5' }, 'The price'],
  ['a report', changeReportForm(YEN_DEAL), { kind: 'PRICE', new_value: '49.5' }, 'Value now'],
  ['an approval', decisionForm('change_log', 'approve')!, APPROVAL, 'Deal price'],
])('%s in yen is refused with a sentence about yen', (_form, schema, fields, label) => {
  const { error } = schema.safeParse({ currency: 'JPY', ...fields })
  expect(error?.issues.map(({ message }) => message)).toContain(`${label} cannot have decimals in Japanese yen.`)
})

test('prices of a file have the decimals of their currency, and its export changes nothing', async () => {
  await makeCategoryAndPlatform()
  const rows = [
    makeRow({ slug: 'yen', currency: 'JPY', deal_price: '4,980', plans: 'Solo:¥4,980:1|Team:9960.00:2' }),
    makeRow({ slug: 'dinar', title: 'Dinar', currency: 'KWD', deal_price: '12.345', original_price: '20' }),
    makeRow({ slug: 'half', title: 'Half', currency: 'JPY', deal_price: '49.5' }),
    makeRow({ slug: 'plan', title: 'Plan', currency: 'JPY', plans: 'Solo:49.5:1' }),
  ]
  const imported = await importRows(rows)
  expect(imported.errors).toEqual([
    '4 deal_price: Deal price cannot have decimals in Japanese yen.',
    '5 plans: Plans, entry 1 has a price that cannot have decimals in Japanese yen.',
  ])
  const stored = await db.selectFrom('deals').select(['slug', 'original_price', 'deal_price']).orderBy('slug').execute()
  expect(stored).toEqual([
    { slug: 'dinar', original_price: '20.000', deal_price: '12.345' },
    { slug: 'yen', original_price: null, deal_price: '4980' },
  ])
  const plans = await db.selectFrom('deal_plans').select(['name', 'price']).orderBy('position').execute()
  expect(plans).toEqual([
    { name: 'Solo', price: '4980' },
    { name: 'Team', price: '9960' },
  ])
  const exported = await readAll(exportDeals(DEFAULT_MANAGE_SEARCH))
  expect(exported).toContain(',12.345,')
  expect(await withFile(exported, importFile)).toMatchObject({ unchanged: 2, updated: 0, failed: 0 })
})
