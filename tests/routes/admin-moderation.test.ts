import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { findSubject } from '~/features/staff/moderation/subjects.server'
import { loader as dashboard } from '~/routes/admin._index/route'
import * as changeReports from '~/routes/admin.change-logs'
import { action as commentAction } from '~/routes/admin.comments'
import { action as itemAction, loader as itemLoader } from '~/routes/admin.queue_.$kind.$id'
import * as reviews from '~/routes/admin.reviews'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const { action, loader } = reviews

const context = { params: {}, context: {} }
type Person = { id: string } | null
const open = async (as: Person, path = '/admin/reviews') =>
  answer(loader({ request: await requestAs(as, path), ...context }))
const send = async (as: Person, form: Record<string, string>) =>
  answer(action({ request: await requestAs(as, '/admin/reviews', form), ...context }))
const makeStaff = (name = 'Mira') => makeProfile({ role: 'MANAGER', name })
const findContribution = (kind: Kind, id: string) => findSubject({ kind, id })
const loaded = async (id: string) => ({ id, version: (await findContribution('review', id))!.version })
// biome-ignore lint/suspicious/noExplicitAny: the type that `data` returns is not exported
const said = (sent: any) => ({ status: sent.init?.status ?? sent.status, data: sent.data })

test('a verdict redirects to the next item of the queue with a toast', async () => {
  const [staff, review, next] = [await makeStaff(), await makeReview(), await makeReview()]
  const response = (await send(staff, { intent: 'approve', ...(await loaded(review.id)), next: next.id })) as Response
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe(`/admin/reviews#item-${next.id}`)
  expect(response.headers.get('Set-Cookie')).toMatch(/^toast=/)
})

test('a rejection requires a reason from the list, and a note only for "Other"', async () => {
  const staff = await makeStaff()
  const [review, other] = [await makeReview(), await makeReview()]
  for (const reason of ['', 'Because.']) {
    const sent = said(await send(staff, { intent: 'reject', ...(await loaded(review.id)), reason }))
    expect(sent).toMatchObject({ status: 400, data: { error: { reason: ['Choose a reason.'] } } })
  }
  expect(said(await send(staff, { intent: 'reject', ...(await loaded(review.id)), reason: 'OTHER' }))).toMatchObject({
    status: 400,
    data: { error: { note: ['Write a note: "Other" alone does not tell the author why.'] } },
  })
  await send(staff, { intent: 'reject', ...(await loaded(review.id)), reason: 'ABUSIVE' })
  await send(staff, { intent: 'reject', ...(await loaded(other.id)), reason: 'OTHER', note: ' See the second line. ' })
  const columns = ['rejection_reason', 'moderation_reason'] as const
  expect(await db.selectFrom('reviews').select(columns).orderBy('created_at').execute()).toEqual([
    { rejection_reason: 'ABUSIVE', moderation_reason: null },
    { rejection_reason: 'OTHER', moderation_reason: 'See the second line.' },
  ])
})

test.each([
  ['reviews', 'no-id'],
  ['lost', crypto.randomUUID()],
  ['reviews', crypto.randomUUID()],
])('undoing a decision on an item that does not exist answers 404: %s %s', async (kind, id) => {
  const staff = await makeStaff()
  const form = { intent: 'undo', id: crypto.randomUUID() }
  const request = await requestAs(staff, `/admin/queue/${kind}/${id}`, form)
  expect(await answer(itemAction({ request, params: { kind, id }, context: {} }))).toMatchObject({ status: 404 })
})

test('asking for a change requires a note, and comments cannot be sent back', async () => {
  const [staff, review, comment] = [await makeStaff(), await makeReview(), await makeComment()]
  const ask = { intent: 'request-changes', ...(await loaded(review.id)) }
  expect(said(await send(staff, { ...ask, note: ' ' }))).toMatchObject({
    status: 400,
    data: { error: { note: ['What should change is required.'] } },
  })
  expect(said(await send(staff, { ...ask, note: 'x'.repeat(501) }))).toMatchObject({ status: 400 })
  await send(staff, { ...ask, note: 'Which plan do you use?' })
  expect(await findContribution('review', review.id)).toMatchObject({ status: 'CHANGES_REQUESTED' })

  const { version } = (await findContribution('comment', comment.id))!
  const form = { intent: 'request-changes', id: comment.id, version, note: 'Say more.' }
  const request = await requestAs(staff, '/admin/comments', form)
  expect(await answer(commentAction({ request, ...context }))).toMatchObject({ status: 400 })
})

test('the second of two concurrent verdicts answers 409 with the name of the first moderator', async () => {
  const [mira, noah, review] = [await makeStaff(), await makeStaff('Noah'), await makeReview()]
  const form = { intent: 'reject', ...(await loaded(review.id)), reason: 'SPAM', note: 'Too late' }
  await send(mira, { intent: 'approve', ...(await loaded(review.id)) })
  expect(said(await send(noah, form))).toMatchObject({
    status: 409,
    data: {
      conflict: {
        title: 'Failed to moderate review',
        text: 'Already approved by Mira just now.',
        other: { by: 'Mira', done: 'approved' },
        secondsBefore: expect.any(Number),
        yours: { label: 'Reject', reason: 'SPAM', note: 'Too late' },
      },
    },
  })
})

