import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { insertClicks } from '~/features/audience/clicks/clicks.server'
import { findOwnReview } from '~/features/contributions/reviews/own-review.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { loader as picture } from '~/routes/og.deals.$slug[.]png'
import { makeDeal, makeFollowUp, makeProfile, makeQuestion, makeReview, makeReviewVersion } from '../factories'
import { answer, requestAs } from '../requests'
import { decideOn, makeStaff, waitingItem } from '../waiting-items'

async function merge(from: { id: string }, into: { id: string }) {
  expect(await mergeRecords(await makeStaff('ADMIN'), 'deal', from.id, into.id)).toMatchObject({ outcome: 'merged' })
}

test('a click that waited for the merge of its deal counts for the remaining deal', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const keys = { visitor_key: randomBytes(16), repeat_key: randomBytes(16) }
  await insertClicks([{ deal_id: from.id, user_id: null, referrer: null, link: null, ...keys }])
  const clicks = await db
    .selectFrom('click_events')
    .innerJoin('click_targets', 'click_targets.id', 'click_events.deal_id')
    .select('click_targets.deal_id')
    .execute()
  expect(clicks).toEqual([{ deal_id: into.id }])
})

test('the picture of a merged deal redirects to the picture of the remaining deal', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const request = await requestAs(null, `/og/deals/${from.slug}.png`)
  const moved = (await answer(picture({ request, params: { slug: from.slug }, context: {} }))) as Response
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/og/deals/${into.slug}.png`])
})

test('the data download contains the earlier version of a review that a merge replaced, for its author only', async () => {
  const [from, into, author, other] = [await makeDeal(), await makeDeal(), await makeProfile(), await makeProfile()]
  await makeReview({ deal_id: from.id, user_id: author.id, body: 'Said first', created_at: '2025-01-01' })
  await makeReview({ deal_id: into.id, user_id: author.id, body: 'Said later', created_at: '2026-01-01' })
  await merge(from, into)
  expect(await exportPersonalData(author.id)).toMatchObject({
    reviews: [{ body: 'Said later' }, { body: 'Said first', slug: into.slug }],
  })
  expect((await exportPersonalData(other.id)).reviews).toEqual([])
})

test('a pending edit moves with its review to the remaining deal and can be approved there', async () => {
  const [from, into, staff] = [await makeDeal(), await makeDeal(), await makeStaff()]
  const review = await makeReview({ deal_id: from.id, status: 'APPROVED', rating: 5 })
  const edit = await makeReviewVersion({ review, rating: 2, body: 'Said better' })
  await merge(from, into)
  expect(await waitingItem(edit.id)).toMatchObject({ deal_id: into.id })
  expect(await decideOn('review', staff, edit.id)).toMatchObject({ is: 'done' })
  expect(await db.selectFrom('shown_reviews').select(['deal_id', 'body']).execute()).toEqual([
    { deal_id: into.id, body: 'Said better' },
  ])
  const { review_count, rating_sum } = await db
    .selectFrom('deals')
    .select(['review_count', 'rating_sum'])
    .where('id', '=', into.id)
    .executeTakeFirstOrThrow()
  expect([review_count, rating_sum]).toEqual([1, 2])
})

test('the texts of a review that a merge replaces move to the remaining review and are no longer pending', async () => {
  const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
  const given = { user_id: author.id, status: 'APPROVED' as const }
  const older = await makeReview({ ...given, deal_id: from.id, created_at: '2025-01-01', body: 'Said first' })
  const newer = await makeReview({ ...given, deal_id: into.id, created_at: '2026-01-01', body: 'Said later' })
  const rejected = await makeReviewVersion({ review: older, status: 'REJECTED', body: 'Said badly' })
  const replaced = await makeReviewVersion({ review: older, body: 'Said better' })
  const waiting = await makeReviewVersion({ review: newer, body: 'Said last' })
  await merge(from, into)
  const texts = await db.selectFrom('review_versions').select(['id', 'review_id', 'deal_id', 'status']).execute()
  expect(texts).toHaveLength(5)
  for (const { id } of [older, newer, rejected, replaced, waiting]) {
    expect(texts).toContainEqual({ id, review_id: newer.id, deal_id: into.id, status: expect.any(String) })
  }
  expect(await db.selectFrom('shown_reviews').select(['id', 'body']).execute()).toEqual([
    { id: newer.id, body: 'Said later' },
  ])
  const { reviews } = await exportPersonalData(author.id)
  const said = ['Said badly', 'Said better', 'Said first', 'Said last', 'Said later']
  expect(reviews.map(({ body }) => body).sort()).toEqual(said)
  expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([
    { id: waiting.id },
  ])
})

test('follow-up answers and questions of a replaced review move to the remaining one, at most one per interval', async () => {
  const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
  const given = { user_id: author.id, status: 'APPROVED' as const }
  const older = await makeReview({ ...given, deal_id: from.id, created_at: '2024-01-01', rating: 5 })
  const newer = await makeReview({ ...given, deal_id: into.id, created_at: '2024-02-01', rating: 4 })
  const half = await makeFollowUp({ review: older, months: 6, status: 'APPROVED', created_at: '2024-07-01' })
  const year = await makeFollowUp({
    review: older,
    months: 12,
    status: 'APPROVED',
    rating: 1,
    created_at: '2025-01-01',
  })
  await makeFollowUp({ review: newer, months: 12, body: 'Waits', created_at: '2025-02-01' })
  const [moved, left] = [
    await makeQuestion({ review: older, months: 6 }),
    await makeQuestion({ review: older, months: 12 }),
  ]
  const kept = await makeQuestion({ review: newer, months: 12 })
  await merge(from, into)

  const answers = await db.selectFrom('follow_ups').select(['id', 'review_id', 'deal_id']).orderBy('months').execute()
  expect(answers).toEqual([half, year].map(({ id }) => ({ id, review_id: newer.id, deal_id: into.id })))
  const questions = await db.selectFrom('follow_up_questions').select('id').orderBy('months').execute()
  expect(questions.map(({ id }) => id)).toEqual([moved.id, kept.id])
  expect(questions).not.toContainEqual({ id: left.id })
  expect((await exportPersonalData(author.id)).reviews.map(({ body }) => body)).toContain('Waits')
  expect((await findOwnReview(author.id, into.id)).review).toMatchObject({ is_edit: false, rating: 4 })
  expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([])
  const deal = await db.selectFrom('deals').select('rating_sum').where('id', '=', into.id).executeTakeFirst()
  expect(deal).toEqual({ rating_sum: 1 })
})
