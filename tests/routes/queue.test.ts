import { expect, onTestFinished, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { type DecisionResult, itemPath } from '~/features/staff/queue/item'
import type { Toast } from '~/http/toast.server'
import { loader as dashboard } from '~/routes/admin._index/route'
import * as changeReports from '~/routes/admin.change-logs'
import * as comments from '~/routes/admin.comments'
import * as queue from '~/routes/admin.queue'
import * as itemPage from '~/routes/admin.queue_.$kind.$id'
import * as freshnessPage from '~/routes/admin.queue_.freshness/route'
import * as reviews from '~/routes/admin.reviews'
import * as undoPage from '~/routes/admin.undo'
import * as dealChanges from '~/routes/deals.$slug.changes/route'
import {
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeProfile,
  makePurchase,
  makeReview,
} from '../factories'
import { listJobs } from '../jobs'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { readForm } from '../setup/page-form'
import { tellKinds } from '../told'
import { decisionsOn, findItem, loadedItem, makeStaff } from '../waiting-items'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const SCREENS = { '/admin/queue': queue, '/admin/reviews': reviews, '/admin/comments': comments }
type Screen = keyof typeof SCREENS
type Form = Record<string, string>

/** Sends a form of a list. */
async function sendList(staff: User, form: Form, path: Screen = '/admin/queue', search = '') {
  const request = await requestAs(staff, `${path}${search}`, form)
  return answer<unknown>(SCREENS[path].action({ request, params: {}, context: {} }))
}

/** Sends a form of an item's own page. */
async function sendItem(staff: User, kind: Kind, id: string, form: Form) {
  const request = await requestAs(staff, itemPath(kind, id), form)
  return answer<unknown>(itemPage.action({ request, params: { kind, id }, context: {} }))
}

async function sendUndo(staff: User, fields: Form) {
  return answer<unknown>(
    undoPage.action({ request: await requestAs(staff, '/admin/undo', fields), params: {}, context: {} }),
  )
}

async function versionOf(kind: Kind, id: string) {
  return { id, version: String((await loadedItem(kind, id)).version) }
}
const targetOf = (sent: unknown) => (sent as Response).headers.get('Location')
const statusOf = (sent: unknown) => {
  const { status, init } = sent as { status?: number; init?: { status?: number } }
  return init?.status ?? status
}
const errorsIn = (sent: unknown) => (sent as { data: DecisionResult }).data?.error
const statusOfItem = async (kind: Kind, id: string) => (await findItem({ kind, id }))!.status
const toastIn = (sent: unknown) => toastOf(sent as Response) as Toast

test('a decision on the page of an item leads to the next one, and after the last one to the queue', async () => {
  const staff = await makeStaff()
  const first = await makeReview({ created_at: hoursAgo(3) })
  const second = await makeComment({ created_at: hoursAgo(5) })
  const last = await makeContactMessage()
  const step = async (kind: Kind, id: string, intent = 'approve', rest: Form = {}) =>
    targetOf(await sendItem(staff, kind, id, { intent, ...(await versionOf(kind, id)), ...rest }))
  expect(await step('review', first.id, 'reject', { reason: 'SPAM' })).toBe(itemPath('comment', second.id))
  expect(await step('comment', second.id, 'reject')).toBe(itemPath('contact_message', last.id))
  expect(await step('contact_message', last.id)).toBe('/admin/queue')
})

test('a decision in a list stays there with the specified toast, and focuses the next row', async () => {
  const staff = await makeStaff()
  const [review, comment, next] = [await makeReview(), await makeComment(), await makeComment()]
  const approved = await sendList(
    staff,
    { intent: 'approve', ...(await versionOf('review', review.id)) },
    '/admin/reviews',
  )
  expect(toastIn(approved).title).toBe('Review approved')
  const form = { intent: 'reject', kind: 'comments', ...(await versionOf('comment', comment.id)), next: next.id }
  const rejected = await sendList(staff, form, '/admin/queue', '?kind=comments')
  expect(targetOf(rejected)).toBe(`/admin/queue?kind=comments#item-${next.id}`)
  expect(toastIn(rejected).title).toBe('Comment rejected')
  expect(await statusOfItem('comment', comment.id)).toBe('REJECTED')
})

test('the toast of a decision can undo it, for any member of staff, which leads back to the item', async () => {
  const [staff, other, review] = [await makeStaff(), await makeStaff(), await makeReview()]
  const sent = await sendItem(staff, 'review', review.id, {
    intent: 'approve',
    ...(await versionOf('review', review.id)),
  })
  const [decision] = await decisionsOn(review.id)
  const { undo } = toastIn(sent)
  expect(undo).toEqual({ action: '/admin/undo', fields: { decision: decision!.id } })
  for (let again = 0; again < 2; again++) {
    const undone = await sendUndo(other, undo!.fields)
    expect(targetOf(undone)).toBe(itemPath('review', review.id))
  }
  expect(await statusOfItem('review', review.id)).toBe('PENDING')
})

test('an item that was decided is reopened on its page, and a press that came too late says why', async () => {
  const [staff, review] = [await makeStaff(), await makeReview()]
  await sendItem(staff, 'review', review.id, { intent: 'approve', ...(await versionOf('review', review.id)) })
  const fields = { kind: 'reviews', ...(await versionOf('review', review.id)) }
  expect(toastIn(await sendUndo(staff, fields)).title).toBe('Review reopened')
  const [decision] = await decisionsOn(review.id)
  await sendItem(staff, 'review', review.id, {
    intent: 'reject',
    ...(await versionOf('review', review.id)),
    reason: 'SPAM',
  })
  await db.updateTable('decisions').set({ undone_at: null }).where('id', '=', decision!.id).execute()
  const late = await sendUndo(staff, { decision: decision!.id })
  expect(statusOf(late)).toBe(409)
  expect(late).toMatchObject({ data: { conflict: { title: 'Nothing was changed' } } })
})

test('the second of two decisions answers 409 with the name of the first moderator, and keeps the note', async () => {
  const [mira, noah, review] = [await makeStaff(), await makeStaff('MANAGER', 'Noah'), await makeReview()]
  const read = await versionOf('review', review.id)
  await sendItem(mira, 'review', review.id, { intent: 'approve', ...read })
  const form = { intent: 'reject', ...read, reason: 'SPAM', note: 'Too late' }
  for (const sent of [await sendItem(noah, 'review', review.id, form), await sendList(noah, form, '/admin/reviews')]) {
    expect(statusOf(sent)).toBe(409)
    expect(sent).toMatchObject({
      data: {
        conflict: {
          title: 'Failed to moderate review',
          text: 'Already approved by Mira just now.',
          note: 'Too late',
          kind: 'review',
          id: review.id,
        },
      },
    })
  }
})

test('a rejection requires a reason from the list, and a note only for "Other"', async () => {
  const staff = await makeStaff()
  const [review, other] = [await makeReview(), await makeReview()]
  const reject = async (id: string, fields: Form) =>
    sendList(staff, { intent: 'reject', ...(await versionOf('review', id)), ...fields }, '/admin/reviews')
  for (const reason of ['', 'Because.']) {
    const sent = await reject(review.id, { reason })
    expect([statusOf(sent), errorsIn(sent)]).toEqual([400, { reason: ['Choose a reason.'] }])
  }
  expect(errorsIn(await reject(review.id, { reason: 'OTHER' }))).toEqual({
    note: ['Write a note: "Other" alone does not tell the author why.'],
  })
  await reject(review.id, { reason: 'ABUSIVE' })
  await reject(other.id, { reason: 'OTHER', note: ' See the second line. ' })
  const columns = ['rejection_reason', 'moderation_reason'] as const
  expect(await db.selectFrom('review_versions').select(columns).orderBy('created_at').execute()).toEqual([
    { rejection_reason: 'ABUSIVE', moderation_reason: null },
    { rejection_reason: 'OTHER', moderation_reason: 'See the second line.' },
  ])
})

test('asking for a change requires a note', async () => {
  const [staff, review] = [await makeStaff(), await makeReview()]
  const ask = async (note: string) =>
    sendList(staff, { intent: 'request-changes', ...(await versionOf('review', review.id)), note }, '/admin/reviews')
  expect(errorsIn(await ask(' '))).toEqual({ note: ['What should change is required.'] })
  expect(statusOf(await ask('x'.repeat(501)))).toBe(400)
  await ask('Which plan do you use?')
  expect(await statusOfItem('review', review.id)).toBe('CHANGES_REQUESTED')
})

test('forms that fit no kind, no verb of the kind, no item or no decision are refused', async () => {
  const [staff, review, contact] = [await makeStaff(), await makeReview(), await makeContactMessage()]
  const own = await makeReview({ user_id: staff.id })
  const read = await versionOf('contact_message', contact.id)
  const missing = { id: crypto.randomUUID(), version: '1' }
  const refused = {
    'no kind': await sendList(staff, { intent: 'approve', ...read }),
    'no such verb': await sendItem(staff, 'contact_message', contact.id, {
      intent: 'request-changes',
      ...read,
      note: 'Why?',
    }),
    'no bulk': await sendList(staff, { intent: 'approve-selected', kind: 'reviews', selected: `${review.id}.1` }),
    'no intent': await sendItem(staff, 'review', review.id, { intent: 'destroy' }),
    'no decision': await sendUndo(staff, { decision: 'x' }),
    own: await sendList(staff, { intent: 'approve', ...(await versionOf('review', own.id)) }, '/admin/reviews'),
    missing: await sendList(staff, { intent: 'approve', ...missing }, '/admin/reviews'),
    unknown: await sendUndo(staff, { decision: crypto.randomUUID() }),
    lost: await sendUndo(staff, { kind: 'reviews', id: crypto.randomUUID(), version: '1' }),
  }
  expect(Object.values(refused).map(statusOf)).toEqual([400, 400, 400, 400, 400, 403, 404, 404, 404])
  for (const [kind, id] of [
    ['review', review.id],
    ['comments', review.id],
    ['reviews', 'x'],
    ['reviews', crypto.randomUUID()],
  ]) {
    const request = await requestAs(staff, `/admin/queue/${kind}/${id}`)
    expect(await answer(itemPage.loader({ request, params: { kind, id }, context: {} }))).toMatchObject({ status: 404 })
  }
})

test('bulk approval approves the selected comments and requires at least one', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile({ created_at: hoursAgo(900) })]
  const { id } = await makeComment({ user_id: author.id })
  const none = await sendList(staff, { intent: 'approve-selected' }, '/admin/comments')
  expect(errorsIn(none)).toEqual({ selected: ['Select at least one comment.'] })
  const { version } = await versionOf('comment', id)
  const sent = await sendList(staff, { intent: 'approve-selected', kind: 'comments', selected: `${id}.${version}` })
  expect([targetOf(sent), toastIn(sent).title]).toEqual(['/admin/queue#queue', 'Comment approved'])
  expect(await statusOfItem('comment', id)).toBe('APPROVED')
})

