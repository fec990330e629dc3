import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import type { ModerationStatus } from '~/db/schema'
import { env } from '~/env.server'
import { planMails } from '~/features/audience/notifications/plan-mails.server'
import { findChangeFigures } from '~/features/contributions/change-logs/change-logs.server'
import { listOwnContributions } from '~/features/contributions/members/own-contributions.server'
import { listPersonReviews } from '~/features/contributions/members/public-profile.server'
import { askOwners } from '~/features/contributions/reviews/ask-owners-task.server'
import { describeOwnership } from '~/features/contributions/reviews/follow-up'
import { type OverTime, shownChecked, shownOwners, shownPeriods } from '~/features/contributions/reviews/over-time'
import { setStopped } from '~/features/contributions/reviews/questions.server'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { addDays, utcToday } from '~/http/utc-day'
import {
  makeChangeLog,
  makeDeal,
  makeFollowUp,
  makeProfile,
  makePurchase,
  makeQuestion,
  makeReview,
  makeReviewVersion,
  publish,
} from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { type Sink, startSink } from '../mail/smtp-sink'
import { notificationsOf } from '../waiting-items'

/** The same sequence of numbers between 0 and 1, and of choices, on every run. */
function pseudoRandom(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
  return { random, pick: <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]! }
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
/** Publishes a further text, which was written then. */
const edit = (review: { id: string; deal_id: string; user_id: string | null }, rating: number, created_at: Date) =>
  makeReviewVersion({ review, rating, created_at, status: 'APPROVED' })

test('the newest approved rating counts, of the answers and of the text as it was last edited', async () => {
  const review = await makeReview({ status: 'APPROVED', rating: 5, created_at: on('2025-01-10') })
  const first = await makeFollowUp({ review, months: 6, rating: 3, answer: 'SOMETIMES', created_at: on('2025-07-10') })
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 5, last_answer: null })
  await setStatus(first.id, 'APPROVED')
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 3, last_answer: 'SOMETIMES' })
  expect(await ratingOf(review.deal_id)).toEqual({ review_count: 1, rating_sum: 3, rating_average: '3.00' })

  const no = { answer: 'NO', rating: 2, status: 'APPROVED', created_at: on('2026-01-10') } as const
  const later = await makeFollowUp({ review, ...no })
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 2, last_answer: 'NO' })
  await edit(review, 4, on('2026-02-01'))
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 4, last_answer: 'NO' })
  await publish(review.id)
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 2, last_answer: 'NO' })
  await setStatus(later.id, 'PENDING')
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 3, last_answer: 'SOMETIMES' })
  await db.deleteFrom('follow_ups').where('id', '=', first.id).execute()
  expect(await reviewOf(review.id)).toEqual({ counted_rating: 5, last_answer: null })
  expect(await ratingOf(review.deal_id)).toMatchObject({ rating_sum: 5 })
})

