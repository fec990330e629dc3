import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { ItemDecision } from '~/features/contributions/kinds/kind-rules.server'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { approveHarmless } from '~/features/staff/queue/actions.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import {
  ALERTS,
  auditOf,
  decideItem,
  decideOn,
  decisionsOn,
  findItem,
  karmaOf,
  loadedItem,
  MAKE_WAITING,
  makeStaff,
  notificationsOf,
  outcomeOf,
  reopen,
  undoLast,
  waitingItem,
} from '../waiting-items'

const newestText = (review: string) =>
  db
    .selectFrom('review_versions')
    .select(['id', 'body', 'status'])
    .where('review_id', '=', review)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

const KARMA: Partial<Record<Kind, number>> = { review: 3, follow_up: 0, comment: 1, change_log: 5 }
const isContribution = (kind: Kind) => KARMA[kind] !== undefined
// A suggestion earns karma when its deal is published, see suggest.test.ts.
// The author of a reported review is notified only when it is removed.
const isAuthorNotified = (kind: Kind) =>
  isContribution(kind) || kind === 'suggestion' || kind === 'purchase_proof' || kind === 'review_report'
/** How many people an approval gives karma: the author, or the two members who reported. */
const winnersOf = (kind: Kind) => (KARMA[kind] ? 1 : kind === 'ended_report' ? 2 : 0)
const WEEKS_AGO = new Date(Date.now() - 21 * 86_400_000)
const hasReasons = (kind: Kind) => specOf(kind).reject.hasReason
const rejectionOf = (kind: Kind): ItemDecision =>
  hasReasons(kind) ? { to: 'REJECTED', reason: 'SPAM', note: 'Please leave out the code.' } : { to: 'REJECTED' }
