import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { claimItem } from '~/features/staff/moderation/claims.server'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import type { DecisionResult } from '~/features/staff/moderation/queue-types'
import { findSubject } from '~/features/staff/moderation/subjects.server'
import { action as sendToList } from '~/routes/admin.queue'
import * as itemPage from '~/routes/admin.queue_.$kind.$id'
import * as freshnessPage from '~/routes/admin.queue_.freshness/route'
import {
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeProfile,
  makePurchase,
  makeReview,
} from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { readForm } from '../setup/page-form'
import { decisionsOn, loadedItem, makeStaff, queueItemOf } from '../waiting-items'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Sends a form of an item's own page. */
async function sendItem(staff: User, kind: Kind, id: string, form: Record<string, string>) {
  const request = await requestAs(staff, itemPath(kind, id), form)
  return answer<unknown>(itemPage.action({ request, params: { kind, id }, context: {} }))
}

/** Sends a form of the list. */
async function sendList(staff: User, form: Record<string, string>, path = '/admin/queue') {
  return answer<unknown>(sendToList({ request: await requestAs(staff, path, form), params: {}, context: {} }))
}

async function versionOf(kind: Kind, id: string) {
  const { version } = await loadedItem(kind, id)
  return { id, version }
}
const placeOf = (sent: unknown) => (sent as Response).headers.get('Location')
const statusOf = (sent: unknown) => {
  const { status, init } = sent as { status?: number; init?: { status?: number } }
  return init?.status ?? status
}
const statusOfItem = async (kind: Kind, id: string) => (await findSubject({ kind, id }))!.status

test('a decision on the page of an item leads to the next one, and after the last one to the queue', async () => {
  const staff = await makeStaff()
  const first = await makeReview({ created_at: hoursAgo(3) })
  const second = await makeComment({ created_at: hoursAgo(5) })
  const last = await makeContactMessage()
  const step = async (kind: Kind, id: string, intent = 'approve', rest: Record<string, string> = {}) =>
    placeOf(await sendItem(staff, kind, id, { intent, ...(await versionOf(kind, id)), ...rest }))
  expect(await step('review', first.id, 'reject', { reason: 'SPAM' })).toBe(itemPath('comment', second.id))
  expect(await step('comment', second.id, 'reject')).toBe(itemPath('contact_message', last.id))
  expect(await step('contact_message', last.id)).toBe('/admin/queue')
})

test('the toast of a decision can undo it, which leads back to the item', async () => {
  const [staff, review] = [await makeStaff(), await makeReview()]
  const sent = await sendItem(staff, 'review', review.id, {
    intent: 'approve',
    ...(await versionOf('review', review.id)),
  })
  const [decision] = await decisionsOn(review.id)
  const toast = toastOf(sent as Response) as { title: string; undo: { action: string; fields: Record<string, string> } }
  expect(toast).toMatchObject({
    title: 'Review approved',
    undo: { action: itemPath('review', review.id), fields: { intent: 'undo', id: decision!.id } },
  })
  const undone = await sendItem(staff, 'review', review.id, toast.undo.fields)
  expect(placeOf(undone)).toBe(itemPath('review', review.id))
  expect(await statusOfItem('review', review.id)).toBe('PENDING')
})

test('the second decision answers 409 with both decisions and keeps the note', async () => {
  const [mira, noah, review] = [await makeStaff(), await makeStaff('MANAGER', 'Noah'), await makeReview()]
  const read = await versionOf('review', review.id)
  await sendItem(mira, 'review', review.id, { intent: 'approve', ...read })
  const form = { intent: 'request-changes', ...read, note: 'Which plan do you use?' }
  const sent = (await sendItem(noah, 'review', review.id, form)) as { data: DecisionResult }
  expect(statusOf(sent)).toBe(409)
  expect(sent.data?.conflict).toMatchObject({
    title: 'Failed to moderate review',
    kind: 'review',
    id: review.id,
    other: { by: 'Mira', decision: 'APPROVED', done: 'approved' },
    yours: { label: 'Ask for a change', note: 'Which plan do you use?' },
  })
  expect(sent.data!.conflict!.secondsBefore).toBeLessThan(60)
})

