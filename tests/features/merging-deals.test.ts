import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findMovedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { submitComment } from '~/features/contributions/comments/comments.server'
import { listDealClicks, periodOf } from '~/features/staff/analytics/click-metrics.server'
import { describeMerge, mergeRecords } from '~/features/staff/merging/merge.server'
import {
  makeAvailabilityReport,
  makeBookmark,
  makeChangeLog,
  makeComment,
  makeDeal,
  makeProfile,
  makeReview,
} from '../factories'
import { makeClicks, makeDealAlert } from '../staff-factories'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')
const reload = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirst()
const bookmark = (user_id: string, deal_id: string, created_at: string) =>
  makeBookmark({ user_id, deal_id, created_at })

/** The counts of a deal beside a recount of its rows. */
async function recount(id: string) {
  const { rows } = await sql<{ kept: unknown; counted: unknown }>`
    select
      jsonb_build_array(review_count, rating_sum, comment_count, change_count) as kept,
      jsonb_build_array(
        (select count(*) from shown_reviews where deal_id = deals.id),
        (select coalesce(sum(rating), 0) from shown_reviews where deal_id = deals.id),
        (select count(*) from comments where deal_id = deals.id and status = 'APPROVED'),
        (select count(*) from change_logs where deal_id = deals.id and status = 'APPROVED')) as counted
    from deals where id = ${id}`.execute(db)
  return rows[0]!
}

test('reviews, comments, changes, bookmarks, clicks and prices move, and the counts equal a recount', async () => {
  const admin = await makeAdmin()
  const [ada, ben, cyd] = [await makeProfile(), await makeProfile(), await makeProfile()]
  const from = await makeDeal({
    title: 'Rankfield lifetime deal',
    slug: 'rankfield-lifetime-deal',
    deal_price: '69.00',
  })
  const into = await makeDeal({ title: 'Rankfield', slug: 'rankfield', deal_price: '59.00' })
  await db.updateTable('deals').set({ slug: 'rankfield-ltd' }).where('id', '=', from.id).execute()
  const approved = { status: 'APPROVED' as const }
  const older = await makeReview({
    ...approved,
    deal_id: into.id,
    user_id: ada.id,
    rating: 2,
    created_at: '2025-01-01',
  })
  const newer = await makeReview({
    ...approved,
    deal_id: from.id,
    user_id: ada.id,
    rating: 5,
    created_at: '2026-01-01',
  })
  await makeReview({ ...approved, deal_id: from.id, user_id: ben.id, rating: 4 })
  const rejected = await makeReview({ status: 'REJECTED', deal_id: from.id, user_id: cyd.id, created_at: '2026-02-01' })
  const accepted = await makeReview({
    ...approved,
    deal_id: into.id,
    user_id: cyd.id,
    rating: 3,
    created_at: '2025-02-01',
  })
  const pending = await makeReview({ deal_id: from.id })
  await makeComment({ ...approved, deal_id: from.id })
  await makeChangeLog({ ...approved, deal_id: from.id })
  await makeChangeLog({ ...approved, deal_id: into.id })
  await bookmark(ada.id, from.id, '2025-03-01')
  await bookmark(ada.id, into.id, '2026-03-01')
  await bookmark(ben.id, from.id, '2025-04-01')
  await makeClicks(2, { deal_id: from.id })
  await makeClicks(1, { deal_id: into.id })
  const described = await describeMerge(admin, 'deal', from.id, into.id)
  expect(described).toMatchObject({ problem: undefined, canSwap: true })
  expect(described!.from.counts).toBe('4 reviews, 1 comment, 1 change report, 2 bookmarks, 1 price point, 2 clicks')
  expect(described!.says[2]).toBe(
    '/deals/rankfield-ltd and /deals/rankfield-lifetime-deal redirect to /deals/rankfield.',
  )

  expect(await mergeRecords(admin, 'deal', from.id, into.id)).toEqual({ outcome: 'merged' })
  expect(await reload(from.id)).toBeUndefined()
  const { kept, counted } = await recount(into.id)
  expect(kept).toEqual(counted)
  expect(kept).toEqual([3, 12, 1, 2])
  const reviews = await db.selectFrom('reviews').select('id').where('deal_id', '=', into.id).execute()
  const [bens] = await db.selectFrom('reviews').select('id').where('user_id', '=', ben.id).execute()
  expect(reviews.map(({ id }) => id).sort()).toEqual([newer.id, bens!.id, accepted.id, pending.id].sort())
  const versions = await db.selectFrom('review_versions').select(['id', 'review_id', 'rating', 'status']).execute()
  expect(versions).toHaveLength(6)
  expect(versions).toContainEqual({ id: older.id, review_id: newer.id, rating: 2, status: 'APPROVED' })
  expect(versions).toContainEqual({ id: rejected.id, review_id: accepted.id, rating: 5, status: 'REJECTED' })
  const bookmarks = await db.selectFrom('bookmarks').select(['user_id', 'created_at']).orderBy('created_at').execute()
  expect(bookmarks).toEqual([
    { user_id: ada.id, created_at: new Date('2025-03-01') },
    { user_id: ben.id, created_at: new Date('2025-04-01') },
  ])
  const waiting = await db
    .selectFrom('moderation_items')
    .select(['id', 'deal_id'])
    .where('status', '=', 'PENDING')
    .execute()
  expect(waiting).toEqual([{ id: pending.id, deal_id: into.id }])

  expect(await listDealClicks(periodOf('all'), 10)).toMatchObject([{ slug: into.slug, clicks: 3 }])
  const { rows: karma } = await sql`
    select id from profiles where karma <> (select coalesce(sum(amount), 0) from karma_events where user_id = profiles.id)`.execute(
    db,
  )
  expect(karma).toEqual([])
  const prices = await db
    .selectFrom('deal_price_points')
    .select('deal_price')
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  expect(prices.map(({ deal_price }) => deal_price)).toEqual(['69.00', '59.00'])
  expect(await findMovedDeal('rankfield-ltd')).toEqual({ slug: 'rankfield' })
  expect(await findMovedDeal('rankfield-lifetime-deal')).toEqual({ slug: 'rankfield' })
})

