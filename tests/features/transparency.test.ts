import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findFigures } from '~/features/audience/transparency/decision-figures.server'
import { listNewestDecisions } from '~/features/audience/transparency/decisions.server'
import { formatHours, shareApproved } from '~/features/audience/transparency/transparency'
import * as transparency from '~/routes/transparency/route'
import { makeAvailabilityReport, makeDeal, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { makeDecision } from '../staff-factories'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

/** A year of decisions of every kind and outcome, with some that must not count. */
beforeEach(async () => {
  const deal = await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
  const common = { deal_id: deal.id }
  let hours = 1
  for (const rating of [5, 5, 5, 3, 1, 1]) {
    hours += 7
    const waited = { waiting_since: ago(500 + hours * 3), decided_at: ago(500) }
    await makeDecision({ ...common, ...waited, rating })
    await makeDecision({ ...common, ...waited, rating, decision: 'REJECTED', reason: 'SPAM' })
    await makeDecision({ ...common, ...waited, kind: 'comment', decided_at: ago(490) })
  }
  await makeDecision({ ...common, rating: 4, decision: 'CHANGES_REQUESTED' })
  for (const affects_owners of ['YES', 'YES', 'YES', 'NO', 'UNKNOWN', null] as const) {
    hours += 5
    await makeDecision({
      ...common,
      kind: 'change_log',
      affects_owners,
      decision: hours % 2 ? 'APPROVED' : 'REJECTED',
      waiting_since: ago(200 + hours),
      decided_at: ago(200),
    })
  }
  for (const decision of ['APPROVED', 'APPROVED', 'REJECTED'] as const) {
    await makeDecision({ ...common, kind: 'purchase_proof', decision, waiting_since: ago(600), decided_at: ago(590) })
  }
  // Undone, too old, and not a contribution.
  await makeDecision({ ...common, rating: 5, undone_at: new Date() })
  await makeDecision({ ...common, rating: 5, decided_at: ago(24 * 370), waiting_since: ago(24 * 371) })
  await makeDecision({ ...common, kind: 'contact_message', deal_id: null })
  for (const rating of [5, 2, 2]) await makeReview({ deal_id: deal.id, rating })
})

/** One number from a statement about the tables, written without the code under test. */
async function count(statement: string) {
  const { rows } = await sql.raw<{ n: number | null }>(statement).execute(db)
  return rows[0]!.n
}

const SINCE = `undone_at is null and decided_at > now() - interval '1 year'`

test.each([5, 4, 3, 2, 1])('the figures of %i stars equal plain SQL over reviews and decisions', async (rating) => {
  const of = (decision: string) =>
    count(`select count(*) as n from decisions
      where kind in ('review', 'follow_up') and rating = ${rating} and decision::text like '${decision}' and ${SINCE}`)
  const waiting = await count(
    `select count(*) as n from review_versions where status = 'PENDING' and rating = ${rating}`,
  )
  expect((await findFigures()).ratings.find((row) => row.rating === rating)).toEqual({
    rating,
    submitted: (await of('%'))! + waiting!,
    approved: await of('APPROVED'),
    rejected: await of('REJECTED'),
    waiting,
  })
})

test.each([
  ['review', `kind in ('review', 'follow_up')`],
  ['comment', `kind = 'comment'`],
  ['owners', `kind = 'change_log' and affects_owners = 'YES'`],
  ['change_log', `kind = 'change_log' and affects_owners is distinct from 'YES'`],
] as const)('the median hours of %s equal the middle of the sorted waiting times', async (group, condition) => {
  const { rows } = await sql
    .raw<{ hours: number }>(`select extract(epoch from decided_at - waiting_since)::float8 / 3600 as hours
      from decisions where ${condition} and ${SINCE} order by 1`)
    .execute(db)
  const middle = rows.length / 2
  const [low, high] = [rows[Math.ceil(middle) - 1]!.hours, rows[Math.floor(middle)]!.hours]
  expect((await findFigures()).hours[group]).toBeCloseTo((low + high) / 2, 6)
})

test.each([
  ['reports', 'change_log'],
  ['proofs', 'purchase_proof'],
] as const)('the approved and decided %s equal plain SQL', async (group, kind) => {
  const of = (condition: string) =>
    count(`select count(*) as n from decisions where kind = '${kind}' and ${condition} and ${SINCE}`)
  expect(await of('true')).toBeGreaterThan(0)
  expect((await findFigures())[group]).toEqual({
    approved: await of(`decision = 'APPROVED'`),
    decided: await of(`decision <> 'CHANGES_REQUESTED'`),
  })
})

test('availability reports of the last year count as right among those that staff settled', async () => {
  for (const status of ['APPROVED', 'APPROVED', 'REJECTED', 'PENDING'] as const)
    await makeAvailabilityReport({ status })
  await makeAvailabilityReport({ status: 'APPROVED', created_at: ago(24 * 370) })
  expect((await findFigures()).availability).toEqual({ right: 2, settled: 3 })
})

test('the page says how many open deals have a link that earns, or may earn someone else a commission', async () => {
  const readPage = async () =>
    wordsOf(await renderPage(null, { pattern: '/transparency', path: '/transparency', routes: [transparency] }))
  const affiliate_url = 'https://vendor.example/lifetime?via=ledger'
  expect(await readPage()).toContain('0 of 1 open deal has a link that earns.')
  for (const given of [{}, { affiliate_url }, { affiliate_url, status: 'EXPIRED' }] as const) await makeDeal(given)
  const words = await readPage()
  expect(words).toContain('1 of 3 open deals has a link that earns.')
  expect(words).not.toContain('someone else')
  for (const cta_url of ['https://geni.us/abc', 'https://vendor.example/?ref=joe', 'https://vendor.example/']) {
    await makeDeal({ cta_url })
  }
  await makeDeal({ cta_url: 'https://geni.us/def', affiliate_url: 'https://net.example/own' })
  expect(await readPage()).toContain(
    '2 of 7 open deals have a link that earns. 2 have one that may earn someone else a commission.',
  )
})

test('the page leaves out figures without a decision, and the table of reviews before the first one', async () => {
  const read = async () =>
    wordsOf(await renderPage(null, { pattern: '/transparency', path: '/transparency', routes: [transparency] }))
  expect(await read()).toMatch(/Approval rate by rating .* Hours to a decision .* Facts checked/)
  expect(await read()).not.toMatch(/Availability reports confirmed|0 of 0|None yet/)
  await db.deleteFrom('decisions').execute()
  await db.deleteFrom('reviews').execute()
  expect(await read()).not.toMatch(/Approval rate|Hours to a decision|Facts checked|Show all/)
})

test('without decisions every figure is zero or unknown', async () => {
  await db.deleteFrom('decisions').execute()
  await db.deleteFrom('reviews').execute()
  const { ratings, hours, reports } = await findFigures()
  expect(ratings.map(({ rating }) => rating)).toEqual([5, 4, 3, 2, 1])
  expect(ratings[0]).toEqual({ rating: 5, submitted: 0, approved: 0, rejected: 0, waiting: 0 })
  expect(shareApproved(ratings[0]!)).toBeUndefined()
  expect(hours).toEqual({ owners: null, change_log: null, review: null, comment: null })
  expect(reports).toEqual({ approved: 0, decided: 0 })
  expect(await listNewestDecisions(200)).toEqual([])
})

test('the list has the newest decisions first, without undone ones and without contact messages', async () => {
  const { rows } = await sql
    .raw<{ id: string }>(`select id from decisions
    where undone_at is null and kind <> 'contact_message' order by decided_at desc, id desc limit 8`)
    .execute(db)
  expect((await listNewestDecisions(8)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

test('the page lists ten decisions, or the newest 200', async () => {
  await db.deleteFrom('decisions').execute()
  await sql`
    insert into decisions (kind, subject_id, decision, waiting_since, decided_at)
    select 'comment', gen_random_uuid(), 'APPROVED', '2026-02-01', '2026-02-02' from generate_series(1, 201)`.execute(
    db,
  )
  const open = (query: string) =>
    transparency.loader({ request: new Request(`http://localhost/transparency${query}`), params: {}, context: {} })
  expect(await open('')).toMatchObject({ decisions: { length: 10 }, total: 200 })
  expect(await open('?show=all')).toMatchObject({ decisions: { length: 200 }, total: 200 })
})

test('an unpublished deal and a deleted one are not named', async () => {
  await db.deleteFrom('decisions').execute()
  const draft = await makeDeal({ title: 'Hidden title', slug: 'hidden-slug', published: false })
  const deleted = await makeDeal({ title: 'Deleted title' })
  await makeDecision({ deal_id: draft.id })
  await makeDecision({ deal_id: deleted.id })
  await db.deleteFrom('deals').where('id', '=', deleted.id).execute()
  expect(await listNewestDecisions(10)).toMatchObject([
    { title: null, slug: null },
    { title: null, slug: null },
  ])
})

test('shares have one decimal and hours are whole', () => {
  expect(shareApproved({ approved: 764, rejected: 70 })).toBe('91.6%')
  expect(shareApproved({ approved: 9, rejected: 1 })).toBe('90.0%')
  expect(shareApproved({ approved: 8, rejected: 1 })).toBeUndefined()
  expect([0.2, 0.5, 18.6, 1234].map(formatHours)).toEqual(['less than 1', '1', '19', '1,234'])
})