test.each([
  ['pending', true],
  ['approved', false],
  ['rejected', false],
  ['lost', true],
] as const)('the tabs of reviews have counts, and on "%s" there are buttons to decide: %s', async (tab, hasButtons) => {
  await Promise.all([makeReview(), makeReview(), makeReview({ status: 'APPROVED' })])
  await makeReview({ status: 'REJECTED', moderation_reason: 'No' })
  const page = { pattern: '/admin/reviews', path: `/admin/reviews?status=${tab}&page=x`, routes: [reviews] }
  const html = await renderPage(await makeStaff(), page)
  expect(wordsOf(html)).toContain('2 reviews to moderate')
  expect(wordsOf(html)).toMatch(/Pending ?2 Approved ?1 Rejected ?1/)
  expect(/<button[^>]*data-key="[ar]"/.test(html)).toBe(hasButtons)
  expect(html.includes('Details and reopen')).toBe(!hasButtons)
  // Every item can be reached by Tab.
  expect(html).toMatch(/<article[^>]* tabindex="0"/)
})

test.each([
  ['$49', true],
  ['€49', false],
  ['cheaper', false],
  ['$59', false],
])('a report of the price %s for a deal of $59 has the new price ticked: %s', async (new_value, isTicked) => {
  const { id: deal_id } = await makeDeal({ deal_price: '59.00' })
  await makeChangeLog({ deal_id, kind: 'PRICE', new_value })
  const page = { pattern: '/admin/change-logs', path: '/admin/change-logs', routes: [changeReports] }
  const [box] = /<input[^>]*name="apply"[^>]*>/.exec(await renderPage(await makeStaff(), page))!
  expect(box.includes(' checked=""')).toBe(isTicked)
})

