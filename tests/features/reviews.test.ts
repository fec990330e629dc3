import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { averageOf } from '~/features/contributions/reviews/review'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { reviewLabels } from '~/features/contributions/reviews/review-labels'
import { setVote } from '~/features/contributions/reviews/review-votes.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { loader } from '~/routes/deals.$slug._index/route'
import { action } from '~/routes/deals.$slug_.helpful'
import { makeDeal, makeProfile, makePurchase, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, requestAs } from '../requests'

afterEach(() => {
  env.RATE_LIMIT = true
})

const form = { rating: 4, title: 'Good value', body: 'Paid once, used daily.' }
const stored = () => db.selectFrom('review_versions').selectAll().orderBy('created_at').execute()
const dealOf = (id: string) =>
  db.selectFrom('deals').select(['review_count', 'rating_sum']).where('id', '=', id).executeTakeFirstOrThrow()

test('a new review is pending and does not affect the rating', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  expect(await submitReview(ada.id, { deal: deal.id, text: form })).toBe('submitted')
  expect(await stored()).toMatchObject([{ ...form, user_id: ada.id, deal_id: deal.id, status: 'PENDING' }])
  expect(await dealOf(deal.id)).toEqual({ review_count: 0, rating_sum: 0 })
})

test('a text after a rejected one waits beside it, and does not affect the rating', async () => {
  const rejection = { status: 'REJECTED', rejection_reason: 'OTHER', moderation_reason: 'Say more' } as const
  const refused = await makeReview({ ...rejection, created_at: new Date('2026-01-02') })
  expect(await submitReview(refused.user_id!, { deal: refused.deal_id, text: form })).toBe('submitted')
  expect(await stored()).toMatchObject([rejection, { ...form, status: 'PENDING', review_id: refused.id }])
  expect(await dealOf(refused.deal_id)).toEqual({ review_count: 0, rating_sum: 0 })
})

test('a text that nobody has read is replaced, and was written when the review was', async () => {
  const waiting = await makeReview({ created_at: new Date('2026-01-02') })
  expect(await submitReview(waiting.user_id!, { deal: waiting.deal_id, text: form })).toBe('submitted')
  const { id, created_at, waiting_since } = waiting
  expect(await stored()).toMatchObject([{ ...form, id, created_at, waiting_since, version: 2 }])
})

test('reviews of unpublished or deleted deals are rejected', async () => {
  const [ada, draft] = [await makeProfile(), await makeDeal({ published: false })]
  for (const id of [draft.id, crypto.randomUUID()])
    expect(await submitReview(ada.id, { deal: id, text: form })).toBe('missing')
  expect(await stored()).toEqual([])
})

test.each(['REJECTED', 'CHANGES_REQUESTED'] as const)(
  'a review that is %s waits again when it is resubmitted, even unchanged',
  async (status) => {
    const sentBack = { status, moderation_reason: 'Say more', moderated_at: new Date() }
    const { id, user_id, deal_id } = await makeReview({ ...form, ...sentBack, created_at: new Date('2026-01-02') })
    const before = new Date()
    expect(await submitReview(user_id!, { deal: deal_id, text: form })).toBe('submitted')
    expect(await stored()).toMatchObject([
      { id, ...sentBack },
      { ...form, status: 'PENDING', moderation_reason: null },
    ])
    const queued = await db
      .selectFrom('moderation_items')
      .select(['id', 'waiting_since'])
      .where('status', '=', 'PENDING')
      .executeTakeFirstOrThrow()
    expect(queued.id).not.toBe(id)
    expect(queued.waiting_since!.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
  },
)

test('concurrent reviews of one deal by one member leave one row', async () => {
  env.RATE_LIMIT = false
  const ada = await makeProfile()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const deal = await makeDeal()
    const titles = ['First', 'Second', 'Third']
    await Promise.all(titles.map((title) => submitReview(ada.id, { deal: deal.id, text: { ...form, title } })))
    const rows = await db.selectFrom('review_versions').select('title').where('deal_id', '=', deal.id).execute()
    expect(rows).toHaveLength(1)
  }
})

