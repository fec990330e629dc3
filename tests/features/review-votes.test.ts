import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { setVote } from '~/features/contributions/reviews/review-votes.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { loader } from '~/routes/deals.$slug._index/route'
import { action } from '~/routes/deals.$slug_.helpful'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { answer, requestAs } from '../requests'

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
