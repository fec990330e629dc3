import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { ModerationStatus } from '~/db/schema'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { makeDeal, makeFollowUp, makeProfile, makePurchase, makeReview } from '../factories'

/** The same sequence of numbers between 0 and 1 on every run. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

const on = (day: string) => new Date(`${day}T12:00:00Z`)
const ratingOf = async (dealId: string) =>
  db
    .selectFrom('deals')
    .select(['review_count', 'rating_sum', 'rating_average'])
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
const reviewOf = async (id: string) =>
  db.selectFrom('reviews').select(['counted_rating', 'last_answer']).where('id', '=', id).executeTakeFirstOrThrow()
const setStatus = (id: string, status: ModerationStatus) =>
  db.updateTable('follow_ups').set({ status }).where('id', '=', id).execute()

test('the newest approved rating counts, of the answers and of the text as it was last edited', async () => {
  const review = await makeReview({ status: 'APPROVED', rating: 5, created_at: on('2025-01-10') })
  const first = await makeFollowUp({ review, months: 6, rating: 3, answer: 'SOMETIMES', created_at: on('2025-07-10') })
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 5, last_answer: null })
  await setStatus(first.id, 'APPROVED')
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 3, last_answer: 'SOMETIMES' })
  expect(await ratingOf(review.deal_id)).toEqual({ review_count: 1, rating_sum: 3, rating_average: '3.00' })

  const later = await makeFollowUp({
    review,
    rating: 2,
    answer: 'NO',
    status: 'APPROVED',
    created_at: on('2026-01-10'),
  })
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 2, last_answer: 'NO' })
  await db
    .updateTable('reviews')
    .set({ rating: 4, edited_at: on('2026-02-01') })
    .where('id', '=', review.id)
    .execute()
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 4, last_answer: 'NO' })
  await db.updateTable('reviews').set({ rating: 5, edited_at: null }).where('id', '=', review.id).execute()
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 2, last_answer: 'NO' })
  await setStatus(later.id, 'PENDING')
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 3, last_answer: 'SOMETIMES' })
  await db.deleteFrom('follow_ups').where('id', '=', first.id).execute()
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 5, last_answer: null })
  expect(await ratingOf(review.deal_id)).toMatchObject({ rating_sum: 5 })
})

test('after any sequence of decisions, edits and deletions the ratings are those of a recount', async () => {
  const random = randomOf(37)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const someDay = () => new Date(Date.UTC(2024, 0, 1 + Math.floor(random() * 900)))
  const deals = [await makeDeal(), await makeDeal()]
  const authors = await Promise.all([1, 2, 3, 4].map(() => makeProfile()))
  const STATUSES = ['APPROVED', 'APPROVED', 'PENDING', 'REJECTED'] as const
  const stars = () => 1 + Math.floor(random() * 5)
  const steps = {
    review: async () => {
      const given = { deal_id: pick(deals).id, user_id: pick(authors).id }
      const values = { ...given, rating: stars(), status: pick(STATUSES), created_at: someDay(), title: 'A', body: 'B' }
      await db
        .insertInto('reviews')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    answer: async () => {
      const review = pick(await db.selectFrom('reviews').selectAll().execute())
      if (!review) return
      const { id: review_id, deal_id, user_id } = review
      const values = { review_id, deal_id, user_id, months: pick([6, 12, 24, 36]), rating: stars() }
      const answer = pick(['YES', 'SOMETIMES', 'NO', 'GONE'] as const)
      await db
        .insertInto('follow_ups')
        .values({ ...values, answer, status: pick(STATUSES), created_at: someDay() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    change: async () => {
      const table = pick(['reviews', 'follow_ups', 'follow_ups'] as const) as 'reviews'
      const row = pick(await db.selectFrom(table).select('id').execute())
      const changes = [{ status: pick(STATUSES) }, { rating: stars() }, { created_at: someDay() }]
      if (row) await db.updateTable(table).set(pick(changes)).where('id', '=', row.id).execute()
    },
    edit: async () => {
      const row = pick(await db.selectFrom('reviews').select('id').execute())
      const edited_at = pick([null, someDay()])
      if (row) await db.updateTable('reviews').set({ rating: stars(), edited_at }).where('id', '=', row.id).execute()
    },
    delete: async () => {
      const table = pick(['reviews', 'follow_ups', 'follow_ups'] as const) as 'reviews'
      const row = pick(await db.selectFrom(table).select('id').execute())
      if (row) await db.deleteFrom(table).where('id', '=', row.id).execute()
    },
  }
  const names = ['review', 'review', 'answer', 'answer', 'answer', 'change', 'change', 'edit', 'delete'] as const
  for (let step = 0; step < 300; step++) {
    await steps[pick(names)]()
    if (step % 10 === 9) await expectRecounted()
  }
  const answered = await db.selectFrom('reviews').select('id').where('last_answer', 'is not', null).execute()
  expect(answered.length).toBeGreaterThan(0)
})

/** Compares what the triggers keep with a count of everything there is. */
async function expectRecounted() {
  const reviews = await db.selectFrom('reviews').selectAll().execute()
  const answers = await db.selectFrom('follow_ups').selectAll().where('status', '=', 'APPROVED').execute()
  for (const review of reviews) {
    const own = answers
      .filter(({ review_id }) => review_id === review.id)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.months - b.months)
      .at(-1)
    const isAnswerNewer = own && own.created_at > (review.edited_at ?? review.created_at)
    expect(review.counted_rating).toBe(isAnswerNewer ? own.rating : review.rating)
    expect(review.last_answer).toBe(own?.answer ?? null)
  }
  const { rows: wrong } = await sql`
    select deals.id from deals left join lateral (
      select count(*)::int as reviews, coalesce(sum(counted_rating), 0)::int as stars from reviews
      where deal_id = deals.id and status = 'APPROVED') as counted on true
    where (review_count, rating_sum) is distinct from (counted.reviews, counted.stars)`.execute(db)
  expect(wrong).toEqual([])
}

