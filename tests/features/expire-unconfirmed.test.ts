import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { changeDealsInBulk, startBulkOf } from '~/features/staff/bulk/bulk.server'
import { listRecentExpiries, undoExpire } from '~/features/staff/bulk/undo-expire.server'
import type { UnconfirmedFilter } from '~/features/staff/freshness/freshness'
import {
  countFreshness,
  countUnconfirmed,
  describeUnconfirmed,
  listSection,
  selectUnconfirmed,
} from '~/features/staff/freshness/freshness-list.server'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { makeStaff } from '../waiting-items'

const ANY: UnconfirmedFilter = { year: '', tag: '', category: '' }
const seenIn = (year: number, given: Parameters<typeof makeDeal>[0] = {}) =>
  makeDeal({ start_date: `${year}-11-21`, found_on: null, ...given })

const statusOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('deals').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function expire(filter: UnconfirmedFilter, count: number) {
  const actor = await makeStaff('MANAGER')
  const change = { verb: 'set-status', to_status: 'EXPIRED', isSilent: true, batch: randomUUID() } as const
  const started = await startBulkOf(
    actor,
    change,
    { deals: await selectUnconfirmed(filter), search: 'not confirmed' },
    count,
  )
  return { actor, batch: change.batch, started }
}

test('published deals that are not confirmed have their own section, the longest unseen first', async () => {
  const late = await seenIn(2019)
  const early = await seenIn(2017)
  await seenIn(2016, { published: false })
  await seenIn(2016, { status: 'EXPIRED' })
  await makeDeal()
  expect((await listSection('unconfirmed', 1)).map(({ id, fact }) => [id, fact])).toEqual([
    [early.id, 'Last seen 21 Nov 2017'],
    [late.id, 'Last seen 21 Nov 2019'],
  ])
  expect(await countFreshness()).toMatchObject({ unconfirmed: 2, unchecked: 1 })
})

test('years carry the number of deals that the other filters leave', async () => {
  const category = await makeCategory()
  await seenIn(2017, { category_id: category.id, tags: ['black-friday'] })
  await seenIn(2017, { tags: ['black-friday'] })
  await seenIn(2019, { category_id: category.id })
  const years = [
    { year: '2017', count: 1 },
    { year: '2019', count: 1 },
  ]
  expect(await describeUnconfirmed({ ...ANY, category: category.slug })).toMatchObject({ years, count: 2 })
  expect(await describeUnconfirmed({ ...ANY, tag: 'black-friday', year: '2017' })).toMatchObject({
    years: [{ year: '2017', count: 2 }],
    count: 2,
  })
  expect(await describeUnconfirmed(ANY)).toMatchObject({ tags: [{ tag: 'black-friday', count: 2 }] })
  expect(await describeUnconfirmed({ ...ANY, category: 'unknown' })).toMatchObject({ count: 0 })
})

test('all that match are set to Expired without notifying anyone, and an undo gives them their status again', async () => {
  const [first, second, other] = [await seenIn(2017), await seenIn(2017, { status: 'UPCOMING' }), await seenIn(2018)]
  const member = await makeProfile()
  await db.insertInto('bookmarks').values({ user_id: member.id, deal_id: first.id }).execute()
  expect(await countUnconfirmed({ ...ANY, year: '2017' })).toEqual({ count: 2, members: 1 })

  const { actor, batch, started } = await expire({ ...ANY, year: '2017' }, 2)
  expect(started).toMatchObject({ outcome: 'done', changed: 2 })
  expect(await Promise.all([first, second, other].map(statusOf))).toEqual(['EXPIRED', 'EXPIRED', 'ACTIVE'])
  expect(await db.selectFrom('deal_events').select('id').execute()).toEqual([])
  expect(await listRecentExpiries()).toMatchObject([{ batch, count: 2, search: 'not confirmed', days_left: 30 }])

  expect(await undoExpire(actor.id, batch)).toBe(2)
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['ACTIVE', 'UPCOMING'])
  expect(await db.selectFrom('deal_events').select('id').execute()).toEqual([])
  expect(await listRecentExpiries()).toEqual([])
  expect(await undoExpire(actor.id, batch)).toBeUndefined()
})

test('nothing is changed if another number of deals matches', async () => {
  const deal = await seenIn(2017)
  const { started } = await expire(ANY, 2)
  expect(started).toEqual({ outcome: 'outdated', count: 1 })
  expect(await statusOf(deal)).toBe('ACTIVE')
})

test('an undo leaves deals that were changed since', async () => {
  const [first, second] = [await seenIn(2017), await seenIn(2017)]
  const { actor, batch } = await expire(ANY, 2)
  await db.updateTable('deals').set({ version: 9 }).where('id', '=', first.id).execute()
  expect(await undoExpire(actor.id, batch)).toBe(1)
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['EXPIRED', 'ACTIVE'])
})

test('of two people who undo at once, one does it', async () => {
  await seenIn(2017)
  const { actor, batch } = await expire(ANY, 1)
  const undone = await Promise.all([undoExpire(actor.id, batch), undoExpire(actor.id, batch)])
  expect(undone.toSorted()).toEqual([1, undefined])
})

test('batches of a job are undone together', async () => {
  const deals = [await seenIn(2017), await seenIn(2018)]
  const actor = await makeStaff('MANAGER')
  const change = { verb: 'set-status', to_status: 'EXPIRED', isSilent: true, batch: randomUUID() } as const
  for (const { id } of deals) await changeDealsInBulk({ actor_id: actor.id, change, ids: [id] })
  expect(await listRecentExpiries()).toMatchObject([{ count: 2 }])
  expect(await undoExpire(actor.id, change.batch)).toBe(2)
})
