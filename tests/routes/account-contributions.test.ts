import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as page from '~/routes/account_.contributions/route'
import { makeChangeLog, makeComment, makeProfile, makeReview, makeReviewVersion } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { makeDecision } from '../staff-factories'

const { action, loader } = page
const context = { params: {}, context: {} }
let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile()
})

type Person = { id: string } | null
const open = async (as: Person, query = '') => {
  const opened = await answer(loader({ request: await requestAs(as, `/account/contributions${query}`), ...context }))
  if (opened instanceof Response) throw new Error(`answered ${opened.status}`)
  return opened
}
const send = async (as: Person, form: Record<string, string>) =>
  (await answer(action({ request: await requestAs(as, '/account/contributions', form), ...context }))) as Response
const takeBack = (as: Person, kind: string, id: string) => send(as, { intent: 'withdraw', kind, id })
const claim = (id: string, minutesAgo: number, by: string) =>
  db
    .insertInto('claims')
    .values({ staff_id: by, kind: 'review', subject_id: id, since: sql`now() - ${minutesAgo} * interval '1 minute'` })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet((eb) => ({ since: eb.ref('excluded.since') })))
    .execute()

test('contributions are grouped by the next step, with the note of staff', async () => {
  const asked = await makeReview({
    user_id: ada.id,
    status: 'CHANGES_REQUESTED',
    moderation_reason: 'Take out the number.',
    moderated_at: new Date(),
  })
  const waiting = await makeChangeLog({ reported_by_user_id: ada.id })
  const approved = await makeComment({ user_id: ada.id, status: 'APPROVED', moderated_at: new Date('2026-11-02') })
  const rejected = await makeReview({
    user_id: ada.id,
    status: 'REJECTED',
    rejection_reason: 'SPAM',
    moderation_reason: 'It promotes a code.',
    moderated_at: new Date('2026-11-03'),
  })
  const waiting_since = new Date('2026-11-02T22:00:00Z')
  const decided = {
    subject_id: rejected.id,
    waiting_since,
    decided_at: new Date('2026-11-03'),
    reason: 'SPAM' as const,
  }
  await makeDecision({ ...decided, decision: 'REJECTED' })
  await makeReview()

  const { groups, counts } = await open(ada)
  expect(groups).toMatchObject({
    turn: [{ kind: 'review', id: asked.id, moderation_reason: 'Take out the number.' }],
    waiting: [{ kind: 'change_log', id: waiting.id, before: 0, is_being_read: false }],
    decided: [
      { kind: 'review', id: rejected.id, rejection_reason: 'SPAM', decided_after: 7_200 },
      { kind: 'comment', id: approved.id, decided_after: null },
    ],
  })
  expect(counts).toEqual({ PENDING: 1, APPROVED: 1, REJECTED: 1, CHANGES_REQUESTED: 1 })
})

test('the queue position counts the earlier contributions of the same kind', async () => {
  const mine = await makeReview({ user_id: ada.id, created_at: new Date('2026-11-03') })
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-04']) await makeReview({ created_at: new Date(day) })
  await makeComment({ created_at: new Date('2026-11-01') })
  expect((await open(ada)).groups.waiting).toMatchObject([{ id: mine.id, before: 2 }])

  const report = await makeChangeLog({ reported_by_user_id: ada.id, created_at: new Date('2026-11-01') })
  await makeChangeLog({ affects_owners: 'YES', created_at: new Date('2026-11-05') })
  const [first] = (await open(ada)).groups.waiting
  expect(first, 'what affects owners comes first').toMatchObject({ id: report.id, before: 1 })
})

test('a claimed contribution is shown as being read, without the name of the moderator', async () => {
  const staff = await makeProfile({ role: 'MANAGER', name: 'Mira' })
  const { id } = await makeReview({ user_id: ada.id })
  await claim(id, 14, staff.id)
  const opened = await open(ada)
  expect(opened.groups.waiting).toMatchObject([{ is_being_read: true }])
  expect(JSON.stringify(opened)).not.toMatch(new RegExp(`Mira|${staff.id}`))
  await claim(id, 16, staff.id)
  expect((await open(ada)).groups.waiting).toMatchObject([{ is_being_read: false }])
})

test('the page says how many are before a contribution, that it is next, or that it is being read now', async () => {
  const path = '/account/contributions'
  const words = async () => wordsOf(await renderPage(ada, { pattern: path, path, routes: [page] }))
  const other = await makeReview({ created_at: new Date('2026-11-01') })
  const { id } = await makeReview({ user_id: ada.id, created_at: new Date('2026-11-02') })
  expect(await words()).toContain('Waiting, 1 before yours.')
  await db.deleteFrom('reviews').where('id', '=', other.id).execute()
  expect(await words()).toContain('Waiting, yours is next.')
  await claim(id, 1, (await makeProfile({ role: 'MANAGER' })).id)
  expect(await words()).toContain('Being read now.')
})

