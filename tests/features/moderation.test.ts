import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { isLowestOnRecord, lowestOnRecord } from '~/features/catalog/price-history/price-history'
import { findPriceHistory } from '~/features/catalog/price-history/price-history.server'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { claimItem } from '~/features/staff/moderation/claims.server'
import { approveSelected, decideItem } from '~/features/staff/moderation/decide-item.server'
import type { RequestedDecision } from '~/features/staff/moderation/decisions.server'
import { findSubject } from '~/features/staff/moderation/subjects.server'
import { reopenItem, undoDecision } from '~/features/staff/moderation/undo.server'
import { utcToday } from '~/http/utc-day'
import { makeBookmark, makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeDealAlert } from '../staff-factories'
import {
  ALERTS,
  auditOf,
  decideOn,
  decisionsOn,
  karmaOf,
  loadedItem,
  MAKE_WAITING,
  makeStaff,
  notificationsOf,
  queueItemOf,
} from '../waiting-items'

const KARMA: Partial<Record<Kind, number>> = { review: 3, review_edit: 0, follow_up: 0, comment: 1, change_log: 5 }
const isContribution = (kind: Kind) => KARMA[kind] !== undefined
// A suggestion earns karma when its deal is published, see suggest.test.ts.
// The author of a reported review is notified only when it is removed.
const isAuthorNotified = (kind: Kind) =>
  isContribution(kind) || kind === 'suggestion' || kind === 'purchase_proof' || kind === 'review_report'
/** How many people an approval gives karma: the author, or the two members who reported. */
const winnersOf = (kind: Kind) => (KARMA[kind] ? 1 : kind === 'ended_report' ? 2 : 0)
const WEEKS_AGO = new Date(Date.now() - 21 * 86_400_000)
const hasReasons = (kind: Kind) => specOf(kind).reject.hasReason
const rejectionOf = (kind: Kind): RequestedDecision =>
  hasReasons(kind) ? { to: 'REJECTED', reason: 'SPAM', note: 'Please leave out the code.' } : { to: 'REJECTED' }
const conflictOf = async (outcome: ReturnType<typeof decideItem>) => {
  const found = await outcome
  if (found.is !== 'conflict') throw new Error(`The outcome is ${found.is}`)
  return found.conflict
}

for (const kind of KINDS) {
  test(`approving a ${kind} records the decision, earns karma and leaves the queue, and reopening reverses it`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id, created_at: WEEKS_AGO })
    expect(await decideOn(kind, staff, id)).toMatchObject({ is: 'done' })
    expect(await findSubject({ kind, id })).toMatchObject({ status: 'APPROVED', moderator: 'Mira' })
    expect(await karmaOf(author.id)).toBe(KARMA[kind] ?? 0)
    expect(await queueItemOf(id)).toBeUndefined()
    expect(await decisionsOn(id)).toMatchObject([
      { kind, decision: 'APPROVED', reason: null, decided_by: staff.id, waiting_since: WEEKS_AGO, undone_at: null },
    ])

    const reopened = { ...(await loadedItem(kind, id)), status: 'APPROVED' as const }
    expect(await reopenItem(kind, staff, reopened)).toEqual({ is: 'done' })
    expect(await findSubject({ kind, id })).toMatchObject({ status: 'PENDING', moderator: null, moderated_at: null })
    expect(await karmaOf(author.id)).toBe(0)
    expect(await queueItemOf(id)).toMatchObject({ waiting_since: WEEKS_AGO })
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
    expect(await findSubject({ kind, id })).toMatchObject({ status: 'REJECTED', ...given })
    expect(await decisionsOn(id)).toMatchObject([{ decision: 'REJECTED', reason: given.reason }])
    const expected = isAuthorNotified(kind) ? [{ kind: 'contribution_decided', data: given }] : []
    expect(await notificationsOf(author.id)).toMatchObject(expected)
    expect(await notificationsOf(author.id)).toHaveLength(expected.length)
  })

  test(`undoing the rejection of a ${kind} returns it to its position and does not notify its author`, async () => {
    const [staff, author] = [await makeStaff(), await makeProfile()]
    const { id } = await MAKE_WAITING[kind]({ author: author.id, created_at: WEEKS_AGO })
    await decideOn(kind, staff, id, rejectionOf(kind))
    const [decision] = await decisionsOn(id)
    expect(await undoDecision(staff, { kind, id }, decision!.id)).toEqual({ is: 'done' })
    expect(await undoDecision(staff, { kind, id }, decision!.id)).toEqual({ is: 'done' })
    expect(await findSubject({ kind, id })).toMatchObject({ status: 'PENDING', reason: null, note: null })
    expect(await queueItemOf(id)).toMatchObject({ waiting_since: WEEKS_AGO })
    expect(await notificationsOf(author.id)).toEqual([])
    expect((await auditOf(id)).map(({ action }) => action).slice(1)).toEqual(['decision.undone'])
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
      const row = (await findSubject({ kind, id }))!
      expect(row.status).toBe(outcomes[0]!.is === 'done' ? 'APPROVED' : 'REJECTED')
      expect(row.reason !== null).toBe(row.status === 'REJECTED' && hasReasons(kind))
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
      .where('source_id', 'not in', db.selectFrom('review_edits').select('review_id'))
      .where('source_id', 'not in', db.selectFrom('follow_ups').select('review_id'))
      .where('source_id', 'not in', db.selectFrom('review_alerts').select('review_id'))
      .executeTakeFirstOrThrow()
    expect(karmaEvents).toBe(approvals.count * winnersOf(kind))
    expect(await karmaOf(author.id)).toBe(approvals.count * (KARMA[kind] ?? 0))
    expect(await notificationsOf(author.id)).toHaveLength(
      kind === 'review_report' ? RACE_ROUNDS - approvals.count : isAuthorNotified(kind) ? RACE_ROUNDS : 0,
    )
  })

  test(`a ${kind} that someone else has open cannot be decided`, async () => {
    const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
    const { id } = await MAKE_WAITING[kind]()
    await claimItem(mira.id, { kind, id })
    expect(await conflictOf(decideOn(kind, noah, id))).toMatchObject({
      text: 'Mira opened this just now. Take over to decide.',
      claim: { by: 'Mira', isMine: false },
    })
    expect(await decisionsOn(id)).toEqual([])
    expect(await decideOn(kind, mira, id)).toMatchObject({ is: 'done' })
  })
}

