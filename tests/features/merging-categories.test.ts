import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findMovedCategory } from '~/features/catalog/categories/categories.server'
import { CATEGORY } from '~/features/catalog/categories/category-record.server'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { saveRecord } from '~/features/people/records/save-record.server'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { describeMerge, listOthers, mergeRecords } from '~/features/staff/merging/merge.server'
import { makeCategory, makeDeal, makePlatform } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeSeoEntry } from '../staff-factories'
import { dealForm } from '../unstated-terms'
import { makeStaff } from '../waiting-items'

const makeAdmin = () => makeStaff('ADMIN')
const blank = { description: null, parent_slug: null }
const titlesIn = async (category: string) =>
  (await listDeals({ ...DEFAULT_SEARCH, category })).deals.map(({ title }) => title).sort()
const categoryOf = async (id: string) =>
  (await db.selectFrom('deals').select('category_id').where('id', '=', id).executeTakeFirst())?.category_id
const isThere = async (id: string) => (await CATEGORY.find(db, id)) !== undefined

const formOf = (category_id: string, platform_id: string) =>
  dealForm({ title: `Deal ${randomUUID()}`, category_id, platform_id })

test('deals and subcategories of a merged category move, and all its addresses redirect', async () => {
  const admin = await makeAdmin()
  const from = await makeCategory({ name: 'Video', slug: 'video' })
  const into = await makeCategory({ name: 'Film', slug: 'film' })
  const child = await makeCategory({ name: 'Subtitles', slug: 'subtitles', parent_id: from.id })
  await saveRecord(CATEGORY, admin, from.id, { ...blank, name: 'Video', slug: 'videos' }, 1)
  await makeDeal({ title: 'Own', category_id: from.id })
  await makeDeal({ title: 'Of the child', category_id: child.id })
  await makeDeal({ title: 'There before', category_id: into.id })
  const draft = await makeDeal({ category_id: from.id, published: false })
  const described = await describeMerge(admin, 'category', from.id, into.id)
  expect(described).toMatchObject({ problem: undefined, canSwap: true })
  expect([described!.from.counts, described!.into.counts]).toEqual([
    '2 deals, 1 subcategory',
    '1 deal, 0 subcategories',
  ])
  expect(described!.says[0]).toBe('Moves to the category that stays: 2 deals, 1 subcategory.')
  expect(described!.says[2]).toBe('/categories/videos and /categories/video redirect to /categories/film.')

  expect(await mergeRecords(admin, 'category', from.id, into.id)).toEqual({ outcome: 'merged' })
  expect(await isThere(from.id)).toBe(false)
  expect(await titlesIn('film')).toEqual(['Of the child', 'Own', 'There before'])
  expect(await titlesIn('subtitles')).toEqual(['Of the child'])
  expect(await categoryOf(draft.id)).toBe(into.id)
  expect(await findMovedCategory('videos')).toEqual({ slug: 'film' })
  expect(await findMovedCategory('video')).toEqual({ slug: 'film' })
  expect(
    await db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'entity_id', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  ).toEqual({
    actor_id: admin.id,
    action: 'category.merged',
    entity_id: from.id,
    detail: { name: 'Video', slug: 'videos', into: 'Film', into_id: into.id, deals: 2, subcategories: 1 },
  })
})

test('a merge deletes the SEO entry of the merged category, not that of the remaining one', async () => {
  const admin = await makeAdmin()
  const [from, into] = [await makeCategory(), await makeCategory()]
  for (const { id } of [from, into]) {
    await makeSeoEntry({ entity_type: 'CATEGORY', entity_id: id })
  }
  await mergeRecords(admin, 'category', from.id, into.id)
  expect(await db.selectFrom('seo_metadata').select('entity_id').execute()).toEqual([{ entity_id: into.id }])
})