test("a verdict answers 403 for one's own review, 404 for a missing one and 400 for an unknown intent", async () => {
  const staff = await makeStaff()
  const own = await makeReview({ user_id: staff.id })
  expect(await send(staff, { intent: 'approve', ...(await loaded(own.id)) })).toMatchObject({ status: 403 })
  const missing = { id: crypto.randomUUID(), version: '1' }
  expect(await send(staff, { intent: 'approve', ...missing })).toMatchObject({ status: 404 })
  expect(await send(staff, { intent: 'destroy', ...missing })).toMatchObject({ status: 400 })
  expect(await findContribution('review', own.id)).toMatchObject({ status: 'PENDING' })
})

test("a review in the queue shows its author's history and near-duplicates", async () => {
  const [staff, author] = [await makeStaff(), await makeProfile()]
  const body = 'Sign up through my link in the profile for a bonus tier, everyone should buy this today.'
  await makeReview({ user_id: author.id, status: 'REJECTED', moderation_reason: 'Advertises.' })
  await makeComment({ user_id: author.id, status: 'APPROVED' })
  const copied = body.replace('the profile', 'my profile')
  const copy = await makeReview({ title: 'Use my link', body: copied })
  await makeReview({ body: copied })
  const review = await makeReview({ user_id: author.id, deal_id: copy.deal_id, body })
  const { items } = (await open(staff)) as Awaited<ReturnType<typeof loader>>
  const { author: shown, similar } = items.find(({ id }) => id === review.id)!
  expect(shown).toMatchObject({ approved: 1, rejected: 1 })
  expect(similar).toMatchObject([{ id: copy.id }])
})

test('bulk approval approves the selected comments and requires at least one', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile({ created_at: new Date('2025-01-01') })]
  const one = await makeComment({ user_id: author.id, body: 'Does it import from a spreadsheet?' })
  const other = await makeComment({ user_id: author.id, body: 'How long is the trial of the big plan?' })
  const request = async (selected: string[]) => {
    const get = await requestAs(staff, '/admin/comments')
    const body = new URLSearchParams([['intent', 'approve-selected'], ...selected.map((item) => ['selected', item])])
    return new Request(get.url, { method: 'POST', headers: get.headers, body })
  }
  const none = said(await commentAction({ request: await request([]), ...context }))
  expect(none).toMatchObject({ status: 400, data: { error: { selected: ['Select at least one comment.'] } } })
  const picks = await Promise.all(
    [one, other].map(async ({ id }) => `${id}.${(await findContribution('comment', id))!.version}`),
  )
  await commentAction({ request: await request(picks), ...context })
  expect(await findContribution('comment', one.id)).toMatchObject({ status: 'APPROVED' })
  expect(await findContribution('comment', other.id)).toMatchObject({ status: 'APPROVED' })
})

test('the status tab is read from the URL, and unknown values show the pending queue', async () => {
  const staff = await makeStaff()
  await makeReview({ status: 'REJECTED', moderation_reason: 'No' })
  expect(await open(staff, '/admin/reviews?status=rejected')).toMatchObject({ status: 'REJECTED', items: [{}] })
  expect(await open(staff, '/admin/reviews?status=lost&page=x')).toMatchObject({
    status: 'PENDING',
    page: 1,
    counts: { PENDING: 0, APPROVED: 0, REJECTED: 1 },
  })
  const params = { kind: 'reviews', id: 'x' }
  const item = answer(itemLoader({ request: await requestAs(staff, '/admin/queue/reviews/x'), params, context: {} }))
  expect(await item).toMatchObject({ status: 404 })
})

test.each([
  ['pending', true],
  ['approved', false],
  ['rejected', false],
] as const)('the tabs of reviews have counts, and on "%s" there are buttons to decide: %s', async (tab, hasButtons) => {
  await Promise.all([makeReview(), makeReview(), makeReview({ status: 'APPROVED' })])
  await makeReview({ status: 'REJECTED', moderation_reason: 'No' })
  const page = { pattern: '/admin/reviews', path: `/admin/reviews?status=${tab}`, routes: [reviews] }
  const html = await renderPage(await makeStaff(), page)
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

test('the dashboard counts waiting items and gaps', async () => {
  const staff = await makeStaff()
  await makeDeal({
    status: 'ACTIVE',
    end_date: '2026-01-02',
    deal_price: '59.00',
    hero_image_url: 'https://vendor.example/a.png',
  })
  await makeReview({ created_at: new Date(Date.now() - 25 * 3_600_000) })
  await makeComment()
  const shown = (await answer(dashboard({ request: await requestAs(staff, '/admin'), ...context }))) as Awaited<
    ReturnType<typeof dashboard>
  >
  expect(shown).toMatchObject({ deals: 3 })
  expect(shown.gaps.map(({ to, count }) => [to, count])).toEqual([
    ['/admin/deals?attention=priceless', 2],
    ['/admin/deals?attention=imageless', 2],
  ])
  expect(shown.waiting).toMatchObject([
    { kind: 'review', waiting: 1, isOverdue: true, age: '25 hours' },
    { kind: 'comment', waiting: 1, isOverdue: false },
  ])
})