test('a review is stored exactly as submitted, and leaves those of other members and deals unchanged', async () => {
  const others = await makeReview({ status: 'APPROVED' })
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const odd = { rating: 1, title: `'; drop table reviews; --`, body: '</script>\u202egnp.exe 😀 \u0001' }
  await submitReview(ada.id, { deal: others.deal_id, text: odd })
  await submitReview(others.user_id!, { deal: deal.id, text: form })
  const rows = await stored()
  expect(rows).toHaveLength(3)
  expect(rows.find(({ id }) => id === others.id)).toMatchObject({ body: others.body, version: 1 })
  expect(rows.find(({ user_id }) => user_id === ada.id)).toMatchObject(odd)
})

test('the database rejects invalid ratings and text lengths', async () => {
  for (const given of [{ rating: 0 }, { rating: 6 }, { title: '' }, { title: '😀'.repeat(101) }]) {
    await expect(makeReview(given)).rejects.toMatchObject({ code: '23514' })
  }
  await makeReview({ title: '😀'.repeat(100), body: '😀'.repeat(1_000) })
})

test('the average of the listed reviews equals the stored average of the deal', async () => {
  for (const counts of [
    [51, 149, 0, 0, 0],
    [40, 0, 2, 0, 5],
    [1, 2, 0, 0, 0],
  ]) {
    const total = counts.reduce((sum, count) => sum + count, 0)
    const rating_sum = counts.reduce((sum, count, place) => sum + count * (5 - place), 0)
    const { rating_average } = await makeDeal({ review_count: total, rating_sum })
    expect(averageOf(counts)).toBe(Number(rating_average))
  }
})

const countOf = async (id: string) =>
  (await db.selectFrom('reviews').select('helpful_count').where('id', '=', id).executeTakeFirstOrThrow()).helpful_count

/** Reviews by rating and day, of one deal. */
async function makeReviews() {
  const deal = await makeDeal({ published: true })
  const given = [
    { rating: 3, day: '01' },
    { rating: 5, day: '02' },
    { rating: 1, day: '03' },
    { rating: 5, day: '04' },
  ]
  const reviews = []
  for (const { rating, day } of given) {
    const created_at = new Date(`2026-03-${day}T00:00:00Z`)
    reviews.push(await makeReview({ deal_id: deal.id, rating, status: 'APPROVED', title: `Day ${day}`, created_at }))
  }
  await makeReview({ deal_id: deal.id, rating: 5, title: 'Waiting' })
  return { deal, reviews }
}

test.each([
  ['', '', ['Day 04', 'Day 03', 'Day 02', 'Day 01']],
  ['oldest', '', ['Day 01', 'Day 02', 'Day 03', 'Day 04']],
  ['highest', '', ['Day 04', 'Day 02', 'Day 01', 'Day 03']],
  ['lowest', '', ['Day 03', 'Day 01', 'Day 04', 'Day 02']],
  ['helpful', '', ['Day 03', 'Day 04', 'Day 02', 'Day 01']],
  ['oldest', '5', ['Day 02', 'Day 04']],
  ['', '2', []],
] as const)('the order "%s" with the filter "%s" lists %j', async (sort, stars, titles) => {
  const { deal, reviews } = await makeReviews()
  await setVote((await makeProfile()).id, reviews[2]!.id, true)
  const listed = await listApprovedReviews(deal.id, { sort, stars })
  expect(listed.map(({ title }) => title)).toEqual(titles)
})

test('the page reads order and filter from the address, and ignores unknown ones', async () => {
  const { deal } = await makeReviews()
  const open = async (query: string) =>
    (await answer(
      loader({
        request: await requestAs(null, `/deals/${deal.slug}${query}`),
        params: { slug: deal.slug },
        context: {},
      }),
    )) as { reviews: { title: string }[]; pages: number } | Response
  expect(await open('?sort=lowest&stars=5')).toMatchObject({
    reviews: [{ title: 'Day 04' }, { title: 'Day 02' }],
    search: { stars: '5' },
    counts: { all: [2, 0, 1, 0, 1] },
  })
  expect(await open('?sort=random&stars=9')).toMatchObject({ reviews: { length: 4 } })
  const moved = (await open('?stars=5&page=7')) as Response
  expect(moved.headers.get('Location')).toBe(`/deals/${deal.slug}?stars=5#record`)
})

test('a vote counts once a reader, however often it is sent, and can be taken back', async () => {
  const [reader, { id, deal_id }] = [await makeProfile(), await makeReview({ status: 'APPROVED' })]
  const votes = await Promise.all([1, 2, 3].map(() => setVote(reader.id, id, true)))
  expect(votes).toEqual(['voted', 'voted', 'voted'])
  expect(await countOf(id)).toBe(1)
  expect(await listApprovedReviews(deal_id, {}, reader.id)).toMatchObject([{ id, is_own: false, is_voted: true }])
  await Promise.all([1, 2].map(() => setVote(reader.id, id, false)))
  expect(await countOf(id)).toBe(0)
})