test('a row of the queue says what changes from what to what', async () => {
  await makeChangeLog({ kind: 'REFUND', old_value: '60 days', new_value: '30 days' })
  expect(wordsOf((await openQueue()).html)).toMatch(/60 days.*→.*30 days/)
})

test('the approval of a change report stores what it means for owners, as suggested or as chosen', async () => {
  const staff = await makeStaff()
  const effectOf = async (id: string) =>
    (await db.selectFrom('change_logs').select('effect').where('id', '=', id).executeTakeFirstOrThrow()).effect
  const given = { kind: 'REFUND', old_value: '60 days', new_value: '30 days' } as const
  const [suggested, chosen] = [await makeChangeLog(given), await makeChangeLog(given)]
  const page = { pattern: '/admin/queue/:kind/:id', routes: [itemPage] }
  const html = await renderPage(staff, { ...page, path: itemPath('change_log', suggested.id) })
  const form = readForm(html, 'effect')
  expect(form).toMatchObject({ intent: 'approve', effect: 'WORSE' })
  expect(wordsOf(html)).toMatch(/Worse ?Suggested/)
  await sendItem(staff, 'change_log', suggested.id, form)
  const read = await versionOf('change_log', chosen.id)
  await sendItem(staff, 'change_log', chosen.id, { intent: 'approve', ...read, effect: 'NEITHER' })
  expect([await effectOf(suggested.id), await effectOf(chosen.id)]).toEqual(['WORSE', 'NEITHER'])
})