test('after any sequence of decisions, edits and deletions the ratings are those of a recount', async () => {
  const { random, pick } = pseudoRandom(37)
  const someDay = () => new Date(Date.UTC(2024, 0, 1 + Math.floor(random() * 900)))
  const deals = [await makeDeal(), await makeDeal()]
  const authors = await Promise.all([1, 2, 3, 4].map(() => makeProfile()))
  const STATUSES = ['APPROVED', 'APPROVED', 'PENDING', 'REJECTED'] as const
  const stars = () => 1 + Math.floor(random() * 5)
  const steps = {
    review: async () => {
      const given = { deal_id: pick(deals).id, user_id: pick(authors).id }
      const own = db.selectFrom('reviews').select('id')
      const isThere = await own
        .where('deal_id', '=', given.deal_id)
        .where('user_id', '=', given.user_id)
        .executeTakeFirst()
      if (!isThere) await makeReview({ ...given, rating: stars(), status: pick(STATUSES), created_at: someDay() })
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
      const row = pick(await db.selectFrom('follow_ups').select('id').execute())
      const changes = [{ status: pick(STATUSES) }, { rating: stars() }, { created_at: someDay() }]
      if (row) await db.updateTable('follow_ups').set(pick(changes)).where('id', '=', row.id).execute()
    },
    edit: async () => {
      const review = pick(await db.selectFrom('reviews').selectAll().execute())
      if (!review) return
      if (random() < 0.5) await edit(review, stars(), someDay())
      else await publish(review.id, pick([null, review.id]))
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
  const reviews = await db
    .selectFrom('reviews')
    .leftJoin('review_versions as text', 'text.id', 'published_id')
    .select(['reviews.id', 'counted_rating', 'last_answer', 'text.rating', 'text.created_at'])
    .execute()
  const answers = await db.selectFrom('follow_ups').selectAll().where('status', '=', 'APPROVED').execute()
  for (const review of reviews) {
    const own = answers
      .filter(({ review_id }) => review_id === review.id)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.months - b.months)
      .at(-1)
    const isAnswerNewer = own && review.created_at && own.created_at > review.created_at
    expect(review.counted_rating).toBe(isAnswerNewer ? own.rating : review.rating)
    expect(review.last_answer).toBe(own?.answer ?? null)
  }
  const { rows: wrong } = await sql`
    select deals.id from deals left join lateral (
      select count(*)::int as reviews, coalesce(sum(counted_rating), 0)::int as stars from reviews
      where deal_id = deals.id and published_id is not null) as counted on true
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
  const gone = { answer: 'GONE', rating: 1, body: null, status: 'APPROVED', created_at: on('2026-01-10') } as const
  await makeFollowUp({ review: five, ...gone })
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

let sink: Sink | undefined
afterEach(async () => {
  vi.useRealTimers()
  env.SMTP_URL = undefined
  await sink?.stop()
  sink = undefined
})

async function useMailServer() {
  sink = await startSink()
  env.SMTP_URL = sink.url
}

const askOn = async (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T06:05:00Z`) })
  await askOwners()
}
const questionsOf = async (review: { id: string }) => {
  const rows = db.selectFrom('follow_up_questions').select('months').where('review_id', '=', review.id)
  return (await rows.orderBy('months').execute()).map(({ months }) => months)
}

type Owned = {
  boughtOn?: string
  writtenOn?: string
  purchase?: Parameters<typeof makePurchase>[0]
  author?: Parameters<typeof makeProfile>[0]
  review?: Parameters<typeof makeReview>[0]
  deal?: Parameters<typeof makeDeal>[0]
}

/** Someone bought "Quillstack" and reviewed it two days later. */
async function own({ boughtOn = '2024-01-31', writtenOn = addDays(boughtOn, 2), ...given }: Owned = {}) {
  const user_id = (await makeProfile(given.author)).id
  const deal_id = (await makeDeal({ title: 'Quillstack', ...given.deal })).id
  await makePurchase({ user_id, deal_id, bought_on: boughtOn, ...given.purchase })
  const created_at = new Date(`${writtenOn}T12:00:00Z`)
  return makeReview({ user_id, deal_id, status: 'APPROVED', created_at, ...given.review })
}

test('an owner is asked 6, 12, 24 and 36 months after the purchase, once each, on any day the job runs', async () => {
  const review = await own()
  const asked: string[] = []
  for (let day = '2024-02-01'; day < '2027-06-01'; day = addDays(day, 1)) {
    // Days on which nothing can be due are left out.
    if (!/-(01|15|2[89]|3[01])$/.test(day)) continue
    const before = (await questionsOf(review)).length
    await askOn(day)
    if ((await questionsOf(review)).length > before) asked.push(day)
  }
  expect(asked).toEqual(['2024-07-31', '2025-01-31', '2026-01-31', '2027-01-31'])
  expect(await questionsOf(review)).toEqual([6, 12, 24, 36])
  expect(await notificationsOf(review.user_id!)).toMatchObject(
    [6, 12, 24, 36].map((months) => ({ kind: 'still_using', data: { deal: 'Quillstack', months } })),
  )
  await planMails()
  expect(await listQueuedMails()).toHaveLength(4)
})

test('a purchase at the end of a month is asked about on the last day of a shorter one', async () => {
  const review = await own({ boughtOn: '2024-08-31' })
  await askOn('2025-02-27')
  expect(await questionsOf(review)).toEqual([])
  await askOn('2025-02-28')
  expect(await questionsOf(review)).toEqual([6])
})

test('after a pause only the newest question is asked, with how long ago it was bought', async () => {
  const review = await own()
  await askOn('2026-05-04')
  expect(await questionsOf(review)).toEqual([24])
  expect(await notificationsOf(review.user_id!)).toMatchObject([{ data: { months: 27 } }])
  await askOn('2026-05-05')
  expect(await questionsOf(review)).toEqual([24])
  await askOn('2027-01-31')
  expect(await questionsOf(review)).toEqual([24, 36])
})

