import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findTotals } from '~/features/staff/analytics/totals.server'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'

async function rawCounts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from reviews) as reviews, (select count(*) from reviews where status = 'PENDING') as pending,
      (select count(*) from comments) as comments, (select count(*) from change_logs) as changes,
      (select count(*) from profiles) as users,
      coalesce((select round(avg(rating), 1) from reviews where status = 'APPROVED'), 0)::float8 as rating`.execute(db)
  return rows[0]!
}

async function expectMatch() {
  const { reviews, comments, change_logs, users, average_rating } = await findTotals()
  expect({
    reviews: reviews.total,
    pending: reviews.pending,
    comments: comments.total,
    changes: change_logs.total,
    users,
    rating: average_rating,
  }).toEqual(await rawCounts())
}

test('dashboard totals equal a query of the rows after inserts, verdicts, edits and deletions', async () => {
  await expectMatch()
  const deal = await makeDeal()
  const author = await makeProfile()
  await Promise.all([5, 4, 2].map((rating) => makeReview({ deal_id: deal.id, rating, status: 'APPROVED' })))
  await makeReview({ deal_id: deal.id, rating: 1, user_id: author.id })
  await Promise.all([makeComment({ deal_id: deal.id }), makeChangeLog({ deal_id: deal.id })])
  await expectMatch()

  await db.updateTable('reviews').set({ status: 'APPROVED', rating: 3 }).where('user_id', '=', author.id).execute()
  await db.deleteFrom('profiles').where('id', '=', author.id).execute()
  await expectMatch()
  await Promise.all([makeReview(), makeComment()])
  await expectMatch()
  await db.deleteFrom('deals').execute()
  await expectMatch()
})

test('each queue shows the date of its oldest pending item', async () => {
  const created_at = new Date('2026-01-02T03:04:05Z')
  await Promise.all([
    makeReview({ created_at }),
    makeReview(),
    makeReview({ created_at: new Date(0), status: 'REJECTED' }),
  ])
  const { reviews, comments } = await findTotals()
  expect([reviews.oldest_pending, comments.oldest_pending]).toEqual([created_at, null])
})

test('pending counts are current and never exceed the total', async () => {
  await makeReview()
  expect((await findTotals()).reviews).toMatchObject({ total: 1, pending: 1 })
})
