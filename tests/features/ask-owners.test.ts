import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import type { JobPayload } from '~/db/job-queue.server'
import { env } from '~/env.server'
import { askOwners, sendFollowUpMail } from '~/features/contributions/reviews/ask-owners-task.server'
import { setStopped } from '~/features/contributions/reviews/questions.server'
import { addDays } from '~/http/utc-day'
import { makeDeal, makeFollowUp, makeProfile, makePurchase, makeQuestion, makeReview } from '../factories'
import { listJobs } from '../jobs'
import { type Sink, startSink } from '../mail/smtp-sink'
import { notificationsOf } from '../waiting-items'

let sink: Sink | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  env.SMTP_URL = undefined
  await sink?.stop()
  sink = undefined
})

const listMails = () => listJobs<JobPayload<'send_follow_up_mail'>>('send_follow_up_mail')
const askOn = async (day: string) => {
  vi.setSystemTime(`${day}T06:05:00Z`)
  await askOwners()
}
const questionsOf = async (review: { id: string }) => {
  const rows = db.selectFrom('follow_up_questions').select('months').where('review_id', '=', review.id)
  return (await rows.orderBy('months').execute()).map(({ months }) => months)
}

type Owned = {
  boughtOn?: string
  writtenOn?: string
  author?: Parameters<typeof makeProfile>[0]
  review?: Parameters<typeof makeReview>[0]
  deal?: Parameters<typeof makeDeal>[0]
}

/** Someone bought "Quillstack" and reviewed it two days later. */
async function own({ boughtOn = '2024-01-31', writtenOn = addDays(boughtOn, 2), ...given }: Owned = {}) {
  const user_id = (await makeProfile(given.author)).id
  const deal_id = (await makeDeal({ title: 'Quillstack', ...given.deal })).id
  await makePurchase({ user_id, deal_id, bought_on: boughtOn })
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
  expect(await listMails()).toHaveLength(4)
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
])('%s is not asked', async (_who, given) => {
  const review = await own(given)
  await askOn('2025-02-01')
  expect(await questionsOf(review)).toEqual([])
  expect(await notificationsOf(review.user_id!)).toEqual([])
})

test('refunded purchases and those without a day are not asked about', async () => {
  const [refunded, dayless] = [await own(), await own()]
  await db
    .updateTable('purchases')
    .set({ refunded_on: '2024-03-01' })
    .where('user_id', '=', refunded.user_id!)
    .execute()
  await db.updateTable('purchases').set({ bought_on: null }).where('user_id', '=', dayless.user_id!).execute()
  await askOn('2025-02-01')
  expect(await questionsOf(refunded)).toEqual([])
  expect(await questionsOf(dayless)).toEqual([])
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
    insert into reviews (user_id, deal_id, rating, title, body, status, created_at)
    select id, ${deal.id}, 5, 'Good value', 'Used daily.', 'APPROVED', '2024-02-02' from people`.execute(db)
  vi.setSystemTime('2025-02-01T06:05:00Z')
  await Promise.all([askOwners(), askOwners(), askOwners()])
  const count = async (table: 'follow_up_questions' | 'notifications') =>
    (await db.selectFrom(table).select('id').execute()).length
  expect([await count('follow_up_questions'), await count('notifications')]).toEqual([450, 450])
  const mails = await listMails()
  expect(new Set(mails.map(({ payload }) => payload.questionId)).size).toBe(450)
  expect(mails).toHaveLength(450)
})

test('the mail asks with links that fill in an answer, and its subject names no product', async () => {
  const review = await own()
  await askOn('2025-02-01')
  sink = await startSink()
  env.SMTP_URL = sink.url
  const [job] = await listMails()
  await sendFollowUpMail(job!.payload)
  const mail = sink.received[0]!.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(mail).toMatch(/^Subject: Still using it\? \| Lifetime Ledger\r$/m)
  expect(mail).toContain('You bought it on 31 Jan 2024, 12 months ago.')
  expect(mail).toContain('Still using Quillstack?')
  const path = `${env.SITE_URL}/still/${job!.payload.questionId}?a=`
  for (const answer of ['yes', 'sometimes', 'no', 'gone', 'stop']) expect(mail).toContain(path + answer)
  expect(mail).toContain(review.title)
})

test('no mail is sent once the question is answered, stopped or pointless', async () => {
  sink = await startSink()
  env.SMTP_URL = sink.url
  const endings: ((review: Awaited<ReturnType<typeof own>>) => Promise<unknown>)[] = [
    (review) => makeFollowUp({ review }),
    (review) => setStopped(review.user_id!, review.id, true),
    (review) => db.deleteFrom('reviews').where('id', '=', review.id).execute(),
    ({ id }) => db.updateTable('reviews').set({ status: 'PENDING' }).where('id', '=', id).execute(),
    ({ user_id }) => db.deleteFrom('purchases').where('user_id', '=', user_id!).execute(),
    ({ user_id }) => db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', user_id!).execute(),
  ]
  for (const end of endings) {
    const review = await own()
    await askOn('2025-02-01')
    await end(review)
  }
  const mails = await listMails()
  expect(mails).toHaveLength(endings.length)
  for (const { payload } of mails) await sendFollowUpMail(payload)
  expect(sink.received).toEqual([])
})
