import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeChangeLog, makeComment, makeDeal, makeReview, makeReviewVersion, publish } from '../factories'

async function countsOf(id: string) {
  return db
    .selectFrom('deals')
    .select(['review_count', 'rating_average', 'change_count', 'comment_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a deal counts only approved reviews, changes and comments', async () => {
  const { id: deal_id } = await makeDeal()
  await makeReview({ deal_id, rating: 1 })
  await makeReview({ deal_id, rating: 4, status: 'APPROVED' })
  await makeReview({ deal_id, rating: 5, status: 'APPROVED' })
  await makeReview({ deal_id, rating: 1, status: 'REJECTED' })
  await makeChangeLog({ deal_id, status: 'APPROVED' })
  await makeChangeLog({ deal_id })
  await makeComment({ deal_id, status: 'APPROVED' })
  await makeComment({ deal_id, status: 'REJECTED' })

  expect(await countsOf(deal_id)).toEqual({
    review_count: 2,
    rating_average: '4.50',
    change_count: 1,
    comment_count: 1,
  })
})

test('reopened and deleted reviews are no longer counted', async () => {
  const { id: deal_id } = await makeDeal()
  const edited = await makeReview({ deal_id, rating: 3, status: 'APPROVED' })
  const reopened = await makeReview({ deal_id, rating: 5, status: 'APPROVED' })
  const deleted = await makeReview({ deal_id, rating: 1, status: 'APPROVED' })

  await publish(reopened.id, null)
  await db.deleteFrom('reviews').where('id', '=', deleted.id).execute()
  expect(await countsOf(deal_id)).toMatchObject({ review_count: 1, rating_average: '3.00' })

  await makeReviewVersion({ review: edited, rating: 4, status: 'APPROVED' })
  expect(await countsOf(deal_id)).toMatchObject({ review_count: 1, rating_average: '4.00' })
})

test('concurrent approvals are all counted', async () => {
  const { id: deal_id } = await makeDeal()
  const reviews = await Promise.all(Array.from({ length: 10 }, () => makeReview({ deal_id, rating: 4 })))

  await Promise.all(reviews.map(({ id }) => publish(id)))

  expect(await countsOf(deal_id)).toMatchObject({ review_count: 10, rating_average: '4.00' })
})
