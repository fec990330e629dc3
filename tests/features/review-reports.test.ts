import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { reportReview, withdrawReviewReport } from '~/features/contributions/reviews/review-reports.server'
import { listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import type { User } from '~/features/people/accounts/guards.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { loadItem } from '~/features/staff/queue/context.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeDeal, makeProfile, makeReview, makeReviewVersion } from '../factories'
import {
  auditOf,
  decideItem,
  decideOn,
  decisionsOn,
  findItem,
  karmaOf,
  loadedItem,
  makeStaff,
  notificationsOf,
  outcomeOf,
  reopen,
  waitingItem,
} from '../waiting-items'

const SPAM = { reason: 'SPAM' as const, text: null }
type Review = { id: string; deal_id: string }
const targetOf = ({ id, deal_id }: Review) => ({ reviewId: id, dealId: deal_id })
const report = (user: { id: string }, review: Review, said: Parameters<typeof reportReview>[2] = SPAM) =>
  reportReview(user as User, targetOf(review), said)
const withdraw = (user: { id: string }, review: Review) => withdrawReviewReport(user.id, targetOf(review))

async function makePublic() {
  const [author, deal] = [await makeProfile({ name: 'Ada' }), await makeDeal()]
  const review = await makeReview({ deal_id: deal.id, user_id: author.id, rating: 2, status: 'APPROVED' })
  return { author, deal, review }
}

/** A public review that three people report. */
async function makeReported() {
  const made = await makePublic()
  const readers = await Promise.all(['Ida', 'Ben', 'Cleo'].map((name) => makeProfile({ name })))
  for (const reader of readers) await report(reader, made.review)
  return { ...made, readers, alert: (await openAlertOf(made.review))! }
}

