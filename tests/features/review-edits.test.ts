import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { withdraw } from '~/features/contributions/members/own-contributions.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { compareTexts } from '~/features/contributions/reviews/text-difference.server'
import { loadItem } from '~/features/staff/queue/context.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeProfile, makeReview, makeReviewVersion } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import {
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
  undoLast,
  waitingItem,
} from '../waiting-items'

afterEach(() => {
  env.RATE_LIMIT = true
})

const first = { rating: 5, title: 'Good value', body: 'Paid once, used daily.' }
const second = { rating: 2, title: 'Good value', body: 'Paid once, used daily until the limits came.' }
const third = { rating: 3, title: 'Fair', body: 'Paid once, used weekly.' }

type Review = Awaited<ReturnType<typeof makeReview>>
const makePublic = () => makeReview({ ...first, status: 'APPROVED', created_at: new Date('2026-01-02') })
const send = ({ user_id, deal_id }: Review, text: typeof first) => submitReview(user_id!, { deal: deal_id, text })
const shownOf = (id: string) => db.selectFrom('shown_reviews').selectAll().where('id', '=', id).executeTakeFirst()
const textsOf = (id: string) =>
  db.selectFrom('review_versions').selectAll().where('review_id', '=', id).orderBy('created_at').execute()
const newestOf = async (id: string) => (await textsOf(id)).at(-1)!

/** The stored counters of a deal, which must always equal a recount. */
async function countersOf(dealId: string) {
  const { rows } = await sql<{ stored: number[]; counted: number[] }>`
    select array[review_count, rating_sum] as stored,
      (select array[count(*), coalesce(sum(rating), 0)]::int[] from shown_reviews where deal_id = deals.id) as counted
    from deals where id = ${dealId}`.execute(db)
  expect(rows[0]!.stored).toEqual(rows[0]!.counted)
  return rows[0]!.stored
}

test('readers see the approved text until another is approved, which then says when it was written', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  expect(await send(review, first)).toBe('unchanged')
  expect(await textsOf(review.id)).toHaveLength(1)
  expect(await send(review, second)).toBe('edit-submitted')
  expect(await shownOf(review.id)).toMatchObject({ ...first, edited_at: null })
  const edit = await newestOf(review.id)
  expect(edit).toMatchObject({ ...second, status: 'PENDING', user_id: review.user_id, deal_id: review.deal_id })
  expect(await waitingItem(edit.id)).toMatchObject({ kind: 'review', rank: 5, author_id: review.user_id })

  await decideOn('review', staff, edit.id)
  expect(await shownOf(review.id)).toMatchObject({
    ...second,
    created_at: review.created_at,
    edited_at: edit.created_at,
  })
  expect(await textsOf(review.id)).toMatchObject([{ ...first, status: 'APPROVED' }, second])
  expect(await countersOf(review.deal_id)).toEqual([1, 2])
  expect(await karmaOf(review.user_id!)).toBe(3)
  expect(await notificationsOf(review.user_id!)).toMatchObject([
    { data: { contribution: 'review', isEdit: true, decision: 'APPROVED' } },
  ])
})

test.each(['undoing', 'reopening'])('%s the approval of an edit makes the text before public again', async (how) => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const { id } = await makeReviewVersion({ ...second, review })
  const before = await shownOf(review.id)
  for (let round = 0; round < 2; round++) {
    await decideOn('review', staff, id)
    expect(await countersOf(review.deal_id)).toEqual([1, 2])
    const decision = (await decisionsOn(id)).find(({ undone_at }) => undone_at === null)!
    const undoing = how === 'undoing' ? outcomeOf(undo(staff, { decision: decision.id })) : reopen(staff, 'review', id)
    expect(await undoing).toEqual({ is: 'done' })
    expect(await shownOf(review.id)).toEqual(before)
    expect(await countersOf(review.deal_id)).toEqual([1, 5])
    expect(await findItem({ kind: 'review', id })).toMatchObject({ status: 'PENDING' })
  }
})

