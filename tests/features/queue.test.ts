import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { KINDS, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { claimItem, releaseItem, takeOverItem } from '~/features/staff/moderation/claims.server'
import { findNeighbors, findNext, findQueuePosition } from '~/features/staff/moderation/order.server'
import { loadQueueItem } from '~/features/staff/moderation/queue-item.server'
import { loadQueueList } from '~/features/staff/moderation/queue-list.server'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import {
  makeAvailabilityReport,
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeProfile,
  makePurchase,
  makeReview,
} from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeDealAlert } from '../staff-factories'
import { decideOn, MAKE_WAITING, makeStaff, queueItemOf } from '../waiting-items'

const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)
const list = (staff: User, search = '') => loadQueueList(new Request(`http://localhost/admin/queue${search}`), staff)
const open = async (staff: User, kind: (typeof KINDS)[number], id: string) => {
  const path = itemPath(kind, id)
  const request = new Request(`http://localhost${path}`)
  return (await loadQueueItem({ segment: specOf(kind).segment, id, request, staff })).item
}

test('the queue is ordered by what is at stake, and within a group the oldest come first', async () => {
  const staff = await makeStaff()
  const contact = await makeContactMessage({ created_at: hoursAgo(90) })
  const comment = await makeComment({ created_at: hoursAgo(80) })
  const review = await makeReview({ created_at: hoursAgo(2) })
  const olderReview = await makeReview({ created_at: hoursAgo(30) })
  const report = await makeChangeLog({ created_at: hoursAgo(50) })
  const affecting = await makeChangeLog({ created_at: hoursAgo(1), affects_owners: 'YES' })
  const { groups, counts, total, overdue, next } = await list(staff)
  expect(groups.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(
    [affecting, report, olderReview, review, comment, contact].map(({ id }) => id),
  )
  expect(groups.map(({ title, waiting }) => [title, waiting])).toEqual([
    ['Affects people who bought it', 1],
    ['Change reports', 1],
    ['Reviews', 2],
    ['Comments', 1],
    ['The rest', 1],
  ])
  expect(groups[2]).toMatchObject({
    oldest: olderReview.created_at,
    tabs: [{ label: 'Reviews', to: '/admin/queue?kind=reviews' }],
  })
  expect(groups[2]!.lines.map(({ isOverdue }) => isOverdue)).toEqual([true, false])
  expect(counts).toMatchObject({ change_log: 2, review: 2, comment: 1, contact_message: 1, ended_report: 0 })
  expect({ total, overdue, next }).toEqual({ total: 6, overdue: 4, next: itemPath('change_log', affecting.id) })
})

test('the usual time of a kind is the median of its decisions, once there are ten', async () => {
  const staff = await makeStaff()
  const decide = async (hours: number) => {
    const review = await makeReview({ created_at: hoursAgo(hours) })
    await decideOn('review', staff, review.id, { to: 'APPROVED' })
  }
  for (const hours of [1, 1, 1, 1, 5, 5, 9, 9, 9]) await decide(hours)
  expect((await list(staff)).usualTime).toBeNull()
  await decide(9)
  expect(Math.round((await list(staff)).usualTime! / 3_600)).toBe(5)
  expect((await list(staff, '?kind=reviews')).usualTime).not.toBeNull()
  expect((await list(staff, '?kind=comments')).usualTime).toBeNull()
})

test('the tab of all kinds shows the first five of a group, and the tab of a kind has 25 a page', async () => {
  const staff = await makeStaff()
  const deal = await makeDeal()
  for (let n = 0; n < 27; n++) await makeComment({ deal_id: deal.id, created_at: hoursAgo(30 - n) })
  const all = await list(staff)
  expect(all.groups).toMatchObject([{ waiting: 27 }])
  expect(all.groups[0]!.lines).toHaveLength(5)
  const [first, second] = [await list(staff, '?kind=comments'), await list(staff, '?kind=comments&page=2')]
  expect(first.groups[0]!.lines).toHaveLength(25)
  expect(second).toMatchObject({ kind: 'comment', page: 2, pageCount: 2 })
  expect(second.groups[0]!.lines).toHaveLength(2)
  expect(await list(staff, '?kind=lost')).toMatchObject({ kind: null })
})

for (const kind of KINDS) {
  test(`opening a ${kind} claims it for 15 minutes, and others see by whom`, async () => {
    const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
    const { id } = await MAKE_WAITING[kind]()
    const mine = await open(mira, kind, id)
    expect(mine).toMatchObject({ canDecide: true, claim: { by: 'Mira', isMine: true } })
    expect(mine.claim!.until.getTime() - mine.claim!.since.getTime()).toBe(15 * 60_000)
    expect(await open(noah, kind, id)).toMatchObject({ claim: { by: 'Mira', isMine: false } })
    expect(await queueItemOf(id)).toMatchObject({ claimed_by: mira.id })

    expect(await takeOverItem(noah.id, { kind, id })).toBe(true)
    expect(await open(mira, kind, id)).toMatchObject({ claim: { by: 'Noah', isMine: false } })
    await releaseItem(mira.id, { kind, id })
    expect(await queueItemOf(id)).toMatchObject({ claimed_by: noah.id })
    await releaseItem(noah.id, { kind, id })
    expect(await queueItemOf(id)).toMatchObject({ claimed_by: null, claimed_at: null })
  })
}

test('of two people who open an item at once only one has it', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const { id } = await makeComment()
    const opened = await Promise.all([open(mira, 'comment', id), open(noah, 'comment', id)])
    expect(opened.filter(({ claim }) => claim?.isMine)).toHaveLength(1)
    expect(new Set(opened.map(({ claim }) => claim?.by)).size).toBe(1)
  }
})