for (const kind of KINDS.filter((each) => KARMA[each])) {
  test(`an admin earns no karma by approving their own ${kind}, and does when someone else approves it`, async () => {
    const [admin, other] = [await makeStaff('ADMIN'), await makeStaff()]
    const { id } = await MAKE_WAITING[kind]({ author: admin.id })
    expect(await decideOn(kind, admin, id)).toMatchObject({ is: 'done' })
    expect(await karmaOf(admin.id)).toBe(0)
    expect(await reopenItem(kind, other, await loadedItem(kind, id))).toMatchObject({ is: 'done' })
    expect(await decideOn(kind, other, id)).toMatchObject({ is: 'done' })
    expect(await karmaOf(admin.id)).toBe(KARMA[kind])
  })
}

for (const kind of KINDS.filter((each) => !ALERTS.includes(each))) {
  test(`managers cannot decide on their own ${kind}, and admins can with an audit entry and without a notification`, async () => {
    const [manager, admin] = [await makeStaff(), await makeStaff('ADMIN')]
    const own = await MAKE_WAITING[kind]({ author: manager.id })
    expect(await decideOn(kind, manager, own.id)).toEqual({ is: 'forbidden' })
    expect(await findSubject({ kind, id: own.id })).toMatchObject({ status: 'PENDING' })
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
    expect(await findSubject({ kind, id })).toMatchObject({
      status: 'CHANGES_REQUESTED',
      reason: null,
      note: 'Which plan do you use?',
    })
    expect(await queueItemOf(id)).toBeUndefined()
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
  await submitReview(author.id, deal.id, { rating: 4, title: 'Better now', body: 'I use it for invoices every week.' })
  expect(await findSubject({ kind: 'review', id })).toMatchObject({ status: 'PENDING', reason: null, note: null })
  expect((await queueItemOf(id))!.waiting_since.getTime()).toBeGreaterThanOrEqual(sent - 1000)
})

test('the second of two moderators is told who decided, what and when', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  const item = await loadedItem('review', id)
  const late = () => decideItem({ kind: 'review', staff: noah, item, decision: { to: 'REJECTED', reason: 'SPAM' } })
  await decideOn('review', mira, id)
  expect(await conflictOf(late())).toMatchObject({
    text: 'Already approved by Mira just now.',
    other: { by: 'Mira', decision: 'APPROVED', done: 'approved', reason: null },
  })
  await db
    .updateTable('reviews')
    .set({ moderated_at: new Date(Date.now() - 125_000) })
    .where('id', '=', id)
    .execute()
  expect(await conflictOf(late())).toMatchObject({ text: 'Already approved by Mira 2 minutes ago.' })
})