test('a decision on a text with a newer one is not undone, whatever became of that, and the newer one can be', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const older = await makeReviewVersion({ ...second, review })
  await decideOn('review', staff, older.id)
  await send(review, third)
  const conflict = { is: 'conflict', text: 'The author sent a newer text. Decide on that.' }
  expect(await undoLast(staff, older.id)).toEqual(conflict)
  const newer = await newestOf(review.id)
  for (const to of ['REJECTED', 'APPROVED'] as const) {
    await decideOn('review', staff, newer.id, { to })
    expect(await undoLast(staff, older.id)).toEqual(conflict)
    expect(await shownOf(review.id)).toMatchObject(to === 'APPROVED' ? third : second)
    expect(await undoLast(staff, newer.id)).toEqual({ is: 'done' })
    expect(await shownOf(review.id)).toMatchObject(second)
  }
  expect(await decisionsOn(older.id)).toMatchObject([{ undone_at: null }])
})

test('a text is rejected after its successor was sent without changing that', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  await send(review, second)
  const edit = await newestOf(review.id)
  await decideOn('review', staff, edit.id, { to: 'REJECTED', reason: 'SPAM', note: 'An advertisement.' })
  expect(await send(review, third)).toBe('edit-submitted')
  const late = decideItem({ kind: 'review', staff, item: edit, decision: { to: 'APPROVED' } })
  expect(await late).toMatchObject({ is: 'conflict' })
  expect(await textsOf(review.id)).toMatchObject([
    first,
    { ...second, status: 'REJECTED', moderation_reason: 'An advertisement.' },
    { ...third, status: 'PENDING' },
  ])
  expect(await countersOf(review.deal_id)).toEqual([1, 5])
})

test('a text that waits is replaced in the same queue position, and one that was sent back becomes history', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  await send(review, second)
  const edit = await newestOf(review.id)
  const place = await waitingItem(edit.id)
  await send(review, third)
  expect(await newestOf(review.id)).toMatchObject({ id: edit.id, ...third, status: 'PENDING', version: 2 })
  expect((await waitingItem(edit.id))!.waiting_since).toEqual(place!.waiting_since)

  await decideOn('review', staff, edit.id, { to: 'CHANGES_REQUESTED', note: 'Which limits?' })
  await send(review, second)
  expect(await textsOf(review.id)).toMatchObject([
    first,
    { ...third, status: 'CHANGES_REQUESTED' },
    { ...second, status: 'PENDING', moderation_reason: null, moderated_by: null },
  ])
  expect(await shownOf(review.id)).toMatchObject(first)
})

test('an edit sent twice or at once is stored and counted once', async () => {
  const review = await makePublic()
  expect(await Promise.all([1, 2, 3].map(() => send(review, second)))).toEqual(Array(3).fill('edit-submitted'))
  expect(await textsOf(review.id)).toHaveLength(2)
  // Five a day, of which one is used; what changes nothing is free.
  for (let n = 0; n < 10; n++) expect(await send(review, second)).toBe('edit-submitted')
  expect(await send(review, first)).toBe('edit-waits')
  for (let n = 0; n < 4; n++) expect(await send(review, { ...third, title: `Fair ${n}` })).toBe('edit-submitted')
  expect(await send(review, third)).toEqual({ retryAfter: expect.any(Number) })
  expect(await newestOf(review.id)).toMatchObject({ title: 'Fair 3', status: 'PENDING' })
  expect(await shownOf(review.id)).toMatchObject(first)
})

test('a decision, its undo and the author race, and no words are published that were not read', async () => {
  env.RATE_LIMIT = false
  const staff = await makeStaff()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const review = await makePublic()
    const { id } = await makeReviewVersion({ ...second, review })
    const item = await loadedItem('review', id)
    const [outcome, sent] = await Promise.all([
      decideItem({ kind: 'review', staff, item, decision: { to: 'APPROVED' } }),
      send(review, third),
    ])
    expect(sent).toBe('edit-submitted')
    expect(await shownOf(review.id)).toMatchObject(outcome.is === 'done' ? second : first)
    expect((await textsOf(review.id)).filter(({ status }) => status === 'PENDING')).toMatchObject([third])

    const waiting = await newestOf(review.id)
    await decideOn('review', staff, waiting.id)
    const [undone] = await Promise.all([undoLast(staff, waiting.id), send(review, first)])
    const pending = (await textsOf(review.id)).filter(({ status }) => status === 'PENDING')
    expect(pending).toMatchObject([first])
    expect(await shownOf(review.id)).toMatchObject(
      undone.is === 'done' && outcome.is === 'done' ? second : undone.is === 'done' ? first : third,
    )
    await countersOf(review.deal_id)
  }
})