test('questions that were due before the review was written are not asked', async () => {
  const review = await own({ boughtOn: '2024-01-10', writtenOn: '2025-01-10' })
  await askOn('2025-06-01')
  expect(await questionsOf(review)).toEqual([])
  await askOn('2026-01-10')
  expect(await questionsOf(review)).toEqual([24])
})

test('an answer, or asking us to stop, ends the questions that it covers', async () => {
  const [answered, stopped, other] = [await own(), await own(), await own()]
  await makeFollowUp({ review: answered, months: 12 })
  await makeQuestion({ review: stopped, months: 6 })
  await setStopped(stopped.user_id!, stopped.id, true)
  await askOn('2025-02-01')
  expect(await questionsOf(answered)).toEqual([])
  expect(await questionsOf(stopped)).toEqual([6])
  expect(await questionsOf(other)).toEqual([12])
  await setStopped(stopped.user_id!, stopped.id, false)
  await askOn('2025-02-02')
  expect(await questionsOf(stopped)).toEqual([6, 12])
})

test.each<[string, Owned]>([
  ['a suspended member', { author: { status: 'SUSPENDED' } }],
  ['a member whose address is not confirmed', { author: { confirmed_at: null } }],
  ['the author of a review that waits', { review: { status: 'PENDING' } }],
  ['the author of a rejected review', { review: { status: 'REJECTED' } }],
  ['the reviewer of a deal that is a draft', { deal: { published: false } }],
  ['the owner of a refunded purchase', { purchase: { refunded_on: '2024-03-01' } }],
  ['the owner of a purchase without a day', { purchase: { bought_on: null } }],
])('%s is not asked', async (_who, given) => {
  const review = await own(given)
  await askOn('2025-02-01')
  expect(await questionsOf(review)).toEqual([])
  expect(await notificationsOf(review.user_id!)).toEqual([])
})

test('several workers at once ask each of several hundred owners once', async () => {
  const deal = await makeDeal()
  await sql`
    with people as (
      insert into profiles (email, confirmed_at) select 'owner-' || n || '@example.com', now() from generate_series(1, 450) n
      returning id
    ), bought as (
      insert into purchases (user_id, deal_id, bought_on) select id, ${deal.id}, '2024-01-31' from people
    )
    insert into reviews (user_id, deal_id, created_at) select id, ${deal.id}, '2024-02-02' from people`.execute(db)
  await sql`
    insert into review_versions (id, review_id, user_id, deal_id, rating, title, body, status, created_at)
    select id, id, user_id, deal_id, 5, 'Good value', 'Used daily.', 'APPROVED', created_at from reviews`.execute(db)
  await sql`update reviews set published_id = id`.execute(db)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-02-01T06:05:00Z') })
  await Promise.all([askOwners(), askOwners(), askOwners()])
  const count = async (table: 'follow_up_questions' | 'notifications') =>
    (await db.selectFrom(table).select('id').execute()).length
  expect([await count('follow_up_questions'), await count('notifications')]).toEqual([450, 450])
  await planMails()
  const mails = await db.selectFrom('mails').select('cause').where('kind', '=', 'still-using').distinct().execute()
  expect(mails).toHaveLength(450)
})

test('the mail asks with links that fill in an answer, and its subject names no product', async () => {
  const review = await own()
  await askOn('2025-02-01')
  await useMailServer()
  const { id } = await db.selectFrom('follow_up_questions').select('id').executeTakeFirstOrThrow()
  await sendQueuedMails()
  const mail = sink!.received[0]!.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(mail).toMatch(/^Subject: Still using it\? \| Lifetime Ledger\r$/m)
  expect(mail).toContain('You bought it on 31 Jan 2024, 12 months ago.')
  expect(mail).toContain('Still using Quillstack?')
  const path = `${env.SITE_URL}/still/${id}?a=`
  for (const answer of ['yes', 'sometimes', 'no', 'gone', 'stop']) expect(mail).toContain(path + answer)
  expect(mail).toContain(review.title)
})