async function openAlertOf({ id }: { id: string }) {
  const alerts = db.selectFrom('review_alerts').selectAll().where('review_id', '=', id)
  return alerts.where('status', '=', 'PENDING').executeTakeFirst()
}
async function openReportsOf({ id }: { id: string }) {
  const reports = db.selectFrom('review_reports').select('id').where('review_id', '=', id)
  return (await reports.where('settled_at', 'is', null).execute()).length
}
const reviewOf = ({ id }: { id: string }) =>
  db.selectFrom('review_versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const dealOf = ({ id }: { id: string }) =>
  db.selectFrom('deals').select(['rating_average', 'review_count']).where('id', '=', id).executeTakeFirstOrThrow()
const open = async (staff: User, id: string) => {
  const request = new Request('http://localhost/')
  return (await loadItem(request, staff, 'review-reports', id)).item
}

test('three different people put a review into the queue, where it stays public', async () => {
  const { review } = await makePublic()
  const [one, two, three] = [await makeProfile(), await makeProfile(), await makeProfile()]
  expect(await report(one, review)).toBe('reported')
  expect(await report(two, review)).toBe('reported')
  // The same person again is one report.
  for (let again = 0; again < 3; again++) expect(await report(two, review)).toBe('reported')
  expect(await openReportsOf(review)).toBe(2)
  expect(await openAlertOf(review)).toBeUndefined()
  expect(await report(three, review)).toBe('reported')
  const alert = (await openAlertOf(review))!
  expect(await waitingItem(alert.id)).toMatchObject({ kind: 'review_report', rank: 3, author_id: review.user_id })
  expect(await reviewOf(review)).toMatchObject({ status: 'APPROVED' })
})

test('three people who report at once are all counted', async () => {
  for (let round = 0; round < 10; round++) {
    const { review } = await makePublic()
    const readers = await Promise.all([1, 2, 3].map(() => makeProfile()))
    await Promise.all(readers.map((reader) => report(reader, review)))
    expect(await openAlertOf(review)).toBeDefined()
  }
})

test('readers who reported a review are notified of the outcome, and not of a decision that was undone', async () => {
  for (const [decision, isRemoved] of [
    [{ to: 'APPROVED' }, false],
    [{ to: 'REJECTED', reason: 'SPAM', note: null }, true],
  ] as const) {
    const [staff, { readers, alert }] = [await makeStaff(), await makeReported()]
    const { id } = alert
    await decideOn('review_report', staff, id, decision)
    for (const reader of readers) {
      expect(await notificationsOf(reader.id)).toMatchObject([{ kind: 'report_decided', data: { isRemoved } }])
    }
    const [made] = await decisionsOn(id)
    await outcomeOf(undo(staff, { decision: made!.id }))
    expect(await notificationsOf(readers[0]!.id)).toEqual([])
  }
})

test('one report from staff is enough, of which the manager who sent it does not decide, and an admin can', async () => {
  for (const [role, outcome] of [
    ['MANAGER', 403],
    ['ADMIN', 'done'],
  ] as const) {
    const [staff, { review }] = [await makeStaff(role), await makePublic()]
    await report(staff, review)
    const { id } = (await openAlertOf(review))!
    expect(await waitingItem(id)).toBeDefined()
    expect(await decideOn('review_report', staff, id)).toMatchObject({ is: outcome })
  }
})

test('nobody reports their own review, nor one that is not public or of another deal', async () => {
  const { author, review } = await makePublic()
  const [waiting, elsewhere] = [await makeReview(), await makeDeal()]
  const reader = await makeProfile()
  expect(await report(author, review)).toBe('own')
  expect(await report(reader, waiting)).toBe('missing')
  expect(await report(reader, { ...review, deal_id: elsewhere.id })).toBe('missing')
  expect(await db.selectFrom('review_reports').selectAll().execute()).toEqual([])
})

test('"Something else" needs a text, in the database too', async () => {
  const { review } = await makePublic()
  const textless = report(await makeProfile(), review, { reason: 'OTHER', text: null })
  await expect(textless).rejects.toThrow('something_else_has_a_text')
})

test('a report that is taken back takes the review out of the queue, unless enough others are left', async () => {
  const { review, readers } = await makeReported()
  const fourth = await makeProfile()
  await report(fourth, review)
  await withdraw(fourth, review)
  expect(await openAlertOf(review)).toBeDefined()
  const reportedOn = async () => (await listApprovedReviews(review.deal_id, {}, readers[0]!.id))[0]!.reported_on
  expect(await reportedOn()).toEqual(expect.any(Date))
  await withdraw(readers[0]!, review)
  expect(await openAlertOf(review)).toBeUndefined()
  expect(await waitingItem(review.id)).toBeUndefined()
  expect(await reportedOn()).toBeNull()
})

test('staff see every report with its author, the newest first, and the author of the review sees none', async () => {
  const { review, author, alert } = await makeReported()
  await report(await makeProfile({ name: 'Dora' }), review, { reason: 'OTHER', text: 'The text is from a brochure.' })
  const item = await open(await makeStaff(), alert.id)
  expect(item).toMatchObject({ author: 'Ada', title: review.title, marks: [{ text: '4 reports' }] })
  expect(item.reports?.map(({ term, detail }) => [term.split(',')[0], detail])).toEqual([
    ['Dora', 'Something else: The text is from a brochure.'],
    ['Cleo', 'Spam'],
    ['Ben', 'Spam'],
    ['Ida', 'Spam'],
  ])
  await db.updateTable('profiles').set({ role: 'ADMIN' }).where('id', '=', author.id).execute()
  const own = await open({ ...author, role: 'ADMIN' } as User, alert.id)
  expect(JSON.stringify(own)).not.toMatch(/Dora|Cleo|brochure/)
})

test('"Keep it" settles the reports, notifies no one and can be undone', async () => {
  const [staff, { review, author, deal, alert }] = [await makeStaff(), await makeReported()]
  await decideOn('review_report', staff, alert.id, { to: 'APPROVED' })
  expect(await openReportsOf(review)).toBe(0)
  expect(await reviewOf(review)).toMatchObject({ status: 'APPROVED' })
  expect(await dealOf(deal)).toEqual({ rating_average: '2.00', review_count: 1 })
  expect(await notificationsOf(author.id)).toEqual([])
  expect(await auditOf(alert.id)).toMatchObject([{ action: 'review_report.kept', actor_id: staff.id }])
  const [decision] = await decisionsOn(alert.id)
  expect(await outcomeOf(undo(staff, { decision: decision!.id }))).toEqual({ is: 'done' })
  expect(await openReportsOf(review)).toBe(3)
  expect(await waitingItem(alert.id)).toBeDefined()
})

test('"Remove the review" rejects it with a reason, its author is notified and the rating follows, until it is undone', async () => {
  const [staff, { review, author, deal, alert }] = [await makeStaff(), await makeReported()]
  const note = 'The text is from a brochure.'
  await decideOn('review_report', staff, alert.id, { to: 'REJECTED', reason: 'SPAM', note })
  const rejected = { status: 'REJECTED', rejection_reason: 'SPAM', moderation_reason: note, moderated_by: staff.id }
  expect(await reviewOf(review)).toMatchObject(rejected)
  expect(await dealOf(deal)).toEqual({ rating_average: null, review_count: 0 })
  expect(await karmaOf(author.id)).toBe(0)
  expect(await openReportsOf(review)).toBe(0)
  const [notification] = await notificationsOf(author.id)
  expect(notification).toMatchObject({ data: { contribution: 'review', decision: 'REJECTED', reason: 'SPAM', note } })
  expect(JSON.stringify(notification)).not.toMatch(/Ida|Ben|Cleo/)
  expect(await auditOf(review.id)).toMatchObject([{ action: 'review.rejected', detail: { reported: true } }])

  const [decision] = await decisionsOn(alert.id)
  expect(await outcomeOf(undo(staff, { decision: decision!.id }))).toEqual({ is: 'done' })
  expect(await reviewOf(review)).toMatchObject({ status: 'APPROVED', rejection_reason: null, moderation_reason: null })
  expect(await dealOf(deal)).toEqual({ rating_average: '2.00', review_count: 1 })
  expect(await karmaOf(author.id)).toBe(3)
  expect(await openReportsOf(review)).toBe(3)
  expect(await openAlertOf(review)).toMatchObject({ id: alert.id })
  expect(await notificationsOf(author.id)).toEqual([])
})

test('the author edits and resubmits a removed review, after which the removal cannot be undone', async () => {
  const [staff, { review, author, deal, alert }] = [await makeStaff(), await makeReported()]
  await decideOn('review_report', staff, alert.id, { to: 'REJECTED', reason: 'ABUSIVE' })
  const text = { rating: 4, title: 'In plain words', body: 'The export fails with large files.' }
  expect(await submitReview(author.id, { deal: deal.id, text })).toBe('submitted')
  const [decision] = await decisionsOn(alert.id)
  const undone = await outcomeOf(undo(staff, { decision: decision!.id }))
  expect(undone).toMatchObject({ is: 'conflict', text: expect.stringContaining('since then') })
  expect(await reopen(staff, 'review_report', alert.id)).toMatchObject({ is: 'conflict' })
  const [waiting] = await db
    .selectFrom('review_versions')
    .select(['id', 'title'])
    .where('status', '=', 'PENDING')
    .execute()
  expect(waiting).toMatchObject({ title: 'In plain words' })
  // Approved again, it starts without reports.
  await decideOn('review', staff, waiting!.id)
  expect(await listApprovedReviews(deal.id)).toMatchObject([{ id: review.id, title: 'In plain words' }])
  expect(await openAlertOf(review)).toBeUndefined()
})

test('reports stay open when the review is edited, and nobody decides about a text they have not read', async () => {
  const [staff, { review, alert, author }] = [await makeStaff(), await makeReported()]
  const read = await loadedItem('review_report', alert.id)
  const edit = await makeReviewVersion({ review, user_id: author.id, body: 'It is slow, nothing else.' })
  await decideOn('review', staff, edit.id)
  expect(await openReportsOf(review)).toBe(3)
  const decision = { to: 'REJECTED', reason: 'ABUSIVE' } as const
  const late = await decideItem({ kind: 'review_report', staff, item: read, decision })
  expect(late).toMatchObject({ is: 'conflict', text: 'It was edited in the meantime. Read it again.' })
  const shown = await findItem({ kind: 'review_report', id: alert.id })
  expect(shown).toMatchObject({ body: 'It is slow, nothing else.' })
})

test('a review that is reopened leaves the queue of reports and returns to it with the approval', async () => {
  const [staff, { review, alert }] = [await makeStaff(), await makeReported()]
  await reopen(staff, 'review', review.id)
  expect(await waitingItem(alert.id)).toBeUndefined()
  expect(await openReportsOf(review)).toBe(3)
  await decideOn('review', staff, review.id)
  expect(await openAlertOf(review)).toBeDefined()
})

const hearOfRemoval = async (readers: { id: string }[]) => {
  for (const reader of readers) {
    expect(await notificationsOf(reader.id)).toMatchObject([{ kind: 'report_decided', data: { isRemoved: true } }])
  }
}

test('rejecting a review in another way settles its reports, and readers hear of it once, until it is undone', async () => {
  const [staff, { review, readers, alert }] = [await makeStaff(), await makeReported()]
  await reopen(staff, 'review', review.id)
  await decideOn('review', staff, review.id, { to: 'REJECTED', reason: 'SPAM' })
  expect(await openReportsOf(review)).toBe(0)
  expect(await waitingItem(alert.id)).toBeUndefined()
  await hearOfRemoval(readers)
  const [decision] = await decisionsOn(review.id)
  expect(await outcomeOf(undo(staff, { decision: decision!.id }))).toEqual({ is: 'done' })
  expect(await notificationsOf(readers[0]!.id)).toEqual([])
  expect(await openReportsOf(review)).toBe(3)
})

test('deleting a review settles its reports, of which readers hear, and not when its deal is deleted', async () => {
  const [{ review, readers, alert }, other] = [await makeReported(), await makeReported()]
  await db.deleteFrom('reviews').where('id', '=', review.id).execute()
  expect(await waitingItem(alert.id)).toBeUndefined()
  expect(await openReportsOf(review)).toBe(0)
  await hearOfRemoval(readers)
  await db.deleteFrom('deals').where('id', '=', other.deal.id).execute()
  expect(await notificationsOf(other.readers[0]!.id)).toEqual([])
})

test('a decision and the rejection of the review at once end in one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const [staff, noah, { review, alert }] = [await makeStaff(), await makeStaff('ADMIN', 'Noah'), await makeReported()]
    const item = await loadedItem('review_report', alert.id)
    const read = await loadedItem('review', review.id)
    const [removed, reopened] = await Promise.all([
      decideItem({ kind: 'review_report', staff, item, decision: { to: 'REJECTED', reason: 'SPAM' } }),
      outcomeOf(undo(noah, { kind: 'review', ...read })),
    ])
    expect([removed.is, reopened.is].filter((is) => is === 'done')).toHaveLength(1)
    expect((await reviewOf(review)).status).toBe(removed.is === 'done' ? 'REJECTED' : 'PENDING')
    expect(await openAlertOf(review)).toBeUndefined()
  }
})