test('a claim ends after 15 minutes', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const { id } = await makeReview()
  await claimItem(mira.id, { kind: 'review', id })
  await db
    .updateTable('queue_items')
    .set({ claimed_at: hoursAgo(0.26) })
    .where('subject_id', '=', id)
    .execute()
  expect((await list(noah)).groups[0]!.lines[0]).toMatchObject({ id, claim: null })
  expect(await findNext(noah)).toEqual({ kind: 'review', id })
  expect(await open(noah, 'review', id)).toMatchObject({ claim: { by: 'Noah', isMine: true } })
})

test('an item that cannot be decided is opened without a claim', async () => {
  const staff = await makeStaff()
  const own = await makeReview({ user_id: staff.id })
  expect(await open(staff, 'review', own.id)).toMatchObject({ canDecide: false, claim: null })
  const decided = await makeReview()
  await decideOn('review', staff, decided.id, { to: 'REJECTED', reason: 'SPAM', note: 'An advertisement.' })
  expect(await open(staff, 'review', decided.id)).toMatchObject({
    claim: null,
    position: null,
    decided: { status: 'REJECTED', by: 'Mira', reason: 'SPAM', note: 'An advertisement.' },
    history: [{ action: 'rejected', by: 'Mira', detail: { reason: 'Spam', note: 'An advertisement.' } }],
  })
})

test('a prefetched item is not claimed', async () => {
  const staff = await makeStaff()
  const { id } = await makeReview()
  const request = new Request('http://localhost/', { headers: { 'Sec-Purpose': 'prefetch' } })
  await loadQueueItem({ segment: 'reviews', id, request, staff })
  expect(await queueItemOf(id)).toMatchObject({ claimed_by: null })
})

test('unknown kinds and items answer 404', async () => {
  const staff = await makeStaff()
  const { id } = await makeReview()
  const request = new Request('http://localhost/')
  const statusOf = (segment: string, of: string) =>
    loadQueueItem({ segment, id: of, request, staff }).catch((thrown: Response) => thrown.status)
  expect(await statusOf('review', id)).toBe(404)
  expect(await statusOf('comments', id)).toBe(404)
  expect(await statusOf('reviews', 'x')).toBe(404)
  expect(await statusOf('reviews', crypto.randomUUID())).toBe(404)
})

test('the next item skips what others have open and what one wrote oneself, and begins again at the end', async () => {
  const [mira, noah] = [await makeStaff(), await makeStaff('MANAGER', 'Noah')]
  const first = await makeReview({ created_at: hoursAgo(5) })
  const taken = await makeReview({ created_at: hoursAgo(4) })
  await makeReview({ created_at: hoursAgo(3), user_id: mira.id })
  const last = await makeReview({ created_at: hoursAgo(2) })
  await claimItem(noah.id, { kind: 'review', id: taken.id })
  const idAfter = async (id?: string) =>
    (await findNext(mira, id === undefined ? undefined : await findQueuePosition({ kind: 'review', id })))?.id
  expect([await idAfter(), await idAfter(first.id), await idAfter(last.id)]).toEqual([first.id, last.id, first.id])
  expect((await findNext(noah, await findQueuePosition({ kind: 'review', id: first.id })))?.id).toBe(taken.id)

  const admin = await makeStaff('ADMIN')
  await decideOn('review', admin, first.id)
  await decideOn('review', admin, last.id)
  expect(await findNext(mira)).toBeUndefined()
})