test('two answers that are approved at the same time both count', async () => {
  const review = await makeReview({ status: 'APPROVED', created_at: on('2023-01-10') })
  const answers = await Promise.all(
    [6, 12, 24, 36].map((months, index) =>
      makeFollowUp({ review, months, rating: index + 1, created_at: on(`202${index + 3}-08-01`) }),
    ),
  )
  await Promise.all(answers.map(({ id }) => setStatus(id, 'APPROVED')))
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 4, last_answer: 'YES' })
  expect(await ratingOf(review.deal_id)).toMatchObject({ rating_sum: 4 })
})

test('bars, the filter by stars and the orders by rating follow the rating that counts', async () => {
  const deal = await makeDeal()
  const five = await makeReview({ deal_id: deal.id, status: 'APPROVED', rating: 5, created_at: on('2025-01-10') })
  const four = await makeReview({ deal_id: deal.id, status: 'APPROVED', rating: 4, created_at: on('2025-02-10') })
  await makePurchase({ deal_id: deal.id, user_id: five.user_id!, bought_on: '2025-01-02' })
  await makeFollowUp({
    review: five,
    rating: 1,
    answer: 'GONE',
    body: null,
    status: 'APPROVED',
    created_at: on('2026-01-10'),
  })
  await makeFollowUp({ review: four, rating: 2 })

  expect((await findReviewFigures(deal.id)).counts).toMatchObject({ all: [0, 1, 0, 0, 1], owned: [0, 0, 0, 0, 1] })
  const idsOf = async (search: object) => (await listApprovedReviews(deal.id, search)).map(({ id }) => id)
  expect(await idsOf({ stars: '1' })).toEqual([five.id])
  expect(await idsOf({ stars: '5' })).toEqual([])
  expect(await idsOf({ sort: 'highest' })).toEqual([four.id, five.id])
  expect(await idsOf({ sort: 'lowest' })).toEqual([five.id, four.id])

  const [older] = await listApprovedReviews(deal.id, { sort: 'oldest' })
  expect(older).toMatchObject({ rating: 5, last_answer: 'GONE', owned_months: expect.any(Number) })
  expect(older!.follow_ups).toMatchObject([{ answer: 'GONE', rating: 1, body: null, counts: true }])
  expect(new Date(older!.follow_ups[0]!.created_at)).toEqual(on('2026-01-10'))
})