test('a deleted account takes its reports along, and the review out of the queue when too few are left', async () => {
  const { review, readers, alert } = await makeReported()
  await deleteProfile(readers[1]!.id)
  expect(await openReportsOf(review)).toBe(2)
  expect(await waitingItem(alert.id)).toBeUndefined()
})

test('the author who deletes the account leaves a review that can still be removed', async () => {
  const [staff, { review, author, alert }] = [await makeStaff(), await makeReported()]
  await deleteProfile(author.id)
  const decided = await decideOn('review_report', staff, alert.id, { to: 'REJECTED', reason: 'SPAM' })
  expect(decided).toMatchObject({ is: 'done' })
  expect(await reviewOf(review)).toMatchObject({ status: 'REJECTED', user_id: null })
})

test('reports move with the review when two deals are merged', async () => {
  const [{ review, deal, alert }, into] = [await makeReported(), await makeDeal()]
  const admin = await makeStaff('ADMIN')
  expect(await mergeRecords(admin, 'deal', deal.id, into.id)).toMatchObject({ outcome: 'merged' })
  const { rows } = await sql<{ deal_id: string }>`
    select distinct deal_id from (
      select deal_id from review_reports where review_id = ${review.id}
      union all select deal_id from review_alerts where id = ${alert.id}
      union all select deal_id from moderation_items where id = ${alert.id}) as moved`.execute(db)
  expect(rows).toEqual([{ deal_id: into.id }])
})