test('authors cannot vote for their own reviews, and members only for public ones', async () => {
  const [author, reader] = [await makeProfile(), await makeProfile()]
  const own = await makeReview({ user_id: author.id, status: 'APPROVED' })
  const waiting = await makeReview()
  const draft = await makeDeal({ published: false })
  const hidden = await makeReview({ deal_id: draft.id, status: 'APPROVED' })
  expect(await setVote(author.id, own.id, true)).toBe('own')
  expect(await listApprovedReviews(own.deal_id, {}, author.id)).toMatchObject([{ is_own: true, is_voted: false }])
  expect(await setVote(reader.id, waiting.id, true)).toBe('missing')
  expect(await setVote(reader.id, hidden.id, true)).toBe('missing')
  expect(await db.selectFrom('review_votes').selectAll().execute()).toEqual([])
})

test('the form shows the error, and suspended members are refused', async () => {
  const deal = await makeDeal({ published: true })
  const review = await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  const send = async (as: { id: string }, form: Record<string, string>) =>
    (await answer(
      action({
        request: await requestAs(as, `/deals/${deal.slug}/helpful`, form),
        params: { slug: deal.slug },
        context: {},
      }),
    )) as Response
  const reader = await makeProfile()
  await send(reader, { intent: 'add', review: review.id })
  expect(await countOf(review.id)).toBe(1)
  expect((await send(reader, { intent: 'toggle', review: review.id })).status).toBe(400)
  expect((await send(reader, { intent: 'add', review: 'x' })).status).toBe(404)
  const elsewhere = await makeReview({ status: 'APPROVED' })
  expect((await send(reader, { intent: 'add', review: elsewhere.id })).status).toBe(404)
  expect(await countOf(elsewhere.id)).toBe(0)
  expect((await send(await makeProfile({ status: 'SUSPENDED' }), { intent: 'add', review: review.id })).status).toBe(
    403,
  )
  expect(await countOf(review.id)).toBe(1)
})

test('counts equal a recount after votes of many readers, and after accounts and reviews are deleted', async () => {
  const readers = await Promise.all([1, 2, 3, 4].map(() => makeProfile()))
  const reviews = await Promise.all([1, 2].map(() => makeReview({ status: 'APPROVED' })))
  await Promise.all(readers.flatMap(({ id }) => reviews.map((review) => setVote(id, review.id, true))))
  await deleteProfile(readers[0]!.id)
  await db.deleteFrom('reviews').where('id', '=', reviews[1]!.id).execute()
  const { rows } = await sql<{ kept: number; counted: number }>`
    select helpful_count as kept, (select count(*) from review_votes where review_id = reviews.id) as counted
    from reviews`.execute(db)
  expect(rows).toEqual([{ kept: 3, counted: 3 }])
})

type Bought = Parameters<typeof makePurchase>[0]

/** Reviews of one deal, each with the purchase behind it, if any. */
async function makeBoughtReviews(
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

test('the filter of checked purchases shows no claims, no proofs that wait or were not enough, and no purchases of others', async () => {
  const deal = await makeBoughtReviews({
    Checked: { bought: checked },
    'Checked, two stars': { rating: 2, bought: checked },
    Claimed: { bought: { bought_on: '2026-09-01' } },
    Waiting: { bought: { bought_on: null, proof_status: 'SUBMITTED' } },
    Refused: { bought: { ...checked, proof_status: 'REFUSED', proof_reason: 'No name on it' } },
    Silent: {},
  })
  // Of another reader of the deal, who wrote no review of it.
  await makePurchase({ deal_id: deal.id, user_id: (await makeProfile()).id, ...checked })
  expect(await titlesOf(deal.id, 'checked')).toEqual(['Checked', 'Checked, two stars'])
  expect(await titlesOf(deal.id, 'checked', '2')).toEqual(['Checked, two stars'])
  expect((await findReviewFigures(deal.id)).counts).toEqual({
    all: [5, 0, 0, 1, 0],
    checked: [1, 0, 0, 1, 0],
    owned: [0, 0, 0, 0, 0],
  })
})

test('the filter of long owners goes by the day of the words, not by today, and ends with a refund', async () => {
  const deal = await makeBoughtReviews({
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
