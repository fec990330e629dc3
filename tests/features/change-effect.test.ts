import { expect, test } from 'vitest'
import { type suggestEffect as Suggest, suggestEffect } from '~/features/catalog/record/change-effect'

test('a change for new buyers only is neither better nor worse for owners', () => {
  const values = { old_value: '5 seats', new_value: '3 seats' }
  expect(suggestEffect({ kind: 'LIMITS', affects_owners: 'NO', ...values })).toBe('NEITHER')
  expect(suggestEffect({ kind: 'LIMITS', affects_owners: 'YES', ...values })).toBe('WORSE')
})

test.each<[Parameters<typeof Suggest>[0]['kind'], string | null, string | null, ReturnType<typeof Suggest>]>([
  ['PRICE', '$59.00', '$69.00', 'NEITHER'],
  ['ENDED', null, null, 'NEITHER'],
  ['REOPENED', null, null, 'NEITHER'],
  ['SHUTDOWN', null, null, 'WORSE'],
  ['IMPROVED', null, null, 'BETTER'],
  ['ACQUIRED', 'Northpane', 'Halden', null],
  ['OTHER', '1 seat', '2 seats', null],
  ['LIMITS', '250,000 words', '400,000 words a month', 'BETTER'],
  ['LIMITS', '750', '500 keywords', 'WORSE'],
  ['LIMITS', '10k emails', '9,500 emails', 'WORSE'],
  ['LIMITS', '1.5M rows', '900k rows', 'WORSE'],
  ['LIMITS', '5 seats', 'Unlimited seats', 'BETTER'],
  ['LIMITS', 'unlimited', '50 GB', 'WORSE'],
  ['LIMITS', 'No limit stated', '50 GB', null],
  ['LIMITS', '1 TB', '50 GB', null],
  ['LIMITS', '5 seats, 2 sites', '5 seats, 3 sites', null],
  ['LIMITS', '1 seat', '5 seats', 'BETTER'],
  ['LIMITS', '5 seats', '5 Seats', null],
  ['LIMITS', null, '5 seats', null],
  ['REFUND', '30 days', '60-day refund', 'BETTER'],
  ['REFUND', '60 days', 'None', 'WORSE'],
  ['REFUND', 'no refund', '14 days', 'BETTER'],
  ['TERMS', '60 days', '30 days', 'WORSE'],
  ['TERMS', 'Updates for life', 'Updates of version 4 only', null],
])('of a %s from %j to %j the suggestion for owners is %s', (kind, old_value, new_value, effect) => {
  expect(suggestEffect({ kind, old_value, new_value })).toBe(effect)
})
