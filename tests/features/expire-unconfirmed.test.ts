import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import { DEFAULT_MANAGE_SEARCH, type ManageSearch } from '~/features/catalog/deals/list/managed-search'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { listRecentExpiries } from '~/features/staff/bulk/bulk-status.server'
import { countFreshness, listSection } from '~/features/staff/freshness/freshness-list.server'
import { undo } from '~/features/staff/queue/undo.server'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { tellKinds } from '../told'
import { makeStaff } from '../waiting-items'

const seenIn = (year: number, given: Parameters<typeof makeDeal>[0] = {}) =>
  makeDeal({ start_date: `${year}-11-21`, found_on: null, ...given })

const statusOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('deals').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const NOT_CONFIRMED = { ...DEFAULT_MANAGE_SEARCH, attention: 'unconfirmed' } as const

async function expire(count: number, filter: Partial<ManageSearch> = {}) {
  const actor = await makeStaff('MANAGER')
  const change = { verb: 'set-status', to_status: 'EXPIRED' } as const
  const result = await changeDeals(actor, change, { search: { ...NOT_CONFIRMED, ...filter } }, count)
  return { actor, result, decision: (result as { decision: string }).decision }
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

test("the staff's list filters what is not confirmed by the year it was last seen in, by tag and by category", async () => {
  const category = await makeCategory()
  const both = await seenIn(2017, { category_id: category.id, tags: ['black-friday'] })
  const tagged = await seenIn(2017, { tags: ['black-friday'] })
  const late = await seenIn(2019, { category_id: category.id, found_on: null })
  await makeDeal({ category_id: category.id, tags: ['black-friday'] })
  const idsOf = async (filter: Partial<ManageSearch>) =>
    (await listManagedDeals({ ...NOT_CONFIRMED, ...filter })).deals.map(({ id }) => id).sort()
  expect(await idsOf({})).toEqual([both.id, tagged.id, late.id].sort())
  expect(await idsOf({ year: '2017', tag: 'black-friday' })).toEqual([both.id, tagged.id].sort())
  expect(await idsOf({ category: category.slug })).toEqual([both.id, late.id].sort())
  expect(await idsOf({ year: '2019', tag: 'black-friday' })).toEqual([])
})

test('all that match are set to Expired without notifying anyone, and an undo gives them their status again', async () => {
  const [first, second, other] = [await seenIn(2017), await seenIn(2017, { status: 'UPCOMING' }), await seenIn(2018)]
  const member = await makeProfile()
  await db.insertInto('bookmarks').values({ user_id: member.id, deal_id: first.id }).execute()
  const { actor, decision, result } = await expire(2, { year: '2017' })
  expect(result).toMatchObject({ changed: 2 })
  expect(await Promise.all([first, second, other].map(statusOf))).toEqual(['EXPIRED', 'EXPIRED', 'ACTIVE'])
  expect(await tellKinds()).toEqual([])
  expect(await listRecentExpiries()).toMatchObject([
    { decision, count: 2, search: 'attention=unconfirmed&year=2017', days_left: 30 },
  ])

  await undo(actor, { decision })
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['ACTIVE', 'UPCOMING'])
  expect(await tellKinds()).toEqual([])
  expect(await listRecentExpiries()).toEqual([])
  await undo(actor, { decision })
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['ACTIVE', 'UPCOMING'])
})

test('nothing is changed if another number of deals matches', async () => {
  const deal = await seenIn(2017)
  const { result } = await expire(2)
  expect(result).toEqual({ outdated: 1 })
  expect(await statusOf(deal)).toBe('ACTIVE')
})

test('an undo leaves deals that were changed since', async () => {
  const [first, second] = [await seenIn(2017), await seenIn(2017)]
  const { actor, decision } = await expire(2)
  await db.updateTable('deals').set({ version: 9 }).where('id', '=', first.id).execute()
  await undo(actor, { decision })
  expect(await Promise.all([first, second].map(statusOf))).toEqual(['EXPIRED', 'ACTIVE'])
})

test('of two people who undo at once, one does it', async () => {
  const { id } = await seenIn(2017)
  const { actor, decision } = await expire(1)
  await Promise.all([undo(actor, { decision }), undo(actor, { decision })])
  expect(await statusOf({ id })).toBe('ACTIVE')
  const undone = db.selectFrom('audit_log').select('id').where('action', '=', 'deals.undo-expire')
  expect(await undone.execute()).toHaveLength(1)
})