test('no mail is sent once the question is answered, stopped or pointless', async () => {
  await useMailServer()
  const endings: ((review: Awaited<ReturnType<typeof own>>) => Promise<unknown>)[] = [
    (review) => makeFollowUp({ review }),
    (review) => setStopped(review.user_id!, review.id, true),
    (review) => db.deleteFrom('reviews').where('id', '=', review.id).execute(),
    ({ id }) => publish(id, null),
    ({ user_id }) => db.deleteFrom('purchases').where('user_id', '=', user_id!).execute(),
    ({ user_id }) => db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', user_id!).execute(),
  ]
  for (const end of endings) {
    const review = await own()
    await askOn('2025-02-01')
    await planMails()
    await end(review)
  }
  expect(await listQueuedMails()).toHaveLength(endings.length)
  await sendQueuedMails()
  expect(sink!.received).toEqual([])
  expect(await listQueuedMails()).toEqual([])
})

const at = (day: string, time = '12:00:00') => new Date(`${day}T${time}Z`)
const monthsLater = (day: string, months: number) => {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

test('a rating belongs to the time between the purchase and the day on which it was given', async () => {
  const deal = await makeDeal()
  const given: [day: string, time: string, period: string | null][] = [
    ['2025-01-09', '23:59:59', null],
    ['2025-01-10', '00:00:00', 'EARLY'],
    ['2025-04-09', '23:59:59', 'EARLY'],
    ['2025-04-10', '00:00:00', 'FIRST_YEAR'],
    ['2026-01-09', '23:59:59', 'FIRST_YEAR'],
    ['2026-01-10', '00:00:00', 'LATER'],
  ]
  for (const [day, time, period] of given) {
    const { user_id, id } = await makeReview({ deal_id: deal.id, status: 'APPROVED', created_at: at(day, time) })
    await makePurchase({ deal_id: deal.id, user_id: user_id!, bought_on: '2025-01-10' })
    const { periods } = (await findReviewFigures(deal.id)).overTime
    expect(periods, `${day} ${time}`).toEqual(period ? [{ period, count: 1, average: 5 }] : [])
    await db.deleteFrom('reviews').where('id', '=', id).execute()
  }
})

test('the figures are those of a recount of everything that readers can see', async () => {
  const [deal, other] = [await makeDeal(), await makeDeal()]
  const nothing = { periods: [], owners: { all: 0, using: 0 }, checked: { count: 0, average: null } }
  expect((await findReviewFigures(deal.id)).overTime).toEqual(nothing)
  const { random, pick } = pseudoRandom(37)
  const expected = { EARLY: [], FIRST_YEAR: [], LATER: [] } as Record<string, number[]>
  const checked: number[] = []
  const owners: string[] = []
  for (let index = 0; index < 60; index++) {
    const deal_id = pick([deal, deal, deal, other]).id
    const boughtOn = addDays('2022-01-01', Math.floor(random() * 300))
    const writtenOn = addDays(boughtOn, Math.floor(random() * 500))
    const status = pick(['APPROVED', 'APPROVED', 'APPROVED', 'PENDING'] as const)
    const rating = 1 + Math.floor(random() * 5)
    const review = await makeReview({ deal_id, status, rating, created_at: at(writtenOn) })
    const isBought = random() < 0.8
    const isChecked = isBought && random() < 0.5
    if (isBought) {
      const proof = isChecked ? { proof_status: 'CHECKED' as const, proof_decided_at: new Date() } : {}
      await makePurchase({ deal_id, user_id: review.user_id!, bought_on: boughtOn, ...proof })
    }
    const isCounted = deal_id === deal.id && status === 'APPROVED'
    const count = (stars: number, day: string) => {
      if (!isCounted || !isBought) return
      const period =
        day >= monthsLater(boughtOn, 12) ? 'LATER' : day >= monthsLater(boughtOn, 3) ? 'FIRST_YEAR' : 'EARLY'
      expected[period]!.push(stars)
    }
    count(rating, writtenOn)
    let newest = { day: writtenOn, rating, answer: '' }
    let hasAnsweredLate = false
    for (const months of [6, 12, 24, 36]) {
      if (random() < 0.4) continue
      const [stars, answer] = [1 + Math.floor(random() * 5), pick(['YES', 'SOMETIMES', 'NO', 'GONE'] as const)]
      const day = addDays(monthsLater(boughtOn, months), Math.floor(random() * 20))
      const answered = pick(['APPROVED', 'APPROVED', 'REJECTED', 'PENDING'] as const)
      await makeFollowUp({ review, months, rating: stars, answer, status: answered, created_at: at(day) })
      if (answered !== 'APPROVED') continue
      count(stars, day)
      newest = { day: day > newest.day ? day : newest.day, rating: day > newest.day ? stars : newest.rating, answer }
      hasAnsweredLate ||= months >= 12
    }
    if (isCounted && isChecked) checked.push(newest.rating)
    if (isCounted && hasAnsweredLate) owners.push(newest.answer)
  }
  const average = (stars: number[]) => stars.reduce((sum, rating) => sum + rating, 0) / stars.length
  const found = (await findReviewFigures(deal.id)).overTime
  expect(found.periods.map(({ period, count }) => [period, count])).toEqual(
    Object.entries(expected).map(([period, stars]) => [period, stars.length]),
  )
  for (const { period, average: shown } of found.periods) expect(shown).toBeCloseTo(average(expected[period]!), 9)
  expect(found.owners).toEqual({
    all: owners.length,
    using: owners.filter((answer) => answer === 'YES' || answer === 'SOMETIMES').length,
  })
  expect(found.checked.count).toBe(checked.length)
  expect(found.checked.average).toBeCloseTo(average(checked), 9)
})

test('figures of fewer than three are not shown, nor a single period', () => {
  const over = (counts: number[], owners: number, checked: number): OverTime => ({
    periods: (['EARLY', 'FIRST_YEAR', 'LATER'] as const).map((period, index) => ({
      period,
      count: counts[index]!,
      average: 4,
    })),
    owners: { all: owners, using: 1 },
    checked: { count: checked, average: checked ? 4 : null },
  })
  expect(shownPeriods(over([3, 2, 3], 0, 0)).map(({ period }) => period)).toEqual(['EARLY', 'LATER'])
  expect(shownPeriods(over([3, 2, 2], 0, 0))).toEqual([])
  expect(shownOwners(over([], 3, 0))).toEqual({ all: 3, using: 1 })
  expect(shownOwners(over([], 2, 0))).toBeUndefined()
  expect(shownChecked(over([], 0, 3))).toEqual({ count: 3, average: 4 })
  expect(shownChecked(over([], 0, 2))).toBeUndefined()
  expect(shownChecked(over([], 0, 0))).toBeUndefined()
})

test('the newest answer is told with how long the product has been owned, to readers and to the author', async () => {
  const review = await makeReview({ status: 'APPROVED', created_at: at('2024-01-01') })
  const bought_on = monthsLater(utcToday().replace(/\d\d$/, '01'), -14)
  const { id } = await makePurchase({ deal_id: review.deal_id, user_id: review.user_id!, bought_on })
  const told = async () => {
    const listed = await listOwnContributions(review.user_id!, 'decided', { limit: 5 })
    const own = listed.find(({ kind }) => kind === 'review')
    const [shown] = await listPersonReviews(review.user_id!, 1)
    const ofReview = describeOwnership(shown!)
    expect(own!.ownership ? describeOwnership(own!.ownership) : undefined).toBe(ofReview)
    return ofReview
  }
  expect(await told()).toBeUndefined()
  const answer = await makeFollowUp({ review, status: 'APPROVED', created_at: at('2025-01-01') })
  expect(await told()).toBe('Owned 14 months, still using')
  for (const [said, text] of [
    ['SOMETIMES', 'sometimes using'],
    ['NO', 'no longer using'],
    ['GONE', 'it no longer exists'],
  ] as const) {
    await db.updateTable('follow_ups').set({ answer: said }).where('id', '=', answer.id).execute()
    expect(await told()).toBe(`Owned 14 months, ${text}`)
  }
  await db.updateTable('purchases').set({ refunded_on: utcToday() }).where('id', '=', id).execute()
  expect(await told()).toBe('It no longer exists')
})

test('the figures of the Change Log count verified changes and name the latest one', async () => {
  const deal_id = (await makeDeal()).id
  expect(await findChangeFigures(deal_id)).toEqual({ all: 0, affecting: 0, better: 0, worse: 0, latest: null })
  const worse = { affects_owners: 'YES', effect: 'WORSE' } as const
  await makeChangeLog({ deal_id, status: 'APPROVED', ...worse, moderated_at: at('2026-03-01') })
  const latest = await makeChangeLog({ deal_id, status: 'APPROVED', moderated_at: at('2026-04-01') })
  await makeChangeLog({ deal_id, affects_owners: 'YES' })
  await makeChangeLog({ status: 'APPROVED' })
  expect(await findChangeFigures(deal_id)).toEqual({
    all: 2,
    affecting: 1,
    better: 0,
    worse: 1,
    latest: { id: latest.id, title: latest.title, verified_at: at('2026-04-01') },
  })
})
