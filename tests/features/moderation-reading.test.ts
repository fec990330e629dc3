import { expect, test } from 'vitest'
import { readPrice } from '~/features/contributions/reported-values/reported-values.server'
import { formatAgo } from '~/ui/relative-time'

test.each([
  ['$49', 'USD', '49.00 USD'],
  ['49.5', 'USD', '49.50 USD'],
  ['USD 1,299', 'USD', '1299.00 USD'],
  ['59.00 usd', 'USD', '59.00 USD'],
  ['€49', 'EUR', '49.00 EUR'],
  ['0', 'USD', '0.00 USD'],
  ['€49', 'USD', '49.00 EUR'],
  ['49 GBP', 'USD', '49.00 GBP'],
  ['$49', 'EUR', '49.00 USD'],
  ['$49 EUR', 'USD', undefined],
  ['$49', 'CAD', undefined],
  ['49,50', 'EUR', undefined],
  ['about 49', 'USD', undefined],
  ['49 a year', 'USD', undefined],
  ['12345678', 'USD', undefined],
  ['', 'USD', undefined],
])('the price "%s" in a deal in %s is parsed as %s', (written, currency, price) => {
  const read = readPrice(written, currency)
  expect(read && `${read.amount} ${read.currency}`).toBe(price)
})

test('elapsed time is shown in its largest whole unit', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ago = (seconds: number) => formatAgo(new Date(now.getTime() - seconds * 1000), now)
  expect([ago(0), ago(59), ago(60), ago(125), ago(7_200), ago(90_000)]).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '2 minutes ago',
    '2 hours ago',
    '1 day ago',
  ])
})