for (const kind of KINDS) {
  test(`approving a ${kind} records the decision, earns karma and leaves the queue, and reopening reverses it`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id, created_at: WEEKS_AGO })
    expect(await decideOn(kind, staff, id)).toMatchObject({ is: 'done' })
    expect(await findItem({ kind, id })).toMatchObject({ status: 'APPROVED', moderator: 'Mira' })
    expect(await karmaOf(author.id)).toBe(KARMA[kind] ?? 0)
    expect(await waitingItem(id)).toBeUndefined()
    expect(await decisionsOn(id)).toMatchObject([
      { kind, decision: 'APPROVED', reason: null, decided_by: staff.id, waiting_since: WEEKS_AGO, undone_at: null },
    ])

    expect(await reopen(await makeStaff(), kind, id)).toEqual({ is: 'done' })
    expect(await findItem({ kind, id })).toMatchObject({ status: 'PENDING', moderator: null, moderated_at: null })
    expect(await karmaOf(author.id)).toBe(0)
    expect(await waitingItem(id)).toMatchObject({ waiting_since: WEEKS_AGO })
    expect(await decisionsOn(id)).toMatchObject([{ undone_at: expect.any(Date) }])
    expect(await notificationsOf(author.id)).toEqual([])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      `${kind}.${specOf(kind).approve.done.replaceAll(' ', '-')}`,
      `${kind}.reopened`,
    ])
  })

  test(`rejecting a ${kind} keeps the reason and the note where the kind has them`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id })
    await decideOn(kind, staff, id, rejectionOf(kind))
    const given = hasReasons(kind)
      ? { reason: 'SPAM', note: 'Please leave out the code.' }
      : { reason: null, note: null }
    const stored = { rejection_reason: given.reason, moderation_reason: given.note }
    expect(await findItem({ kind, id })).toMatchObject({ status: 'REJECTED', ...stored })
    expect(await decisionsOn(id)).toMatchObject([{ decision: 'REJECTED', reason: given.reason }])
    const expected = isAuthorNotified(kind) ? [{ kind: 'contribution_decided', data: given }] : []
    expect(await notificationsOf(author.id)).toMatchObject(expected)
    expect(await notificationsOf(author.id)).toHaveLength(expected.length)
  })

  test(`undoing the rejection of a ${kind} returns it to its position and does not notify its author`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id, created_at: WEEKS_AGO })
    await decideOn(kind, staff, id, rejectionOf(kind))
    expect(await undoLast(staff, id)).toEqual({ is: 'done' })
    expect(await undoLast(await makeStaff(), id)).toEqual({ is: 'done' })
    const cleared = { status: 'PENDING', rejection_reason: null, moderation_reason: null }
    expect(await findItem({ kind, id })).toMatchObject(cleared)
    expect(await decisionsOn(id)).toMatchObject([{ undone_by: staff.id }])
    expect(await waitingItem(id)).toMatchObject({ waiting_since: WEEKS_AGO })
    expect(await notificationsOf(author.id)).toEqual([])
    expect((await auditOf(id)).map(({ action }) => action).slice(1)).toEqual([`${kind}.reopened`])
  })

  test(`two people deciding one ${kind} at once have one winner, one decision, one notification and karma once`, async () => {
    const [one, other] = [await makeStaff(), await makeStaff('ADMIN', 'Noah')]
    const [author, deal] = [await makeProfile(), await makeDeal()]
    for (let round = 0; round < RACE_ROUNDS; round++) {
      // A member can review or buy a deal only once.
      const isOnce = kind === 'review' || kind === 'purchase_proof'
      const given = { author: author.id, ...(!isOnce && { deal_id: deal.id }) }
      const { id } = await MAKE_WAITING[kind](given)
      const item = await loadedItem(kind, id)
      const outcomes = await Promise.all([
        decideItem({ kind, staff: one, item, decision: { to: 'APPROVED' } }),
        decideItem({ kind, staff: other, item, decision: rejectionOf(kind) }),
      ])
      expect(outcomes.map(({ is }) => is).sort()).toEqual(['conflict', 'done'])
      const row = (await findItem({ kind, id }))!
      expect(row.status).toBe(outcomes[0]!.is === 'done' ? 'APPROVED' : 'REJECTED')
      expect(row.rejection_reason !== null).toBe(row.status === 'REJECTED' && hasReasons(kind))
      expect(await auditOf(id)).toHaveLength(1)
      expect(await decisionsOn(id)).toMatchObject([{ decision: row.status }])
    }
    const approvals = await db
      .selectFrom('decisions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('decision', '=', 'APPROVED')
      .executeTakeFirstOrThrow()
    const { count: karmaEvents } = await db
      .selectFrom('karma_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('source_id', 'not in', db.selectFrom('follow_ups').select('review_id'))
      .where('source_id', 'not in', db.selectFrom('review_alerts').select('review_id'))
      .executeTakeFirstOrThrow()
    expect(karmaEvents).toBe(approvals.count * winnersOf(kind))
    expect(await karmaOf(author.id)).toBe(approvals.count * (KARMA[kind] ?? 0))
    expect(await notificationsOf(author.id)).toHaveLength(
      kind === 'review_report' ? RACE_ROUNDS - approvals.count : isAuthorNotified(kind) ? RACE_ROUNDS : 0,
    )
  })
}

for (const kind of KINDS.filter((each) => KARMA[each])) {
  test(`an admin earns no karma by approving their own ${kind}, and does when someone else approves it`, async () => {
    const [admin, other] = [await makeStaff('ADMIN'), await makeStaff()]
    const { id } = await MAKE_WAITING[kind]({ author: admin.id })
    expect(await decideOn(kind, admin, id)).toMatchObject({ is: 'done' })
    expect(await karmaOf(admin.id)).toBe(0)
    expect(await reopen(other, kind, id)).toEqual({ is: 'done' })
    expect(await decideOn(kind, other, id)).toMatchObject({ is: 'done' })
    expect(await karmaOf(admin.id)).toBe(KARMA[kind])
  })
}

for (const kind of KINDS.filter((each) => !ALERTS.includes(each))) {
  test(`managers cannot decide on their own ${kind}, and admins can with an audit entry and without a notification`, async () => {
    const [manager, admin] = [await makeStaff(), await makeStaff('ADMIN')]
    const own = await MAKE_WAITING[kind]({ author: manager.id })
    expect(await decideOn(kind, manager, own.id)).toEqual({ is: 403 })
    expect(await findItem({ kind, id: own.id })).toMatchObject({ status: 'PENDING' })
    const admins = await MAKE_WAITING[kind]({ author: admin.id })
    expect(await decideOn(kind, admin, admins.id)).toMatchObject({ is: 'done' })
    expect(await auditOf(admins.id)).toMatchObject([{ detail: { own: true } }])
    expect(await notificationsOf(admin.id)).toEqual([])
  })
}

for (const kind of KINDS.filter((each) => specOf(each).requestChanges)) {
  test(`a ${kind} sent back leaves the queue with a note to its author, who is notified`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id })
    await decideOn(kind, staff, id, { to: 'CHANGES_REQUESTED', note: 'Which plan do you use?' })
    expect(await findItem({ kind, id })).toMatchObject({
      status: 'CHANGES_REQUESTED',
      rejection_reason: null,
      moderation_reason: 'Which plan do you use?',
    })
    expect(await waitingItem(id)).toBeUndefined()
    expect(await notificationsOf(author.id)).toMatchObject([
      { data: { decision: 'CHANGES_REQUESTED', note: 'Which plan do you use?' } },
    ])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([`${kind}.sent-back`])
  })
}