test('an item knows its place in the queue, also among items of the same microsecond', async () => {
  const at = hoursAgo(3)
  const comments = []
  for (let n = 0; n < 3; n++) comments.push(await makeComment({ created_at: at }))
  const [first, second, third] = comments.map(({ id }) => id).sort()
  const contact = await makeContactMessage({ created_at: hoursAgo(9) })
  const key = (id: string) => ({ kind: 'comment' as const, id })
  expect(await findNeighbors(key(first!))).toEqual({ index: 1, total: 4, previous: null, next: key(second!) })
  expect(await findNeighbors(key(second!))).toEqual({ index: 2, total: 4, previous: key(first!), next: key(third!) })
  expect(await findNeighbors({ kind: 'contact_message', id: contact.id })).toEqual({
    index: 4,
    total: 4,
    previous: key(third!),
    next: null,
  })
  expect(await findNeighbors(key(crypto.randomUUID()))).toBeUndefined()
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
  const line = (await list(staff, '?kind=comments')).groups[0]!.lines.find(({ id }) => id === comment.id)
  expect(line).toMatchObject({ isSelectable: false, marks: [{ tone: 'due', text: '100% like another text' }] })
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

test('a line shows the person with their record, the links and who is affected', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile({ name: 'Piotr', created_at: hoursAgo(900) })]
  await makeReview({ user_id: author.id, status: 'APPROVED' })
  await makeComment({ user_id: author.id, status: 'REJECTED' })
  await makeChangeLog({
    reported_by_user_id: author.id,
    affects_owners: 'YES',
    description: 'See https://vendor.example/notice and vendor.example/faq.',
  })
  const line = (await list(staff)).groups[0]!.lines[0]!
  expect(line.author).toMatchObject({ name: 'Piotr', approved: 1, rejected: 1 })
  expect(line.marks.map(({ tone, text }) => [tone, text])).toEqual([
    ['bad', 'Affects owners'],
    ['due', '2 links'],
  ])
})

test('an item shows how many purchases of the person were checked, and how many reviews state a connection', async () => {
  const [staff, author] = [await makeStaff(), await makeProfile()]
  await makePurchase({ user_id: author.id, proof_status: 'CHECKED', proof_decided_at: new Date() })
  await makePurchase({ user_id: author.id })
  await makeReview({ user_id: author.id, status: 'APPROVED', connection: 'AFFILIATE' })
  const { id } = await makeComment({ user_id: author.id })
  expect(await open(staff, 'comment', id)).toMatchObject({ person: { checkedPurchases: 1, connections: 1 } })
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
    dealNow: { title: deal.title, price: '59.00', vendor: 'Northpane' },
  })
})

test('a page difference says what the page and the record say', async () => {
  const { id } = await makeDealAlert({ kind: 'PAGE_DIFFERENCE' })
  expect(await open(await makeStaff(), 'page_difference', id)).toMatchObject({
    title: "The vendor's page says $69.00, we say no price",
    excerpt: null,
    author: { name: 'Page watch' },
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
    author: { name: 'Pia', since: null },
    person: null,
    deal: null,
    dealNow: null,
    similar: [],
  })
})

test('only harmless comments can be selected', async () => {
  const staff = await makeStaff()
  const old = await makeProfile({ created_at: hoursAgo(900) })
  const plain = await makeComment({ body: 'Does it keep the folders?', user_id: old.id, created_at: hoursAgo(5) })
  await makeComment({ body: 'Cheaper at www.other.example today.', user_id: old.id, created_at: hoursAgo(4) })
  await makeComment({ body: 'My account is new, is that a problem?', created_at: hoursAgo(3) })
  await makeReview({ user_id: old.id })
  const lines = async () => (await list(staff)).groups.flatMap((group) => group.lines)
  expect((await lines()).filter(({ isSelectable }) => isSelectable).map(({ id }) => id)).toEqual([plain.id])
  await claimItem((await makeStaff('MANAGER', 'Noah')).id, { kind: 'comment', id: plain.id })
  expect((await lines()).some(({ isSelectable }) => isSelectable)).toBe(false)
})