test('the last price point of the remaining deal is its price, even if the merged deal changed later', async () => {
  const admin = await makeAdmin()
  const into = await makeDeal({ deal_price: '59.00' })
  const from = await makeDeal({ deal_price: '79.00' })
  await mergeRecords(admin, 'deal', from.id, into.id)
  const prices = await db
    .selectFrom('deal_price_points')
    .select('deal_price')
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  expect(prices.map(({ deal_price }) => deal_price)).toEqual(['59.00', '79.00', '59.00'])

  const priceless = [await makeDeal(), await makeDeal()] as const
  await mergeRecords(admin, 'deal', priceless[0].id, priceless[1].id)
  const { length } = await db
    .selectFrom('deal_price_points')
    .select('id')
    .where('deal_id', '=', priceless[1].id)
    .execute()
  expect(length).toBe(0)
})

test("one pending report per member and one alert per kind remain, and alerts about the merged deal's link are deleted", async () => {
  const admin = await makeAdmin()
  const ada = await makeProfile()
  const [from, into] = [await makeDeal(), await makeDeal()]
  for (const deal_id of [from.id, into.id]) {
    await makeAvailabilityReport({ deal_id, user_id: ada.id })
    await makeDealAlert({ deal_id, kind: 'ENDED_REPORTS' })
  }
  await makeDealAlert({ deal_id: from.id, kind: 'BROKEN_LINK' })
  await makeAvailabilityReport({ deal_id: from.id })
  expect((await mergeRecords(admin, 'deal', from.id, into.id)).outcome).toBe('merged')
  const reports = await db.selectFrom('availability_reports').select('deal_id').execute()
  expect(reports).toEqual([{ deal_id: into.id }, { deal_id: into.id }])
  const alerts = await db.selectFrom('deal_alerts').select(['deal_id', 'kind']).execute()
  expect(alerts).toEqual([{ deal_id: into.id, kind: 'ENDED_REPORTS' }])
})

test('the deal that stays was confirmed on the newer day of the two, if either was', async () => {
  const confirmed = (day: string | null) =>
    makeDeal({ start_date: '2024-01-01', found_on: day, created_at: new Date('2024-01-01') })
  const [none, older, newer] = [await confirmed(null), await confirmed('2025-02-01'), await confirmed('2025-06-01')]
  const admin = await makeAdmin()
  for (const [gone, into, day] of [
    [older, none, '2025-02-01'],
    [newer, none, '2025-06-01'],
    [await confirmed('2025-01-01'), none, '2025-06-01'],
    [await confirmed(null), none, '2025-06-01'],
    [await confirmed(null), await confirmed(null), null],
  ] as const) {
    expect((await mergeRecords(admin, 'deal', gone.id, into.id)).outcome).toBe('merged')
    expect(await reload(into.id)).toMatchObject({ confirmed_on: day })
  }
})

test('a public deal cannot be merged into a draft, and a merged draft leaves no redirect', async () => {
  const admin = await makeAdmin()
  const [deal, draft] = [await makeDeal(), await makeDeal({ published: false })]
  expect(await mergeRecords(admin, 'deal', deal.id, draft.id)).toMatchObject({ outcome: 'refused' })
  expect((await mergeRecords(admin, 'deal', draft.id, deal.id)).outcome).toBe('merged')
  expect(await findMovedDeal(draft.slug)).toBeUndefined()
})

test('a comment posted during a merge moves or is rejected because the deal is gone', async () => {
  const admin = await makeAdmin()
  for (let round = 0; round < 15; round++) {
    const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
    const [posted, merged] = await Promise.all([
      submitComment(author.id, from.id, 'Does it import from a spreadsheet?'),
      mergeRecords(admin, 'deal', from.id, into.id),
    ])
    expect(merged.outcome).toBe('merged')
    const moved = await db.selectFrom('comments').select('id').where('deal_id', '=', into.id).execute()
    expect(moved).toHaveLength(posted === 'submitted' ? 1 : 0)
    expect(['submitted', 'missing']).toContain(posted)
  }
})