test('a resubmitted review waits again since then, without the old note and reason', async () => {
  const [staff, author, deal] = [await makeStaff(), await makeProfile(), await makeDeal()]
  const { id } = await makeReview({ user_id: author.id, deal_id: deal.id, created_at: WEEKS_AGO })
  await decideOn('review', staff, id, { to: 'REJECTED', reason: 'OTHER', note: 'Say more.' })
  const sent = Date.now()
  await submitReview(author.id, {
    deal: deal.id,
    text: { rating: 4, title: 'Better now', body: 'I use it for invoices every week.' },
  })
  const resubmitted = await newestText(id)
  expect(await findItem({ kind: 'review', id: resubmitted.id })).toMatchObject({
    status: 'PENDING',
    rejection_reason: null,
    moderation_reason: null,
  })
  expect((await waitingItem(resubmitted.id))!.waiting_since!.getTime()).toBeGreaterThanOrEqual(sent - 1000)
  expect(await findItem({ kind: 'review', id })).toMatchObject({ status: 'REJECTED', moderation_reason: 'Say more.' })
})

test('the second of two moderators is told who decided, what and when', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  const item = await loadedItem('review', id)
  const late = () => decideItem({ kind: 'review', staff: noah, item, decision: { to: 'REJECTED', reason: 'SPAM' } })
  await decideOn('review', mira, id)
  expect(await late()).toEqual({ is: 'conflict', text: 'Already approved by Mira just now.' })
  await db
    .updateTable('review_versions')
    .set({ moderated_at: new Date(Date.now() - 125_000) })
    .where('id', '=', id)
    .execute()
  expect(await late()).toEqual({ is: 'conflict', text: 'Already approved by Mira 2 minutes ago.' })
})

test('a decision submitted twice is recorded once', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile()]
  const { id } = await makeReview({ user_id: author.id })
  const item = await loadedItem('review', id)
  const send = () => decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })
  const outcomes = await Promise.all([send(), send()])
  const [decision] = await decisionsOn(id)
  expect(outcomes).toMatchObject([
    { is: 'done', decision: decision!.id },
    { is: 'done', decision: decision!.id },
  ])
  expect(await auditOf(id)).toHaveLength(1)
  expect(await notificationsOf(author.id)).toHaveLength(1)
})

test('a contribution edited after the moderator loaded it is not decided', async () => {
  const [staff, author, deal] = [await makeStaff(), await makeProfile(), await makeDeal()]
  const { id } = await makeReview({ user_id: author.id, deal_id: deal.id })
  const item = await loadedItem('review', id)
  await submitReview(author.id, {
    deal: deal.id,
    text: { rating: 4, title: 'Other words', body: 'Something else.' },
  })
  expect(await decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })).toEqual({
    is: 'conflict',
    text: 'It was edited in the meantime. Read it again.',
  })
  expect(await findItem({ kind: 'review', id })).toMatchObject({ status: 'PENDING' })
})

