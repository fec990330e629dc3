import { expect, test } from 'vitest'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { makeDeal, makeProfile, makePurchase, makeReview } from '../factories'

type Bought = Parameters<typeof makePurchase>[0]

/** Reviews of one deal, each with the purchase behind it, if any. */
async function makeReviews(
  given: Record<string, { rating?: number; written?: string; edited?: string; bought?: Bought }>,
) {
  const deal = await makeDeal({ published: true })
  for (const [title, { rating = 5, written = '2026-09-14', edited, bought }] of Object.entries(given)) {
    const by = { deal_id: deal.id, user_id: (await makeProfile()).id }
    const edited_at = edited ? new Date(`${edited}T12:00:00Z`) : null
    await makeReview({
      ...by,
      title,
      rating,
      status: 'APPROVED',
      created_at: new Date(`${written}T12:00:00Z`),
      edited_at,
    })
    if (bought) await makePurchase({ ...by, ...bought })
  }
  return deal
}

const titlesOf = async (dealId: string, only: 'checked' | 'owned', stars: '' | '2' = '') =>
  (await listApprovedReviews(dealId, { only, stars })).map(({ title }) => title).sort()

const checked = { bought_on: '2026-09-01', proof_status: 'CHECKED', proof_decided_at: new Date() } as const

test('the filter of checked purchases shows neither claims nor proofs that wait or were not enough', async () => {
  const deal = await makeReviews({
    Checked: { bought: checked },
    'Checked, two stars': { rating: 2, bought: checked },
    Claimed: { bought: { bought_on: '2026-09-01' } },
    Waiting: { bought: { bought_on: null, proof_status: 'SUBMITTED' } },
    Refused: { bought: { ...checked, proof_status: 'REFUSED', proof_reason: 'No name on it' } },
    Silent: {},
  })
  expect(await titlesOf(deal.id, 'checked')).toEqual(['Checked', 'Checked, two stars'])
  expect(await titlesOf(deal.id, 'checked', '2')).toEqual(['Checked, two stars'])
  expect((await findReviewFigures(deal.id)).counts).toEqual({
    all: [5, 0, 0, 1, 0],
    checked: [1, 0, 0, 1, 0],
    owned: [0, 0, 0, 0, 0],
  })
})

test('the filter of long owners goes by the day of the words, not by today, and ends with a refund', async () => {
  const deal = await makeReviews({
    'Six months to the day': { bought: { bought_on: '2026-03-14' } },
    'A day too early': { bought: { bought_on: '2026-03-15' } },
    'Early, but edited later': { edited: '2026-09-20', bought: { bought_on: '2026-03-15' } },
    'Refunded after a month': { bought: { bought_on: '2025-03-14', refunded_on: '2025-04-14' } },
    'Refunded after a year': { bought: { bought_on: '2025-03-14', refunded_on: '2026-03-14' } },
    'Bought long ago, written at once': { written: '2024-03-15', bought: { bought_on: '2024-03-14' } },
    Silent: {},
  })
  const owned = ['Early, but edited later', 'Refunded after a year', 'Six months to the day']
  expect(await titlesOf(deal.id, 'owned')).toEqual(owned)
  expect((await findReviewFigures(deal.id)).counts.owned).toEqual([3, 0, 0, 0, 0])
})

test('another reader of the same deal or another deal of the same reader lends no purchase', async () => {
  const deal = await makeReviews({ Silent: {} })
  await makePurchase({ deal_id: deal.id, user_id: (await makeProfile()).id, ...checked })
  expect(await titlesOf(deal.id, 'checked')).toEqual([])
})