test('a decision submitted twice is recorded once', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile()]
  const { id } = await makeReview({ user_id: author.id })
  const item = await loadedItem('review', id)
  const send = () => decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })
  const outcomes = await Promise.all([send(), send()])
  const [decision] = await decisionsOn(id)
  expect(outcomes).toMatchObject([
    { is: 'done', decisionId: decision!.id },
    { is: 'done', decisionId: decision!.id },
  ])
  expect(await auditOf(id)).toHaveLength(1)
  expect(await notificationsOf(author.id)).toHaveLength(1)
})

test('a contribution edited after the moderator loaded it is not decided', async () => {
  const staff = await makeStaff()
  const { id } = await makeReview()
  const item = await loadedItem('review', id)
  await db.updateTable('reviews').set({ body: 'Something else.' }).where('id', '=', id).execute()
  const outcome = decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })
  expect((await conflictOf(outcome)).text).toMatch(/edited/)
  expect(await findSubject({ kind: 'review', id })).toMatchObject({ status: 'PENDING' })
})

test("a decision racing the author's edit never approves the words that were not read", async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal()]
  const results: string[] = []
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const author = await makeProfile()
    const { id } = await makeReview({ user_id: author.id, deal_id: deal.id })
    const item = await loadedItem('review', id)
    const edit = { rating: 1, title: 'Other words', body: 'Nobody on the staff has read this text.' }
    const submitting = round % 2 ? undefined : submitReview(author.id, deal.id, edit)
    const deciding = decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } })
    const [outcome] = await Promise.all([deciding, submitting ?? submitReview(author.id, deal.id, edit)])
    const row = (await findSubject({ kind: 'review', id }))!
    const edits = await db.selectFrom('review_edits').select(['body', 'status']).where('review_id', '=', id).execute()
    if (outcome.is === 'done') {
      expect(row).toMatchObject({ status: 'APPROVED' })
      expect(row.body).not.toBe(edit.body)
      expect(edits).toEqual([{ body: edit.body, status: 'PENDING' }])
    } else {
      expect(row).toMatchObject({ status: 'PENDING', body: edit.body })
      expect(await queueItemOf(id)).toBeDefined()
      expect(edits).toEqual([])
    }
    expect(await karmaOf(author.id)).toBe(outcome.is === 'done' ? 3 : 0)
    results.push(outcome.is)
  }
  expect(results.every((is) => is === 'done' || is === 'conflict')).toBe(true)
})

test('only the decider undoes a decision, and only while it is the last one', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  const key = { kind: 'review' as const, id }
  await decideOn('review', mira, id)
  const [first] = await decisionsOn(id)
  expect(await undoDecision(noah, key, first!.id)).toEqual({ is: 'forbidden' })
  expect(await undoDecision(mira, key, crypto.randomUUID())).toEqual({ is: 'missing' })
  await reopenItem('review', noah, { ...(await loadedItem('review', id)), status: 'APPROVED' })
  await decideOn('review', noah, id, { to: 'REJECTED', reason: 'SPAM' })
  expect(await undoDecision(mira, key, first!.id)).toEqual({ is: 'done' })
  expect(await findSubject(key)).toMatchObject({ status: 'REJECTED' })
})

test('a decision cannot be undone once the author has resubmitted', async () => {
  const [staff, author, deal] = [await makeStaff(), await makeProfile(), await makeDeal()]
  const { id } = await makeReview({ user_id: author.id, deal_id: deal.id })
  await decideOn('review', staff, id, { to: 'REJECTED', reason: 'SPAM' })
  const [decision] = await decisionsOn(id)
  await submitReview(author.id, deal.id, { rating: 4, title: 'Another title', body: 'Edited after the rejection.' })
  expect(await undoDecision(staff, { kind: 'review', id }, decision!.id)).toMatchObject({ is: 'conflict' })
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
  expect(await approveSelected('comment', staff, selected)).toEqual({ approved: 1, left: 4 })
  const statuses = await Promise.all(
    comments.map(async ({ id }) => (await findSubject({ kind: 'comment', id }))!.status),
  )
  expect(statuses).toEqual(['APPROVED', 'REJECTED', 'PENDING', 'PENDING', 'PENDING'])
})