test('a category cannot be merged below itself or onto a third level, and such categories are not offered', async () => {
  const admin = await makeAdmin()
  const [top, other] = [await makeCategory(), await makeCategory()]
  const child = await makeCategory({ parent_id: top.id })
  const nephew = await makeCategory({ parent_id: other.id })
  const deal = await makeDeal({ category_id: top.id })
  const refused = { outcome: 'refused', reason: expect.any(String) }
  for (const into of [child.id, nephew.id]) {
    expect(await mergeRecords(admin, 'category', top.id, into)).toEqual(refused)
  }
  expect(await categoryOf(deal.id)).toBe(top.id)
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])

  const described = await describeMerge(admin, 'category', top.id, child.id)
  expect(described).toMatchObject({ problem: expect.any(String), canSwap: true })
  const offered = async (id: string) => (await listOthers('category', id, '')).map((one) => one.id)
  expect(await offered(top.id)).toEqual([other.id])
  expect((await offered(child.id)).sort()).toEqual([top.id, other.id, nephew.id].sort())
  expect(await mergeRecords(admin, 'category', child.id, top.id)).toEqual({ outcome: 'merged' })
  expect(await mergeRecords(admin, 'category', top.id, nephew.id)).toEqual({ outcome: 'merged' })
})

test('a deal saved into a category during its merge moves along or is rejected with an error at its category', async () => {
  const admin = await makeAdmin()
  const { id: platform_id } = await makePlatform()
  const { id: elsewhere } = await makeCategory()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const [created, moved] = [randomUUID(), randomUUID()]
    const form = formOf(elsewhere, platform_id)
    await createDeal(admin, moved, form)
    const [merged, ofNew, ofMoved] = await Promise.all([
      mergeRecords(admin, 'category', from.id, into.id),
      createDeal(admin, created, formOf(from.id, platform_id)),
      saveDeal(admin, moved, { form: { ...form, category_id: from.id }, version: 1 }),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    const rejected = { outcome: 'rejected', field: 'category_id' }
    if (ofNew.outcome === 'created') expect(await categoryOf(created)).toBe(into.id)
    else expect(ofNew).toEqual(rejected)
    if (ofMoved.outcome === 'saved') expect(await categoryOf(moved)).toBe(into.id)
    else expect([ofMoved, await categoryOf(moved)]).toEqual([rejected, elsewhere])
  }
})

test('a deal form opened before its category was merged is rejected with an error at the category', async () => {
  const admin = await makeAdmin()
  const [from, into] = [await makeCategory(), await makeCategory()]
  const [id, form] = [randomUUID(), formOf(from.id, (await makePlatform()).id)]
  await createDeal(admin, id, form)
  await mergeRecords(admin, 'category', from.id, into.id)
  expect(await saveDeal(admin, id, { form: { ...form, summary: 'Edited' }, version: 1 })).toEqual({
    outcome: 'rejected',
    field: 'category_id',
  })
  const chosen = { ...form, summary: 'Edited', category_id: into.id }
  expect(await saveDeal(admin, id, { form: chosen, version: 1 })).toEqual({ outcome: 'saved' })
})

test('a subcategory saved below a category during its merge moves along or is rejected with an error at its parent', async () => {
  const admin = await makeAdmin()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const name = `Child ${randomUUID()}`
    const [merged, saved] = await Promise.all([
      mergeRecords(admin, 'category', from.id, into.id),
      saveRecord(CATEGORY, admin, undefined, { ...blank, name, slug: randomUUID(), parent_slug: from.slug }, 0),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    if ('id' in saved!) expect((await CATEGORY.find(db, saved.id))!.parent_slug).toBe(into.slug)
    else expect(saved).toMatchObject({ fieldErrors: { parent_slug: [expect.any(String)] } })
  }
})

test('a bulk action that sets a category during its merge leaves no deal in the merged category', async () => {
  const admin = await makeAdmin()
  const { id: platform_id } = await makePlatform()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const deals = [await makeDeal({ platform_id }), await makeDeal({ platform_id, category_id: from.id })]
    const target = { search: DEFAULT_MANAGE_SEARCH, ids: deals.map(({ id }) => id) }
    const [merged, changed] = await Promise.all([
      mergeRecords(admin, 'category', from.id, into.id),
      changeDeals(admin, { verb: 'set-category', to_category_id: from.id }, target, 2),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    expect(await categoryOf(deals[1]!.id)).toBe(into.id)
    const expected = changed === 'no-category' ? deals[0]!.category_id : into.id
    expect(await categoryOf(deals[0]!.id)).toBe(expected)
  }
})