test('the page of a change report says whom its approval notifies, and an approval as a correction notifies no one', async () => {
  const staff = await makeStaff()
  const { id, deal_id } = await makeChangeLog({ affects_owners: 'YES' })
  await makePurchase({ deal_id })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('change_log', id), routes: [itemPage] }
  const html = await renderPage(staff, page)
  expect(wordsOf(html)).toContain('Notifies 1 owner within the hour if it affects them.')
  expect(readForm(html, 'silent')).toMatchObject({ intent: 'approve', id })
  await sendItem(staff, 'change_log', id, { intent: 'approve', ...(await versionOf('change_log', id)), silent: 'on' })
  expect(await statusOfItem('change_log', id)).toBe('APPROVED')
  expect(await tellKinds()).toEqual(['contribution_decided'])
})

async function openQueue(search = '') {
  const path = `/admin/queue${search}`
  const html = await renderPage(await makeStaff(), { pattern: '/admin/queue', path, routes: [queue] })
  const nav = html.slice(html.indexOf('aria-label="Kinds"'))
  const [tabs = '', more] = nav.slice(0, nav.indexOf('</nav>')).split('<details')
  const linksOf = (part: string) =>
    [...part.matchAll(/<a .*?<\/a>/g)].map(([link]) => wordsOf(link.replaceAll('<span', ' <span')))
  return { html, tabs: linksOf(tabs), more: more === undefined ? undefined : linksOf(more) }
}

test('kinds with items are tabs of the queue, with a link to duplicates, and the others are words under More', async () => {
  expect(await openQueue()).toMatchObject({ tabs: ['All', 'Duplicates'], more: undefined })
  expect(wordsOf((await openQueue()).html)).toContain("You're all caught up")
  await makeComment({ created_at: hoursAgo(25) })
  for (let n = 0; n < 2; n++) await makeChangeLog()
  const { html, tabs, more } = await openQueue()
  expect(tabs).toEqual(['All 3', 'Change reports 2', 'Comments 1', 'Duplicates'])
  expect(more).toHaveLength(9)
  expect(html).toMatch(/href="\/admin\/products"[^>]*>Duplicates/)
  expect(wordsOf(html)).toContain('1 waiting more than a day.')
  expect((await openQueue('?kind=reviews')).tabs).toEqual([
    'All 3',
    'Change reports 2',
    'Reviews',
    'Comments 1',
    'Duplicates',
  ])
})

test('the page of an item marks links, and shows earlier texts on its deal that are similar', async () => {
  const { id: deal_id } = await makeDeal()
  const text =
    'Keyword exports are exactly what our clients ask for, one file a client, with the position and the page.'
  await makeReview({ deal_id, body: `${text} Again.` })
  const last = await makeReview({ deal_id, body: `${text} See plotwise.example/roadmap.` })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('review', last.id), routes: [itemPage] }
  const html = await renderPage(await makeStaff(), page)
  const [article = '', similar = ''] = html.split('Similar earlier texts')
  const [link = ''] = article.match(/<a [^>]*href="[^"]*plotwise\.example\/roadmap".*?<\/a>/) ?? []
  expect(link).toContain('rel="nofollow noopener noreferrer"')
  expect(wordsOf(similar)).toContain('Keyword exports are exactly')
})