const priceOf = async (id: string) =>
  await db.selectFrom('deals').select(['deal_price', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

test('approving a change report can set the price, with price history, version and audit log in one transaction', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  expect(await decideOn('change_log', staff, id, { to: 'APPROVED', value })).toMatchObject({ is: 'done' })
  expect(await priceOf(deal.id)).toEqual({ deal_price: '49.00', version: deal.version + 1 })
  const points = db.selectFrom('deal_price_points').select('deal_price').where('deal_id', '=', deal.id).orderBy('id')
  expect(await points.execute()).toEqual([{ deal_price: '59.00' }, { deal_price: '49.00' }])
  expect(await auditOf(id)).toMatchObject([
    { detail: { field: 'Deal price', value: '$49.00', value_before: '$59.00' } },
  ])
  expect(await auditOf(deal.id)).toMatchObject([{ action: 'deal.updated', detail: { version: deal.version + 1 } }])
})

test('undoing the approval of a change report restores the price, who is affected, and that no effect was chosen', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value, affects: 'YES', effect: 'WORSE' })
  expect((await findSubject({ kind: 'change_log', id }))!.extra).toMatchObject({
    affectsOwners: 'YES',
    effect: 'WORSE',
  })
  const [decision] = await decisionsOn(id)
  expect(decision).toMatchObject({ affects_owners: 'YES' })
  await undoDecision(staff, { kind: 'change_log', id }, decision!.id)
  expect(await priceOf(deal.id)).toEqual({ deal_price: '59.00', version: deal.version + 2 })
  expect(await findSubject({ kind: 'change_log', id })).toMatchObject({
    extra: { affectsOwners: 'UNKNOWN', effect: null },
  })
  expect(await queueItemOf(id)).toMatchObject({ rank: 4 })
})

test('an applied price confirms the offer until it is undone, and a rejected report does not', async () => {
  const staff = await makeStaff()
  const { id: deal_id, version } = await makeDeal({ deal_price: '59.00', found_on: null })
  const confirmedOn = async () =>
    (await db.selectFrom('deals').select('confirmed_on').where('id', '=', deal_id).executeTakeFirstOrThrow())
      .confirmed_on
  const reported = { deal_id, kind: 'PRICE', new_value: '$49' } as const
  const rejected = await makeChangeLog(reported)
  const rejection = { to: 'REJECTED', reason: 'OTHER', note: 'It costs $59.' } as const
  expect(await decideOn('change_log', staff, rejected.id, rejection)).toMatchObject({ is: 'done' })
  expect(await confirmedOn()).toBeNull()

  const { id } = await makeChangeLog(reported)
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: version } as const
  expect(await decideOn('change_log', staff, id, { to: 'APPROVED', value })).toMatchObject({ is: 'done' })
  expect(await confirmedOn()).toBe(utcToday())
  const [decision] = await decisionsOn(id)
  await undoDecision(staff, { kind: 'change_log', id }, decision!.id)
  expect(await confirmedOn()).toBeNull()
})

test('an approved price notifies the followers, and nothing is left of it when the approval is undone at once', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  const listPending = () =>
    db.selectFrom('deal_events').select('kind').where('withdrawn_at', 'is', null).orderBy('kind').execute()
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  expect(await listPending()).toEqual([{ kind: 'CHANGE' }])
  const [decision] = await decisionsOn(id)
  await undoDecision(staff, { kind: 'change_log', id }, decision!.id)
  expect(await listPending()).toEqual([])
})

test('the approval of a change report that corrects an old entry notifies no one, and undoing it forgets that', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal()
  const { id } = await makeChangeLog({ deal_id: deal.id })
  await makeBookmark({ deal_id: deal.id, user_id: (await makeProfile()).id })
  const isSilent = () => db.selectFrom('change_logs').select('is_silent').where('id', '=', id).execute()
  await decideOn('change_log', staff, id, { to: 'APPROVED', isSilent: true })
  expect(await isSilent()).toEqual([{ is_silent: true }])
  expect(await db.selectFrom('deal_events').select('kind').where('deal_id', '=', deal.id).execute()).toEqual([])
  const [decision] = await decisionsOn(id)
  await undoDecision(staff, { kind: 'change_log', id }, decision!.id)
  expect(await isSilent()).toEqual([{ is_silent: false }])
  await decideOn('change_log', staff, id, { to: 'APPROVED' })
  expect(await db.selectFrom('deal_events').select('kind').where('deal_id', '=', deal.id).execute()).toEqual([
    { kind: 'CHANGE' },
  ])
})

