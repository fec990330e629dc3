import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findPublishedDeal, listRelatedDeals } from '~/features/catalog/deals/page/deal-page.server'
import { listLatestVerifiedChanges, listVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import { listApprovedComments } from '~/features/contributions/comments/comments.server'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { makeCategory, makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'

test('the deal page includes the category, its parent and the platform', async () => {
  const parent = await makeCategory({ name: 'Marketing', slug: 'marketing' })
  const child = await makeCategory({ name: 'E-mail', slug: 'e-mail', parent_id: parent.id })
  const deal = await makeDeal({ category_id: child.id })

  expect(await findPublishedDeal(deal.slug)).toMatchObject({
    title: deal.title,
    category: { name: 'E-mail', slug: 'e-mail', parent: { name: 'Marketing', slug: 'marketing' } },
    rating_average: null,
  })
})

test('drafts and their changes are in no list beside a deal', async () => {
  const category = await makeCategory()
  const shown = await makeDeal({ category_id: category.id, tags: ['HOT'] })
  const draft = await makeDeal({ category_id: category.id, tags: ['HOT'], published: false })
  await makeChangeLog({ deal_id: draft.id, status: 'APPROVED' })

  expect(await listRelatedDeals(shown)).toEqual([])
  expect(await listLatestVerifiedChanges(5)).toEqual([])
})

test('related deals are from the same category first, then with a shared tag, and never the deal itself', async () => {
  const category = await makeCategory()
  const deal = await makeDeal({ category_id: category.id, tags: ['teams'] })
  await makeDeal({ title: 'Shares a tag', tags: ['teams', 'ai'] })
  await makeDeal({ title: 'Same category', category_id: category.id })
  await makeDeal({ title: 'Neither', tags: ['ai'] })

  const related = await listRelatedDeals(deal)

  expect(related.map(({ title }) => title)).toEqual(['Same category', 'Shares a tag'])
  for (let i = 0; i < 5; i++) await makeDeal({ category_id: category.id })
  expect(await listRelatedDeals(deal)).toHaveLength(4)
})

test('only approved reviews, changes and comments are public, and comments are listed oldest first', async () => {
  const deal = await makeDeal()
  for (const status of ['PENDING', 'REJECTED'] as const) {
    await makeReview({ deal_id: deal.id, status })
    await makeChangeLog({ deal_id: deal.id, status })
    await makeComment({ deal_id: deal.id, status })
  }

  expect(await listApprovedReviews(deal.id)).toEqual([])
  expect((await findReviewFigures(deal.id)).counts.all).toEqual([0, 0, 0, 0, 0])
  expect(await listVerifiedChanges(deal.id)).toEqual([])
  expect(await listApprovedComments(deal.id)).toEqual([])
  for (const day of [2, 1, 3]) {
    const created_at = new Date(Date.UTC(2026, 0, day))
    await makeComment({ deal_id: deal.id, status: 'APPROVED', body: `Day ${day}`, created_at })
  }
  expect((await listApprovedComments(deal.id)).map(({ body }) => body)).toEqual(['Day 1', 'Day 2', 'Day 3'])
})

test("reviews are paginated newest first and remain after their author's account is deleted", async () => {
  const deal = await makeDeal()
  const leaver = await makeProfile({ name: 'Grace' })
  await makeReview({ deal_id: deal.id, user_id: leaver.id, status: 'APPROVED', created_at: new Date('2020-01-01') })
  for (let day = 1; day <= 20; day++) {
    const created_at = new Date(Date.UTC(2026, 0, day))
    await makeReview({ deal_id: deal.id, rating: 4, status: 'APPROVED', title: `Day ${day}`, created_at })
  }
  await db.deleteFrom('profiles').where('id', '=', leaver.id).execute()

  const [first, second] = [await listApprovedReviews(deal.id), await listApprovedReviews(deal.id, { page: 2 })]

  expect(first.map(({ title }) => title).slice(0, 2)).toEqual(['Day 20', 'Day 19'])
  expect(first).toHaveLength(20)
  expect(second).toMatchObject([{ rating: 5, author_name: null, person_id: null }])
  expect((await findReviewFigures(deal.id)).counts.all).toEqual([1, 20, 0, 0, 0])
})
