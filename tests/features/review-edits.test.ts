import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { withdraw } from '~/features/contributions/members/own-contributions.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { compareTexts } from '~/features/contributions/reviews/text-difference.server'
import { loadItem } from '~/features/staff/queue/context.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeProfile, makeReview, makeReviewEdit } from '../factories'
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
  waitingItem,
} from '../waiting-items'

afterEach(() => {
  env.RATE_LIMIT = true
})

const first = { rating: 5, title: 'Good value', body: 'Paid once, used daily.' }
const second = { rating: 2, title: 'Good value', body: 'Paid once, used daily until the limits came.' }
const third = { rating: 3, title: 'Fair', body: 'Paid once, used weekly.' }

const makePublic = () => makeReview({ ...first, status: 'APPROVED', created_at: new Date('2026-01-02') })
const reviewOf = (id: string) => db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const editsOf = (id: string) =>
  db.selectFrom('review_edits').selectAll().where('review_id', '=', id).orderBy('created_at').execute()
const versionsOf = (id: string) =>
  db.selectFrom('review_versions').selectAll().where('review_id', '=', id).orderBy('created_at').execute()

/** The stored counters of a deal, which must always equal a recount. */
async function countersOf(dealId: string) {
  const { rows } = await sql<{ stored: number[]; counted: number[] }>`
    select array[review_count, rating_sum] as stored,
      (select array[count(*), coalesce(sum(rating), 0)]::int[] from reviews
        where deal_id = deals.id and status = 'APPROVED') as counted
    from deals where id = ${dealId}`.execute(db)
  expect(rows[0]!.stored).toEqual(rows[0]!.counted)
  return rows[0]!.stored
}

test('an edit of an approved review that changes it is pending, and readers see the approved text until the edit is approved', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  expect(await submitReview(review.user_id!, review.deal_id, first)).toBe('unchanged')
  expect(await editsOf(review.id)).toEqual([])
  expect(await submitReview(review.user_id!, review.deal_id, second)).toBe('edit-submitted')
  expect(await reviewOf(review.id)).toEqual(review)
  const [edit] = await editsOf(review.id)
  expect(edit).toMatchObject({ ...second, status: 'PENDING', user_id: review.user_id, deal_id: review.deal_id })
  expect(await waitingItem(edit!.id)).toMatchObject({ kind: 'review_edit', rank: 5, author_id: review.user_id })

  await decideOn('review_edit', staff, edit!.id)
  expect(await reviewOf(review.id)).toMatchObject({ ...second, status: 'APPROVED', created_at: review.created_at })
  expect((await reviewOf(review.id)).edited_at).toEqual(edit!.created_at)
  expect(await versionsOf(review.id)).toMatchObject([{ ...first, status: 'APPROVED', created_at: review.created_at }])
  expect(await countersOf(review.deal_id)).toEqual([1, 2])
  expect(await karmaOf(review.user_id!)).toBe(3)
  expect(await notificationsOf(review.user_id!)).toMatchObject([
    { data: { contribution: 'review_edit', decision: 'APPROVED' } },
  ])
})

test.each(['undoing', 'reopening'])(
  '%s the approval of an edit restores the text and the rating before',
  async (how) => {
    const [staff, review] = [await makeStaff(), await makePublic()]
    const { id } = await makeReviewEdit({ ...second, review })
    for (let round = 0; round < 2; round++) {
      await decideOn('review_edit', staff, id)
      expect(await countersOf(review.deal_id)).toEqual([1, 2])
      const decision = (await decisionsOn(id)).find(({ undone_at }) => undone_at === null)!
      expect(
        how === 'undoing'
          ? await outcomeOf(undo(staff, { decision: decision.id }))
          : await reopen(staff, 'review_edit', id),
      ).toEqual({ is: 'done' })
      expect(await reviewOf(review.id)).toEqual(review)
      expect(await versionsOf(review.id)).toEqual([])
      expect(await countersOf(review.deal_id)).toEqual([1, 5])
      expect(await findItem({ kind: 'review_edit', id })).toMatchObject({ status: 'PENDING' })
    }
  },
)

