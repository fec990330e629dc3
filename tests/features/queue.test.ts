import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { KINDS, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { loadItem, loadQueue } from '~/features/staff/queue/context.server'
import { type ItemKey, itemPath } from '~/features/staff/queue/item'
import { claim, findNext, findPosition } from '~/features/staff/queue/items.server'
import {
  makeAvailabilityReport,
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeProfile,
  makeReview,
} from '../factories'
import { makeDealAlert } from '../staff-factories'
import { decideOn, MAKE_WAITING, makeStaff } from '../waiting-items'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const list = (staff: User, search = '') => loadQueue(new Request(`http://localhost/admin/queue${search}`), staff)
const open = async (staff: User, kind: (typeof KINDS)[number], id: string, headers = {}) => {
  const request = new Request(`http://localhost${itemPath(kind, id)}`, { headers })
  return (await loadItem(request, staff, specOf(kind).segment, id)).item
}
const review = (id: string) => ({ kind: 'review' as const, id })

test('each moderated table is an arm of the view, with all columns that decisions write', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as table from information_schema.columns
    where column_name = 'waiting_since' and table_schema = 'public' and table_name not in ('decisions', 'moderation_items')
    order by 1`.execute(db)
  const tables = new Set(KINDS.map((kind) => specOf(kind).table))
  expect(rows.map(({ table }) => table)).toEqual([...tables].sort())
  for (const kind of KINDS) {
    const { id } = await MAKE_WAITING[kind]()
    expect(await db.selectFrom('moderation_items').select('kind').where('id', '=', id).execute()).toEqual([{ kind }])
  }
})

test('the queue is ordered by what is at stake, and what waits longest comes first', async () => {
  const staff = await makeStaff()
  const contact = await makeContactMessage({ created_at: hoursAgo(90) })
  const comment = await makeComment({ created_at: hoursAgo(80) })
  const newer = await makeReview({ created_at: hoursAgo(2) })
  const older = await makeReview({ created_at: hoursAgo(30) })
  const report = await makeChangeLog({ created_at: hoursAgo(50) })
  const affecting = await makeChangeLog({ created_at: hoursAgo(1), affects_owners: 'YES' })
  const { items, kinds, total } = await list(staff)
  const ordered = [affecting, report, older, newer, comment, contact]
  expect(items.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id))
  expect(items.map(({ is_overdue }) => is_overdue)).toEqual([false, true, true, false, true, true])
  expect(kinds).toMatchObject({ counts: { change_log: 2, review: 2, comment: 1, ended_report: 0 }, overdue: 4 })
  expect(total).toBe(6)
})

test('a page has 25 items, and a tab shows one kind', async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal()]
  for (let n = 0; n < 27; n++) await makeComment({ deal_id: deal.id, created_at: hoursAgo(30 - n) })
  await makeReview()
  expect(await list(staff, '?page=2')).toMatchObject({ page: 2, pageCount: 2, items: { length: 3 } })
  const second = await list(staff, '?kind=comments&page=2')
  expect(second).toMatchObject({ kind: 'comment', page: 2, pageCount: 2, items: { length: 2 } })
  expect(await list(staff, '?kind=lost')).toMatchObject({ kind: null })
})

for (const kind of KINDS) {
  test(`others read who has a ${kind} open, for 15 minutes, and can decide it nevertheless`, async () => {
    const [mira, noah] = [await makeStaff(), await makeStaff('ADMIN', 'Noah')]
    const { id } = await MAKE_WAITING[kind]()
    expect(await open(mira, kind, id)).toMatchObject({ can_decide: true, reader: null })
    expect(await open(noah, kind, id)).toMatchObject({ can_decide: true, reader: { name: 'Mira' } })
    await db
      .updateTable('claims')
      .set({ since: hoursAgo(0.26) })
      .where('staff_id', '=', mira.id)
      .execute()
    expect(await open(noah, kind, id)).toMatchObject({ reader: null })
    expect(await decideOn(kind, noah, id)).toMatchObject({ is: 'done' })
    expect(await db.selectFrom('claims').selectAll().where('subject_id', '=', id).execute()).toEqual([])
  })
}

test("a prefetch, a decided item and one of one's own claim nothing", async () => {
  const staff = await makeStaff()
  const [waiting, own, decided] = [await makeReview(), await makeReview({ user_id: staff.id }), await makeReview()]
  await decideOn('review', staff, decided.id, { to: 'REJECTED', reason: 'SPAM', note: 'An advertisement.' })
  await open(staff, 'review', waiting.id, { 'Sec-Purpose': 'prefetch' })
  expect(await open(staff, 'review', own.id)).toMatchObject({ can_decide: false })
  expect(await open(staff, 'review', decided.id)).toMatchObject({
    position: null,
    moderation_reason: 'An advertisement.',
    history: [{ decision: 'REJECTED', reason: 'SPAM', by: 'Mira', undone_at: null }],
  })
  expect(await db.selectFrom('claims').selectAll().execute()).toEqual([])
})

test('the next item skips what others read and what one wrote oneself, and begins again at the end', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const first = await makeReview({ created_at: hoursAgo(5) })
  const taken = await makeReview({ created_at: hoursAgo(4) })
  await makeReview({ created_at: hoursAgo(3), user_id: mira.id })
  const last = await makeReview({ created_at: hoursAgo(2) })
  await claim(noah, review(taken.id))
  const idAfter = async (after?: ItemKey) => (await findNext(mira, after))?.id
  expect([await idAfter(), await idAfter(review(first.id)), await idAfter(review(last.id))]).toEqual([
    first.id,
    last.id,
    first.id,
  ])
  expect(await findNext(noah, review(first.id))).toEqual(review(taken.id))
  const admin = await makeStaff('ADMIN')
  await decideOn('review', admin, first.id)
  expect(await idAfter(review(first.id))).toBe(last.id)
  await decideOn('review', admin, last.id)
  expect(await idAfter()).toBeUndefined()
})

test('an item knows its position in the queue, also among items of the same microsecond', async () => {
  const at = hoursAgo(3)
  const comments = []
  for (let n = 0; n < 3; n++) comments.push(await makeComment({ created_at: at }))
  const [first, second, third] = comments.map(({ id }) => id).sort()
  const contact = await makeContactMessage({ created_at: hoursAgo(9) })
  const key = (id: string) => ({ kind: 'comment' as const, id })
  expect(await findPosition(key(second!))).toEqual({ index: 2, total: 4, previous: key(first!), next: key(third!) })
  expect(await findPosition({ kind: 'contact_message', id: contact.id })).toEqual({
    index: 4,
    total: 4,
    previous: key(third!),
    next: null,
  })
  expect(await findPosition(key(crypto.randomUUID()))).toBeUndefined()
})

const COPIED = 'Sign up through my link in the profile for a bonus tier, everyone should buy this today.'

test('an item shows similar texts of its author and on its deal, the most similar first', async () => {
  const [staff, author, deal] = [await makeStaff(), await makeProfile({ created_at: hoursAgo(900) }), await makeDeal()]
  await makeReview({
    deal_id: deal.id,
    body: 'The export takes a minute for ten thousand rows and keeps every column.',
  })
  const near = await makeReview({ body: COPIED.replace('today', 'now'), user_id: author.id })
  const same = await makeChangeLog({ description: COPIED, deal_id: deal.id })
  await makeComment({ body: COPIED })
  const comment = await makeComment({ body: COPIED, user_id: author.id, deal_id: deal.id })
  const { similar } = await open(staff, 'comment', comment.id)
  expect(similar.map(({ kind, id, percent, isSameAuthor }) => [kind, id, percent, isSameAuthor])).toEqual([
    ['change_log', same.id, 100, false],
    ['review', near.id, expect.any(Number), true],
  ])
})

test('texts of other scripts are similar when they are the same', async () => {
  const deal = await makeDeal()
  const [first, second] = [
    await makeComment({ body: '毎日使っています。', deal_id: deal.id }),
    await makeComment({ body: '毎日使っています。', deal_id: deal.id }),
  ]
  const { similar } = await open(await makeStaff(), 'comment', second.id)
  expect(similar).toMatchObject([{ id: first.id, percent: 100 }])
})

test('a change report shows other reports of the same kind of change on its deal', async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal()]
  const report = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', description: 'The checkout asks for more.' })
  const other = { kind: 'PRICE', description: 'Sold for another amount since Friday.' } as const
  const earlier = await makeChangeLog({ ...other, deal_id: deal.id, status: 'REJECTED', created_at: hoursAgo(200) })
  await makeChangeLog({ ...other, deal_id: deal.id, created_at: hoursAgo(24 * 200) })
  await makeChangeLog({ ...other, deal_id: deal.id, kind: 'LIMITS' })
  await makeChangeLog(other)
  const { similar } = await open(staff, 'change_log', report.id)
  expect(similar.map(({ id, percent, status }) => [id, percent, status])).toEqual([[earlier.id, null, 'REJECTED']])
})

test("an author's record counts their decided contributions", async () => {
  const [staff, author] = [await makeStaff(), await makeProfile({ name: 'Piotr', created_at: hoursAgo(900) })]
  await makeReview({ user_id: author.id, status: 'APPROVED' })
  await makeComment({ user_id: author.id, status: 'REJECTED' })
  await makeChangeLog({ reported_by_user_id: author.id, affects_owners: 'YES' })
  const [item] = (await list(staff)).items
  expect(item).toMatchObject({ author: 'Piotr', record: { approved: 1, rejected: 1 } })
  expect(item!.marks).toMatchObject([{ tone: 'bad', text: 'Affects owners' }])
})

test('a price report offers the price that it names', async () => {
  const [staff, deal] = [await makeStaff(), await makeDeal({ deal_price: '59.00' })]
  const report = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', old_value: '$59', new_value: '$49' })
  expect(await open(staff, 'change_log', report.id)).toMatchObject({
    heading: `Change report on ${deal.title}`,
    change: {
      kind: 'PRICE',
      field: { onRecord: '$59.00', value: '49.00', currency: 'USD', dealVersion: deal.version },
    },
    deal: { title: deal.title, vendor: 'Northpane' },
  })
})

test('a page difference says what the page and the record say', async () => {
  const { id } = await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })
  expect(await open(await makeStaff(), 'page_difference', id)).toMatchObject({
    title: "The vendor's page says $69.00, we say no price",
    sender: 'Page watch',
    findings: expect.arrayContaining([{ term: 'Found', detail: '14 Nov 2026 and 21 Nov 2026' }]),
  })
})

test('an ended report names the members with their record', async () => {
  const deal = await makeDeal()
  const ada = await makeProfile({ name: 'Ada', created_at: hoursAgo(24 * 400) })
  await makeAvailabilityReport({ user_id: ada.id, status: 'APPROVED' })
  await makeAvailabilityReport({ user_id: ada.id, deal_id: deal.id, created_at: new Date('2026-11-20') })
  const { id } = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  expect(await open(await makeStaff(), 'ended_report', id)).toMatchObject({
    title: '1 member says it has ended',
    findings: [
      { term: 'Ada, 20 Nov 2026', detail: 'It has ended. Account: 13 months, right in 1 of 1 earlier report' },
    ],
  })
})

test('a contact message shows its sender, who needs no account', async () => {
  const staff = await makeStaff()
  const { id } = await makeContactMessage({ name: 'Pia', email: 'pia@visitor.example', subject: 'Refunds' })
  expect(await open(staff, 'contact_message', id)).toMatchObject({
    heading: 'Contact message from Pia',
    title: 'Refunds',
    contact: { name: 'Pia', email: 'pia@visitor.example', subject: 'Refunds' },
    author_id: null,
    deal: null,
    similar: [],
  })
})

test.each([
  ['Does it keep the folders?', true],
  ['Cheaper at www.other.example today.', false],
  ['See other.example for a better price.', false],
  ['It went from 3.2 to 4.0 and kept my files, e.g. the exports.', true],
])('a comment that says "%s" can be approved together with others: %s', async (body, isHarmless) => {
  const old = await makeProfile({ created_at: hoursAgo(900) })
  await makeComment({ body, user_id: old.id })
  await makeReview({ user_id: old.id })
  const { items } = await list(await makeStaff())
  expect(items.filter(({ is_harmless }) => is_harmless)).toHaveLength(isHarmless ? 1 : 0)
})
