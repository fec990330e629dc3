import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { averageOf } from '~/features/contributions/reviews/review'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'

afterEach(() => {
  env.RATE_LIMIT = true
})

const form = { rating: 4, title: 'Good value', body: 'Paid once, used daily.' }
const stored = () => db.selectFrom('reviews').selectAll().execute()
const dealOf = (id: string) =>
  db.selectFrom('deals').select(['review_count', 'rating_sum']).where('id', '=', id).executeTakeFirstOrThrow()

test('a new review is pending and does not affect the rating', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  expect(await submitReview(ada.id, deal.id, form)).toBe('submitted')
  expect(await stored()).toMatchObject([{ ...form, user_id: ada.id, deal_id: deal.id, status: 'PENDING' }])
  expect(await dealOf(deal.id)).toEqual({ review_count: 0, rating_sum: 0 })
})

test('a second review of a deal replaces a rejected one, is pending again, and the first becomes a version', async () => {
  const moderator = await makeProfile({ role: 'MANAGER' })
  const moderated = { moderated_by: moderator.id, moderated_at: new Date(), created_at: new Date('2026-01-02') }
  const rejection = { status: 'REJECTED', rejection_reason: 'OTHER', moderation_reason: 'Say more' } as const
  const refused = await makeReview({ ...moderated, ...rejection })

  expect(await submitReview(refused.user_id!, refused.deal_id, form)).toBe('submitted')
  const verdict = { rejection_reason: null, moderation_reason: null, moderated_by: null, moderated_at: null }
  const clean = { ...form, status: 'PENDING', ...verdict, edited_at: expect.any(Date) }
  expect(await stored()).toEqual([{ ...refused, ...clean, counted_rating: form.rating }])
  const { rating, title, body, created_at } = refused
  expect(await db.selectFrom('review_versions').selectAll().execute()).toMatchObject([
    { review_id: refused.id, rating, title, body, status: 'REJECTED', created_at },
  ])
  expect(await dealOf(refused.deal_id)).toEqual({ review_count: 0, rating_sum: 0 })
})

test('reviews of unpublished or deleted deals are rejected', async () => {
  const [ada, draft] = [await makeProfile(), await makeDeal({ published: false })]
  for (const id of [draft.id, crypto.randomUUID()]) expect(await submitReview(ada.id, id, form)).toBe('missing')
  expect(await stored()).toEqual([])
})

test('a rejected review may be resubmitted unchanged', async () => {
  const review = await makeReview({ ...form, status: 'REJECTED', moderation_reason: 'Say more' })
  expect(await submitReview(review.user_id!, review.deal_id, form)).toBe('submitted')
  expect(await stored()).toMatchObject([{ status: 'PENDING', moderation_reason: null }])
})

test('a review that was sent back waits again when it is resubmitted, even unchanged', async () => {
  const sentBack = { status: 'CHANGES_REQUESTED', moderation_reason: 'Say more', moderated_at: new Date() } as const
  const { id, user_id, deal_id } = await makeReview({ ...form, ...sentBack, created_at: new Date('2026-01-02') })
  const before = new Date()
  expect(await submitReview(user_id!, deal_id, form)).toBe('submitted')
  expect(await stored()).toMatchObject([{ status: 'PENDING', moderation_reason: null, moderated_at: null }])
  const queued = await db.selectFrom('queue_items').select(['subject_id', 'waiting_since']).executeTakeFirstOrThrow()
  expect(queued.subject_id).toBe(id)
  expect(queued.waiting_since.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
})

test('concurrent reviews of one deal by one member leave one row', async () => {
  env.RATE_LIMIT = false
  const ada = await makeProfile()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const deal = await makeDeal()
    const titles = ['First', 'Second', 'Third']
    await Promise.all(titles.map((title) => submitReview(ada.id, deal.id, { ...form, title })))
    const rows = await db.selectFrom('reviews').select('title').where('deal_id', '=', deal.id).execute()
    expect(rows).toHaveLength(1)
  }
})

test('submitting a review leaves the reviews of other members and deals unchanged', async () => {
  const others = await makeReview({ status: 'APPROVED' })
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await submitReview(ada.id, others.deal_id, form)
  await submitReview(others.user_id!, deal.id, form)
  expect(await db.selectFrom('reviews').selectAll().where('id', '=', others.id).executeTakeFirst()).toEqual(others)
  expect(await stored()).toHaveLength(3)
})

test('review text is stored exactly as submitted', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const odd = { rating: 1, title: `'; drop table reviews; --`, body: '</script>\u202egnp.exe 😀 \u0001' }
  await submitReview(ada.id, deal.id, odd)
  expect(await stored()).toMatchObject([odd])
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