test('the dashboard counts deals and waiting items', async () => {
  const staff = await makeStaff()
  await makeDeal({
    status: 'ACTIVE',
    end_date: '2026-01-02',
    deal_price: '59.00',
    hero_image_url: 'https://vendor.example/a.png',
  })
  await makeReview({ created_at: hoursAgo(25) })
  await makeComment()
  const request = await requestAs(staff, '/admin')
  const shown = (await answer(dashboard({ request, params: {}, context: {} }))) as Awaited<ReturnType<typeof dashboard>>
  expect(shown).toMatchObject({ deals: 3 })
  expect(shown.waiting).toMatchObject([
    { kind: 'review', waiting: 1, isOverdue: true, age: '25 hours' },
    { kind: 'comment', waiting: 1, isOverdue: false },
  ])
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

test('the source of a change report is beside it with its values, and with the public entry once it is approved', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal({ slug: 'quillstack', refund_days: 60 })
  const source_url = 'https://www.vendor.example/terms'
  const { id } = await makeChangeLog({
    deal_id: deal.id,
    kind: 'REFUND',
    new_value: '30 days',
    old_value: '60 days',
    source_url,
  })
  const page = { pattern: '/admin/queue/:kind/:id', path: itemPath('change_log', id), routes: [itemPage] }
  onTestFinished(() => {
    env.LINK_CHECKS = false
  })
  expect(wordsOf(await renderPage(staff, page))).toContain('This page has not been saved yet. Saving pages is off by')
  expect(toastIn(await sendItem(staff, 'change_log', id, { intent: 'save-source' }))).toMatchObject({
    title: 'The page was not saved',
  })
  expect(await listJobs('save_source')).toEqual([])

  env.LINK_CHECKS = true
  expect(wordsOf(await renderPage(staff, page))).toContain('This page has not been saved yet. Save it now')
  expect(targetOf(await sendItem(staff, 'change_log', id, { intent: 'save-source' }))).toBe(page.path)
  expect(await listJobs('save_source')).toMatchObject([{ payload: { changeId: id } }])

  const failed = { change_id: id, url: source_url, failure: 'it did not answer' }
  await db.insertInto('sources').values(failed).execute()
  expect(wordsOf(await renderPage(staff, page))).toContain('This page could not be saved: it did not answer. Try again')

  const text = 'Codes are refunded within 30 days of purchase.'
  const saved = { text, hash: `a41f09c277b0${'0'.repeat(52)}`, saved_at: new Date('2026-11-26'), failure: null }
  await db.updateTable('sources').set(saved).execute()
  const words = wordsOf(await renderPage(staff, page))
  expect(words).toMatch(/Saved 26 Nov 2026, 00:00 UTC\. 46 bytes of text, fingerprint a41f 09c2 77b0/)
  expect(words).toMatch(/New value, 30 days found once … Codes are refunded within 30 days of purchase\. …/)
  expect(words).toMatch(/Old value, 60 days not on the saved page/)
  expect(words).not.toContain('Hide the saved text')
  expect(wordsOf(await renderPage(staff, { ...page, path: `${page.path}?text` }))).toContain(`Hide the saved text`)

  const log = { pattern: '/deals/:slug/changes', path: '/deals/quillstack/changes', routes: [dealChanges] }
  expect(await renderPage(null, log)).not.toContain('saved 26 Nov')
  await sendItem(staff, 'change_log', id, { intent: 'approve', ...(await versionOf('change_log', id)) })
  const shown = wordsOf(await renderPage(null, log))
  expect(shown).toContain('Source: vendor.example, saved 26 Nov 2026')
  expect(shown).toContain('Fingerprint a41f 09c2 77b0')
  expect(shown).not.toContain('Codes are refunded')
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
  expect(targetOf(await sendItem(staff, 'change_log', id, form))).toBe('/admin/queue/freshness')
  for (const page of [item, list]) expect(await renderPage(staff, page)).not.toContain('data-unapplied')
})