test('undoing an older approval leaves the text of a newer edit, and undoing that one restores the text between', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const older = await makeReviewEdit({ ...second, review })
  await decideOn('review_edit', staff, older.id)
  const newer = await makeReviewEdit({ ...third, review })
  await decideOn('review_edit', staff, newer.id)
  expect(await versionsOf(review.id)).toMatchObject([first, second])

  const [decision] = await decisionsOn(older.id)
  expect(await outcomeOf(undo(staff, { decision: decision!.id }))).toEqual({ is: 'done' })
  expect(await reviewOf(review.id)).toMatchObject(third)
  const [last] = await decisionsOn(newer.id)
  const undone = outcomeOf(undo(staff, { decision: last!.id }))
  expect(await undone).toMatchObject({
    is: 'conflict',
    text: expect.stringMatching(/edited the review again/),
  })
  await decideOn('review_edit', staff, older.id, { to: 'REJECTED', reason: 'DUPLICATE' })
  expect(await outcomeOf(undo(staff, { decision: last!.id }))).toEqual({ is: 'done' })
  expect(await reviewOf(review.id)).toMatchObject(second)
  expect(await countersOf(review.deal_id)).toEqual([1, 2])
})

test('a rejected edit does not change the review, and the next edit is a new row', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  await submitReview(review.user_id!, review.deal_id, second)
  const [edit] = await editsOf(review.id)
  await decideOn('review_edit', staff, edit!.id, { to: 'REJECTED', reason: 'SPAM', note: 'An advertisement.' })
  expect(await reviewOf(review.id)).toEqual(review)
  expect(await submitReview(review.user_id!, review.deal_id, third)).toBe('edit-submitted')
  expect(await editsOf(review.id)).toMatchObject([
    { ...second, status: 'REJECTED', moderation_reason: 'An advertisement.' },
    { ...third, status: 'PENDING' },
  ])
  expect(await countersOf(review.deal_id)).toEqual([1, 5])
})

test('editing a pending edit replaces its text in the same queue position, and one that was sent back becomes a version', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  await submitReview(review.user_id!, review.deal_id, second)
  const [edit] = await editsOf(review.id)
  const place = await waitingItem(edit!.id)
  await submitReview(review.user_id!, review.deal_id, third)
  expect(await editsOf(review.id)).toMatchObject([{ id: edit!.id, ...third, status: 'PENDING' }])
  expect((await waitingItem(edit!.id))!.waiting_since).toEqual(place!.waiting_since)
  expect(await versionsOf(review.id)).toEqual([])

  await decideOn('review_edit', staff, edit!.id, { to: 'CHANGES_REQUESTED', note: 'Which limits?' })
  await submitReview(review.user_id!, review.deal_id, second)
  expect(await editsOf(review.id)).toMatchObject([
    { id: edit!.id, ...second, status: 'PENDING', moderation_reason: null, moderated_by: null },
  ])
  expect(await versionsOf(review.id)).toMatchObject([{ ...third, status: 'CHANGES_REQUESTED' }])
  expect(await reviewOf(review.id)).toEqual(review)
})

test('an edit sent twice or at once is stored and counted once', async () => {
  const review = await makePublic()
  const send = (text: typeof first) => submitReview(review.user_id!, review.deal_id, text)
  expect(await Promise.all([send(second), send(second), send(second)])).toEqual(Array(3).fill('edit-submitted'))
  expect(await editsOf(review.id)).toHaveLength(1)
  // Five a day, of which one is used; what changes nothing is free.
  for (let n = 0; n < 10; n++) expect(await send(second)).toBe('edit-submitted')
  expect(await send(first)).toBe('edit-waits')
  for (let n = 0; n < 4; n++) expect(await send({ ...third, title: `Fair ${n}` })).toBe('edit-submitted')
  expect(await send(third)).toEqual({ retryAfter: expect.any(Number) })
  expect(await editsOf(review.id)).toMatchObject([{ title: 'Fair 3', status: 'PENDING' }])
  expect(await reviewOf(review.id)).toEqual(review)
})

test('a decision racing the author never publishes words that were not read, and loses none', async () => {
  env.RATE_LIMIT = false
  const staff = await makeStaff()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const review = await makePublic()
    const { id } = await makeReviewEdit({ ...second, review })
    const item = await loadedItem('review_edit', id)
    const [outcome, sent] = await Promise.all([
      decideItem({ kind: 'review_edit', staff, item, decision: { to: 'APPROVED' } }),
      submitReview(review.user_id!, review.deal_id, third),
    ])
    expect(sent).toBe('edit-submitted')
    expect(await reviewOf(review.id)).toMatchObject(outcome.is === 'done' ? second : first)
    const waiting = (await editsOf(review.id)).filter(({ status }) => status === 'PENDING')
    expect(waiting).toMatchObject([third])
    await countersOf(review.deal_id)
  }
})