test('undoing an approval leaves a price that was changed again since', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await db.updateTable('deals').set({ deal_price: '45.00' }).where('id', '=', deal.id).execute()
  await undoDecision(staff, { kind: 'change_log', id }, (await decisionsOn(id))[0]!.id)
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '45.00' })
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00', '45.00'])
})

const pricesOnRecord = async (dealId: string) =>
  (await findPriceHistory(dealId)).points.map(({ deal_price }) => deal_price)

test('an applied price that was undone is not on record, so that the lowest price is one that the deal had', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '79.00' })
  await db.updateTable('deals').set({ deal_price: '59.00' }).where('id', '=', deal.id).execute()
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await undoDecision(staff, { kind: 'change_log', id }, (await decisionsOn(id))[0]!.id)
  const points = (await findPriceHistory(deal.id)).points
  expect(points.map(({ deal_price }) => deal_price)).toEqual(['79.00', '59.00'])
  expect(isLowestOnRecord(points)).toBe(true)
  expect(lowestOnRecord(points)).toMatchObject({ price: '59.00', isCurrent: true })
})

test('what was recorded while a deal had an applied price gets the price before, when that is undone', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00', original_price: '99.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  await db.updateTable('deals').set({ original_price: '129.00' }).where('id', '=', deal.id).execute()
  await undoDecision(staff, { kind: 'change_log', id }, (await decisionsOn(id))[0]!.id)
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '59.00' })
  expect((await findPriceHistory(deal.id)).points).toMatchObject([
    { deal_price: '59.00', original_price: '99.00' },
    { deal_price: '59.00', original_price: '129.00' },
  ])
})

test('a price report in another currency sets price and currency together, and both are restored with the original price', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00', original_price: '99.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '€49' })
  const value = { field: 'deal_price', value: '49.00', currency: 'EUR', dealVersion: deal.version } as const
  const prices = () =>
    db.selectFrom('deals').select(['deal_price', 'original_price', 'currency']).where('id', '=', deal.id).execute()
  await decideOn('change_log', staff, id, { to: 'APPROVED', value })
  expect(await prices()).toEqual([{ deal_price: '49.00', original_price: null, currency: 'EUR' }])
  await undoDecision(staff, { kind: 'change_log', id }, (await decisionsOn(id))[0]!.id)
  expect(await prices()).toEqual([{ deal_price: '59.00', original_price: '99.00', currency: 'USD' }])
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00'])
})

test('reopening an approved price report takes its price from the deal and the record, also by another person', async () => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$9' })
  const value = { field: 'deal_price', value: '9.00', currency: 'USD', dealVersion: deal.version } as const
  await decideOn('change_log', await makeStaff(), id, { to: 'APPROVED', value })
  const { version, status } = await loadedItem('change_log', id)
  const other = await makeStaff()
  expect(await reopenItem('change_log', other, { id, version, status })).toMatchObject({ is: 'done' })
  await decideOn('change_log', other, id, { to: 'REJECTED', reason: 'NO_EVIDENCE', note: null })
  expect(await priceOf(deal.id)).toMatchObject({ deal_price: '59.00' })
  expect(await pricesOnRecord(deal.id)).toEqual(['59.00'])
})

test('an entry of an applied page difference is reopened with that decision, so that the price goes with it', async () => {
  const [staff, alert] = [await makeStaff(), await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })]
  await decideOn('page_difference', staff, alert.id)
  const entry = await db
    .selectFrom('change_logs')
    .select('id')
    .where('deal_id', '=', alert.deal_id)
    .executeTakeFirstOrThrow()
  const conflict = await conflictOf(reopenItem('change_log', staff, await loadedItem('change_log', entry.id)))
  expect(conflict.text).toContain('Reopen that one instead')
  const item = await loadedItem('page_difference', alert.id)
  expect(await reopenItem('page_difference', await makeStaff(), item)).toMatchObject({ is: 'done' })
  expect(await pricesOnRecord(alert.deal_id)).toEqual([])
})

test('approving a change report fails as a whole if the deal was saved in between', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ deal_price: '59.00' })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE' })
  await db
    .updateTable('deals')
    .set({ deal_price: '55.00', version: deal.version + 1 })
    .where('id', '=', deal.id)
    .execute()
  const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
  const conflict = await conflictOf(decideOn('change_log', staff, id, { to: 'APPROVED', value }))
  expect(conflict.text).toContain('it says $55.00 now, yours is $49.00')
  expect(await findSubject({ kind: 'change_log', id })).toMatchObject({ status: 'PENDING', deal_price: '55.00' })
  expect(await decisionsOn(id)).toEqual([])
})