test('a decision on what someone else has open answers 409 and names them', async () => {
  const [mira, noah, comment] = [await makeStaff(), await makeStaff('MANAGER', 'Noah'), await makeComment()]
  await claimItem(mira.id, { kind: 'comment', id: comment.id })
  const form = { intent: 'approve', ...(await versionOf('comment', comment.id)) }
  const sent = (await sendItem(noah, 'comment', comment.id, form)) as { data: DecisionResult }
  expect(statusOf(sent)).toBe(409)
  expect(sent.data?.conflict).toMatchObject({ claim: { by: 'Mira', isMine: false }, yours: { label: 'Approve' } })

  const taken = await sendItem(noah, 'comment', comment.id, { intent: 'take-over' })
  expect(placeOf(taken)).toBe(itemPath('comment', comment.id))
  expect(placeOf(await sendItem(noah, 'comment', comment.id, form))).toBe('/admin/queue')
})

test('a change report is approved and applied in one press, and the entry and the deal agree', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ refund_days: 60 })
  const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'REFUND', new_value: '30 days' })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('change_log', id), routes: [itemPage] }
  const html = await renderPage(staff, page)
  expect(wordsOf(html)).toMatch(/Refund days 60 days 30 days/)
  expect(html).toMatch(/<button[^>]*name="apply"[^>]*value="on"[^>]*data-key="a"/)
  const form = { ...readForm(html, 'effect'), apply: 'on' }
  const refused = (await sendItem(staff, 'change_log', id, { ...form, newValue: 'a month' })) as DecisionResult
  expect(refused).toMatchObject({
    data: {
      error: { newValue: ['Refund days must be a whole number from 0 to 3650.'] },
      initialValue: { newValue: 'a month' },
    },
  })
  await sendItem(staff, 'change_log', id, form)
  const refundDays = db.selectFrom('deals').select('refund_days').where('id', '=', deal.id)
  expect(await refundDays.execute()).toEqual([{ refund_days: 30 }])
  expect(wordsOf(await renderPage(staff, page))).not.toContain('The deal still says')
})

test('an approved value that the deal lacks is applied from its item and from the deals to check', async () => {
  const [author, staff] = [await makeStaff(), await makeStaff()]
  const deal = await makeDeal({ refund_days: 60 })
  const given = { deal_id: deal.id, kind: 'REFUND', new_value: '30 days', reported_by_user_id: author.id } as const
  const { id } = await makeChangeLog(given)
  await sendItem(staff, 'change_log', id, { intent: 'approve', ...(await versionOf('change_log', id)) })

  const item = { pattern: '/admin/queue/:kind/:id', path: itemPath('change_log', id), routes: [itemPage] }
  const list = { pattern: '/admin/queue/freshness', path: '/admin/queue/freshness', routes: [freshnessPage] }
  const says = 'The deal still says 60 days. Refund days in the Change Log: 30 days.'
  for (const page of [item, list]) expect(wordsOf(await renderPage(staff, page))).toContain(says)
  // A manager does not decide on an own report.
  expect(await renderPage(author, item)).not.toContain('data-unapplied')
  const form = { intent: 'apply', dealVersion: `${deal.version}`, back: 'freshness' }
  expect(statusOf(await sendItem(author, 'change_log', id, form))).toBe(403)

  const stale = await sendItem(staff, 'change_log', id, { ...form, dealVersion: '0' })
  const text = 'it says 60 days now, yours is 30 days'
  expect(stale).toMatchObject({ init: { status: 409 }, data: { conflict: { text: expect.stringContaining(text) } } })
  expect(placeOf(await sendItem(staff, 'change_log', id, form))).toBe('/admin/queue/freshness')
  for (const page of [item, list]) expect(await renderPage(staff, page)).not.toContain('data-unapplied')
})