test('approving the edit of a review that was reopened publishes it', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  await db.updateTable('reviews').set({ published_id: null }).where('id', '=', review.id).execute()
  await send(review, second)
  expect(await shownOf(review.id)).toBeUndefined()
  expect(await decideOn('review', staff, (await newestOf(review.id)).id)).toMatchObject({ is: 'done' })
  expect(await shownOf(review.id)).toMatchObject(second)
  expect(await countersOf(review.deal_id)).toEqual([1, 2])
})

test('the newest text is taken back by its author only, and its review goes with it unless readers see another', async () => {
  const [review, eve] = [await makePublic(), await makeProfile()]
  const edit = await makeReviewVersion({ review, status: 'CHANGES_REQUESTED' })
  expect(await withdraw(eve.id, 'review', edit.id)).toBe('missing')
  const newer = await makeReviewVersion({ review })
  expect(await withdraw(review.user_id!, 'review', edit.id)).toBe('decided')
  expect(await withdraw(review.user_id!, 'review', newer.id)).toBe('withdrawn')
  expect(await shownOf(review.id)).toMatchObject(first)

  const rejected = await makeReview({ status: 'REJECTED' })
  const again = await makeReviewVersion({ review: rejected })
  expect(await withdraw(rejected.user_id!, 'review', again.id)).toBe('withdrawn')
  expect(await textsOf(rejected.id)).toEqual([])
})

async function openItem(id: string, staff: Awaited<ReturnType<typeof makeStaff>>) {
  const request = new Request(`http://localhost/admin/queue/reviews/${id}`)
  return (await loadItem(request, staff, 'reviews', id)).item
}

test('staff read what an edit changes against the text it would replace, and afterwards against the one it replaced', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const { id } = await makeReviewVersion({ ...second, review })
  const open = () => openItem(id, staff)
  const difference = {
    rating: { before: 5, after: 2 },
    title: [{ text: 'Good value' }],
    body: [{ text: 'Paid once, used daily' }, { text: ' until the limits came', change: 'added' }, { text: '.' }],
  }
  // Its own review is no similar text.
  expect(await open()).toMatchObject({ heading: expect.stringMatching(/^Review of /), difference, similar: [] })
  await decideOn('review', staff, id)
  expect(await open()).toMatchObject({ difference })
})

test('staff read what changed in a review that was rewritten after they sent it back', async () => {
  const [staff, review] = [await makeStaff(), await makeReview(first)]
  const open = async () => openItem((await newestOf(review.id)).id, staff)
  await send(review, third)
  expect((await open()).difference).toBeNull()
  await decideOn('review', staff, review.id, { to: 'CHANGES_REQUESTED', note: 'Why three stars?' })
  await send(review, { ...third, body: 'Paid once, used rarely.' })
  expect((await open()).difference).toMatchObject({
    rating: null,
    body: [
      { text: 'Paid once, used ' },
      { text: 'weekly', change: 'removed' },
      { text: 'rarely', change: 'added' },
      { text: '.' },
    ],
  })
  await decideOn('review', staff, (await newestOf(review.id)).id)
  expect((await open()).difference).toBeNull()
})

const without = (change: 'added' | 'removed', [before, after]: readonly [string, string]) =>
  compareTexts(before, after)
    .filter((part) => part.change !== change)
    .map(({ text }) => text)
    .join('')

test('two texts are compared by whole words', () => {
  for (const [start, before, after, end] of [
    ['I use it ', 'daily', 'weekly', '.'],
    ['Сначала ', 'хорошо', 'плохо', ''],
  ] as const) {
    const parts = [{ text: start }, { text: before, change: 'removed' }, { text: after, change: 'added' }]
    const found = compareTexts(`${start}${before}${end}`, `${start}${after}${end}`)
    expect(found).toEqual(end ? [...parts, { text: end }] : parts)
  }
  expect(compareTexts('Same', 'Same')).toEqual([{ text: 'Same' }])
})

test.each([
  ['', 'New'],
  ['Old', ''],
  ['Line\nbreak', 'Line\n\nbreak'],
  ['😀😀 wow', '😀 wow 👩‍👩‍👧'],
  ['a '.repeat(500), 'b '.repeat(500)],
  ['?!'.repeat(500), '.;'.repeat(500)],
] as const)(
  'without what was added the parts of %j and %j are the first text, and without what was removed the second',
  (...texts) => {
    expect(without('added', texts)).toBe(texts[0])
    expect(without('removed', texts)).toBe(texts[1])
  },
)