test('the usual time is the median of the last 50 decisions of the kind, from ten on', async () => {
  const hour = 3_600_000
  const decide = (hoursAgo: number, took: number, given = {}) => {
    const decided_at = new Date(Date.now() - hoursAgo * hour)
    return makeDecision({ decided_at, waiting_since: new Date(decided_at.getTime() - took * hour), ...given })
  }
  for (let i = 1; i <= 9; i++) await decide(i, i)
  await decide(1, 90, { undone_at: new Date() })
  await decide(1, 90, { kind: 'comment' })
  expect((await open(ada)).usualTimes).toEqual({})
  await decide(10, 10)
  expect((await open(ada)).usualTimes).toEqual({ review: 5.5 * 3_600 })
  for (let i = 0; i < 50; i++) await decide(0.01, 48)
  expect((await open(ada)).usualTimes).toEqual({ review: 48 * 3_600 })
})

test('each group shows its first few, and all of them on separate pages', async () => {
  for (let day = 1; day <= 21; day++) {
    await makeComment({ user_id: ada.id, status: 'APPROVED', moderated_at: new Date(2026, 9, day) })
  }
  await makeReview({ user_id: ada.id })
  expect((await open(ada)).groups).toMatchObject({ waiting: { length: 1 }, decided: { length: 5 } })
  const all = await open(ada, '?view=decided')
  expect(all).toMatchObject({ pages: 2, groups: { waiting: [], decided: { length: 20 } } })
  expect((await open(ada, '?view=decided&page=2')).groups.decided).toHaveLength(1)
})

test.each([
  ['review', () => makeReview({ user_id: ada.id })],
  ['comment', () => makeComment({ user_id: ada.id })],
  ['change_log', () => makeChangeLog({ reported_by_user_id: ada.id })],
  ['review', () => makeReview({ user_id: ada.id, status: 'CHANGES_REQUESTED' })],
] as const)('taking back a %s that is not decided deletes it and takes it out of the queue', async (kind, make) => {
  const { id } = await make()
  const response = await takeBack(ada, kind, id)
  expect(response.headers.get('Location')).toBe('/account/contributions')
  expect(toastOf(response)).toMatchObject({ tone: 'success' })
  expect(await db.selectFrom('moderation_items').select('id').execute()).toEqual([])
})

test('an edit of a published review waits beside it, and taking it back leaves the review', async () => {
  const review = await makeReview({ user_id: ada.id, status: 'APPROVED', moderated_at: new Date() })
  const edit = await makeReviewVersion({ review })
  expect((await open(ada)).groups).toMatchObject({
    turn: [],
    waiting: [{ kind: 'review', is_edit: true, id: edit.id, title: edit.title, rating: edit.rating, before: 0 }],
    decided: [{ kind: 'review', id: review.id }],
  })
  const path = '/account/contributions'
  const words = wordsOf(await renderPage(ada, { pattern: path, path, routes: [page] }))
  expect(words).toContain('Readers see the earlier text.')
  expect(toastOf(await takeBack(ada, 'review', edit.id))).toMatchObject({ title: 'Review taken back' })
  expect(await db.selectFrom('moderation_items').select('id').execute()).toEqual([{ id: review.id }])
})

test('a contribution that was decided meanwhile cannot be withdrawn', async () => {
  const { id } = await makeReview({ user_id: ada.id, status: 'APPROVED' })
  expect(toastOf(await takeBack(ada, 'review', id))).toMatchObject({
    tone: 'error',
    title: 'Failed to take back review',
    text: 'It has been decided in the meantime.',
  })
  expect(await db.selectFrom('reviews').select('id').execute()).toEqual([{ id }])
})

test("a member cannot withdraw another member's contribution", async () => {
  const { id } = await makeReview()
  expect((await takeBack(ada, 'review', id)).status).toBe(404)
  expect((await takeBack(null, 'review', id)).headers.get('Location')).toMatch(/^\/auth\?redirectTo=/)
  expect((await send(ada, { intent: 'withdraw', kind: 'contact_message', id })).status).toBe(400)
  expect(await db.selectFrom('reviews').select('id').execute()).toEqual([{ id }])
})

test('suspended members see their contributions and take back nothing', async () => {
  const eve = await makeProfile({ status: 'SUSPENDED' })
  const { id } = await makeReview({ user_id: eve.id })
  expect(await open(eve)).toMatchObject({ canWrite: false, groups: { waiting: [{ id }] } })
  expect((await takeBack(eve, 'review', id)).status).toBe(403)
})