test('the approval of a change report stores what it means for owners, as suggested or as chosen', async () => {
  const staff = await makeStaff()
  const effectOf = async (id: string) =>
    (await db.selectFrom('change_logs').select('effect').where('id', '=', id).executeTakeFirstOrThrow()).effect
  const given = { kind: 'REFUND', old_value: '60 days', new_value: '30 days' } as const
  const [suggested, chosen, rejected] = [
    await makeChangeLog(given),
    await makeChangeLog(given),
    await makeChangeLog(given),
  ]
  const page = { pattern: '/admin/queue/:kind/:id', routes: [itemPage] }
  const html = await renderPage(staff, { ...page, path: itemPath('change_log', suggested.id) })
  const form = readForm(html, 'effect')
  expect(form).toMatchObject({ intent: 'approve', effect: 'WORSE' })
  expect(wordsOf(html)).toMatch(/Worse ?Suggested/)
  await sendItem(staff, 'change_log', suggested.id, form)
  await sendItem(staff, 'change_log', chosen.id, {
    intent: 'approve',
    ...(await versionOf('change_log', chosen.id)),
    effect: 'NEITHER',
  })
  await sendItem(staff, 'change_log', rejected.id, {
    intent: 'reject',
    ...(await versionOf('change_log', rejected.id)),
    reason: 'SPAM',
    effect: 'WORSE',
  })
  expect([await effectOf(suggested.id), await effectOf(chosen.id)]).toEqual(['WORSE', 'NEITHER'])
  expect([await statusOfItem('change_log', rejected.id), await effectOf(rejected.id)]).toEqual(['REJECTED', null])
})

test('the page of a change report says whom its approval notifies, and an approval as a correction notifies no one', async () => {
  const staff = await makeStaff()
  const { id, deal_id } = await makeChangeLog({ affects_owners: 'YES' })
  await makePurchase({ deal_id })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('change_log', id), routes: [itemPage] }
  const html = await renderPage(staff, page)
  expect(wordsOf(html)).toContain('Notifies 1 owner within the hour if it affects them.')
  expect(html).toMatch(/<form [^>]*id="approve"(?:(?!<\/form>).)*<input(?=[^>]* name="silent")[^>]* type="checkbox"/s)
  await sendItem(staff, 'change_log', id, { intent: 'approve', ...(await versionOf('change_log', id)), silent: 'on' })
  expect(await statusOfItem('change_log', id)).toBe('APPROVED')
  expect(await db.selectFrom('deal_events').select('kind').where('deal_id', '=', deal_id).execute()).toEqual([])
})

test('a released item is free for others', async () => {
  const [staff, review] = [await makeStaff(), await makeReview()]
  await claimItem(staff.id, { kind: 'review', id: review.id })
  expect(placeOf(await sendItem(staff, 'review', review.id, { intent: 'release' }))).toBe('/admin/queue')
  expect(await queueItemOf(review.id)).toMatchObject({ claimed_by: null })
})

test('a decision in the list names its kind, stays there and focuses the next line', async () => {
  const staff = await makeStaff()
  const [comment, next] = [await makeComment(), await makeComment()]
  const form = { intent: 'approve', kind: 'comments', ...(await versionOf('comment', comment.id)), next: next.id }
  const sent = await sendList(staff, form, '/admin/queue?kind=comments')
  expect(placeOf(sent)).toBe(`/admin/queue?kind=comments#item-${next.id}`)
  expect(await statusOfItem('comment', comment.id)).toBe('APPROVED')
})

test('comments are approved together from the list', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile({ created_at: hoursAgo(900) })]
  const { id } = await makeComment({ user_id: author.id })
  const { version } = await versionOf('comment', id)
  const sent = await sendList(staff, { intent: 'approve-selected', kind: 'comments', selected: `${id}.${version}` })
  expect(placeOf(sent)).toBe('/admin/queue#queue')
  expect(await statusOfItem('comment', id)).toBe('APPROVED')
})

test('forms that fit no kind, no verb of the kind or no decision are refused', async () => {
  const [staff, review, contact] = [await makeStaff(), await makeReview(), await makeContactMessage()]
  const read = await versionOf('contact_message', contact.id)
  const refused = [
    await sendList(staff, { intent: 'approve', ...read }),
    await sendItem(staff, 'contact_message', contact.id, { intent: 'request-changes', ...read, note: 'Why?' }),
    await sendList(staff, { intent: 'approve-selected', kind: 'reviews', selected: `${review.id}.1` }),
    await sendItem(staff, 'review', review.id, { intent: 'undo', id: 'x' }),
    await sendItem(staff, 'review', review.id, { intent: 'destroy' }),
  ]
  expect(refused.map(statusOf)).toEqual([400, 400, 400, 400, 400])
  expect(statusOf(await sendItem(staff, 'review', review.id, { intent: 'undo', id: crypto.randomUUID() }))).toBe(404)
  expect(await statusOfItem('contact_message', contact.id)).toBe('PENDING')
})
