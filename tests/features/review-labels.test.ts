import { expect, test } from 'vitest'
import { reviewLabels } from '~/features/contributions/reviews/review-labels'

const NOTHING = { connection: 'NONE', bought_month: null, is_refunded: false, checked_on: null } as const

test.each([
  [{}, []],
  [{ bought_month: '2026-03' }, ['Says they bought it in March 2026']],
  [{ bought_month: '2026-03', checked_on: '2026-11-24' }, ['Purchase checked, 24 Nov 2026']],
  [{ checked_on: '2026-11-24', is_refunded: true }, ['Purchase checked, 24 Nov 2026', 'Refunded']],
  [{ connection: 'FREE' }, ['Got it free']],
  [{ connection: 'AFFILIATE' }, ['Affiliate']],
] as const)('a review with %o is labelled %o', (given, labels) => {
  expect(reviewLabels({ ...NOTHING, ...given }).map(({ text }) => text)).toEqual(labels)
})

test.each([
  [true, 'You bought it in Nov 2026, receipt under review'],
  [false, 'You bought it in Nov 2026'],
])('authors see when they bought it; receipt pending: %s', (isReceiptPending, label) => {
  const labels = reviewLabels({ ...NOTHING, bought_month: '2026-11' }, { isReceiptPending })
  expect(labels.map(({ text }) => text)).toEqual([label])
})