test("a decision racing the author's edit never approves the words that were not read", async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal()]
  const results: unknown[] = []
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const author = await makeProfile()
    const { id } = await makeReview({ user_id: author.id, deal_id: deal.id })
    const item = await loadedItem('review', id)
    const edit = { rating: 1, title: 'Other words', body: 'The staff has not read this text.' }
    const submitting = round % 2 ? undefined : submitReview(author.id, { deal: deal.id, text: edit })
    const deciding = decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })
    const [outcome] = await Promise.all([
      deciding,
      submitting ?? submitReview(author.id, { deal: deal.id, text: edit }),
    ])
    const row = (await findItem({ kind: 'review', id }))!
    const newest = await newestText(id)
    if (outcome.is === 'done') {
      expect(row).toMatchObject({ status: 'APPROVED' })
      expect(row.body).not.toBe(edit.body)
      expect(newest).toMatchObject({ body: edit.body, status: 'PENDING' })
    } else {
      expect(row).toMatchObject({ status: 'PENDING', body: edit.body })
      expect(await waitingItem(id)).toBeDefined()
      expect(newest.id).toBe(id)
    }
    expect(await karmaOf(author.id)).toBe(outcome.is === 'done' ? 3 : 0)
    results.push(outcome.is)
  }
  expect(results.every((is) => is === 'done' || is === 'conflict')).toBe(true)
})

test('any member of staff undoes the last decision, and no earlier one', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  const first = await decideOn('review', mira, id)
  await undoLast(noah, id)
  await decideOn('review', noah, id, { to: 'REJECTED', reason: 'SPAM' })
  const decision = 'decision' in first ? first.decision! : ''
  expect(await outcomeOf(undo(mira, { decision }))).toEqual({ is: 'done' })
  expect(await findItem({ kind: 'review', id })).toMatchObject({ status: 'REJECTED' })
  expect(await outcomeOf(undo(mira, { decision: crypto.randomUUID() }))).toEqual({ is: 404 })
})

test('a decision cannot be undone once the author has resubmitted', async () => {
  const [staff, author, deal] = [await makeStaff(), await makeProfile(), await makeDeal()]
  const { id } = await makeReview({ user_id: author.id, deal_id: deal.id })
  await decideOn('review', staff, id, { to: 'REJECTED', reason: 'SPAM' })
  await submitReview(author.id, {
    deal: deal.id,
    text: { rating: 4, title: 'Another title', body: 'Edited after the rejection.' },
  })
  expect(await undoLast(staff, id)).toEqual({ is: 'conflict', text: 'The author sent a newer text. Decide on that.' })
  expect(await decisionsOn(id)).toMatchObject([{ undone_at: null }])
})

test('bulk approval takes harmless comments and leaves what must be read by itself', async () => {
  const staff = await makeStaff()
  const old = await makeProfile({ created_at: WEEKS_AGO })
  const make = (body: string, user_id = old.id) => makeComment({ body, user_id })
  const harmless = await make('Does the export keep the folders?')
  const decided = await make('Is there a version for tablets in the works?')
  const withLink = await make('Compare it at https://other.example/offer before you buy.')
  const young = await make('I wonder how fast the support answers on weekends.', (await makeProfile()).id)
  const twin = await make('You will not regret this one, grab it while it lasts, my friends.')
  await make('You will not regret this one, grab it while it lasts, my friends.')
  const comments = [harmless, decided, withLink, young, twin]
  const selected = await Promise.all(comments.map(({ id }) => loadedItem('comment', id)))
  await decideOn('comment', await makeStaff(), decided.id, { to: 'REJECTED' })
  expect(await approveHarmless('comment', staff, selected)).toBe(1)
  const statuses = await Promise.all(comments.map(async ({ id }) => (await findItem({ kind: 'comment', id }))!.status))
  expect(statuses).toEqual(['APPROVED', 'REJECTED', 'PENDING', 'PENDING', 'PENDING'])
})