test('an edit of a review that is not public any more cannot be approved until the review is', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const { id } = await makeReviewEdit({ ...second, review })
  await reopen(staff, 'review', review.id)
  expect(await decideOn('review_edit', staff, id)).toMatchObject({
    is: 'conflict',
    text: 'The review itself is not public now. Decide on it first.',
  })
  expect(await findItem({ kind: 'review_edit', id })).toMatchObject({ status: 'PENDING' })
  await decideOn('review', staff, review.id)
  expect(await decideOn('review_edit', staff, id)).toMatchObject({ is: 'done' })
  expect(await countersOf(review.deal_id)).toEqual([1, 2])
})

test('the new text of a reopened review replaces its edit, and the published text becomes a version', async () => {
  const [staff, review] = [await makeStaff(), await makeReview(first)]
  await decideOn('review', staff, review.id)
  await submitReview(review.user_id!, review.deal_id, second)
  await reopen(staff, 'review', review.id)
  expect(await submitReview(review.user_id!, review.deal_id, third)).toBe('submitted')
  expect(await editsOf(review.id)).toEqual([])
  expect(await reviewOf(review.id)).toMatchObject({ ...third, status: 'PENDING' })
  expect(await versionsOf(review.id)).toMatchObject([first])
  // Nobody on the staff has read this one.
  await submitReview(review.user_id!, review.deal_id, second)
  expect(await versionsOf(review.id)).toHaveLength(1)
})

test('an edit is taken back by its author only, and is gone with its review', async () => {
  const [review, eve] = [await makePublic(), await makeProfile()]
  const { id } = await makeReviewEdit({ review })
  expect(await withdraw(eve.id, 'review_edit', id)).toBe('missing')
  expect(await withdraw(review.user_id!, 'review_edit', id)).toBe('withdrawn')
  expect(await reviewOf(review.id)).toEqual(review)

  const other = await makeReviewEdit({ review })
  await db.deleteFrom('reviews').where('id', '=', review.id).execute()
  expect(await waitingItem(other.id)).toBeUndefined()
  expect(await editsOf(review.id)).toEqual([])
})

async function openItem(segment: string, id: string, staff: Awaited<ReturnType<typeof makeStaff>>) {
  const request = new Request(`http://localhost/admin/queue/${segment}/${id}`)
  return (await loadItem(request, staff, segment, id)).item
}

test('staff read what an edit changes against the text it would replace, and afterwards against the one it replaced', async () => {
  const [staff, review] = [await makeStaff(), await makePublic()]
  const { id } = await makeReviewEdit({ ...second, review })
  const open = () => openItem('review-edits', id, staff)
  const difference = {
    rating: { before: 5, after: 2 },
    title: [{ text: 'Good value' }],
    body: [{ text: 'Paid once, used daily' }, { text: ' until the limits came', change: 'added' }, { text: '.' }],
  }
  // Its own review is no similar text.
  expect(await open()).toMatchObject({ heading: expect.stringMatching(/^Edited review of /), difference, similar: [] })
  await decideOn('review_edit', staff, id)
  expect(await open()).toMatchObject({ difference })
})

test('staff read what changed in a review that was rewritten after they sent it back', async () => {
  const [staff, review] = [await makeStaff(), await makeReview(first)]
  const open = () => openItem('reviews', review.id, staff)
  await submitReview(review.user_id!, review.deal_id, third)
  expect((await open()).difference).toBeNull()
  await decideOn('review', staff, review.id, { to: 'CHANGES_REQUESTED', note: 'Why three stars?' })
  await submitReview(review.user_id!, review.deal_id, { ...third, body: 'Paid once, used rarely.' })
  expect((await open()).difference).toMatchObject({
    rating: null,
    body: [
      { text: 'Paid once, used ' },
      { text: 'weekly', change: 'removed' },
      { text: 'rarely', change: 'added' },
      { text: '.' },
    ],
  })
  await decideOn('review', staff, review.id)
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
