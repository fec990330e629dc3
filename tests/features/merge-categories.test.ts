import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findMovedCategory } from '~/features/categories/categories.server'
import { findManagedCategory, saveCategory } from '~/features/categories/manage-categories.server'
import { describeMerge, mergeCategories } from '~/features/categories/manage-merge.server'
import { listMergeTargets, MERGE_MAX, type MergeSide, reasonAgainst } from '~/features/categories/merge'
import { startBulk } from '~/features/deals/bulk.server'
import { listDeals } from '~/features/deals/catalog.server'
import { DEFAULT_SEARCH } from '~/features/deals/deal-search'
import { createDeal, saveDeal } from '~/features/deals/manage-save.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/deals/manage-search'
import { action } from '~/routes/admin.categories.$id_.merge/route'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { requestAs } from '../requests'
import { UNSTATED_TERMS } from '../unstated-terms'

const ROUNDS = 30

const manager = () => makeProfile({ role: 'MANAGER' })
const blank = { description: null, parent_slug: null }
const versionOf = async (id: string) => (await findManagedCategory(id))!.version
const titlesIn = async (category: string) =>
  (await listDeals({ ...DEFAULT_SEARCH, category })).deals.map(({ title }) => title).sort()
const categoryOf = async (id: string) =>
  (await db.selectFrom('deals').select('category_id').where('id', '=', id).executeTakeFirst())?.category_id
const isThere = async (id: string) => (await findManagedCategory(id)) !== undefined

const formOf = (category_id: string, platform_id: string) => ({
  title: `Deal ${randomUUID()}`,
  slug: null,
  vendor_name: 'Northpane',
  category_id,
  platform_id,
  summary: null,
  description: null,
  tags: [],
  original_price: null,
  deal_price: '59.00',
  currency: 'USD',
  start_date: '2026-01-01',
  end_date: null,
  cta_url: 'https://vendor.example/lifetime',
  hero_image_url: null,
  video_url: null,
  published: true,
  status: 'ACTIVE' as const,
  pros_cons: [],
  faqs: [],
  ...UNSTATED_TERMS,
})

test('deals and subcategories of a merged category move, and all its addresses redirect', async () => {
  const { id: actor } = await manager()
  const from = await makeCategory({ name: 'Video', slug: 'video' })
  const into = await makeCategory({ name: 'Film', slug: 'film' })
  const child = await makeCategory({ name: 'Subtitles', slug: 'subtitles', parent_id: from.id })
  await saveCategory(actor, from.id, { ...blank, name: 'Video', slug: 'videos' }, await versionOf(from.id))
  await makeDeal({ title: 'Own', category_id: from.id })
  await makeDeal({ title: 'Of the child', category_id: child.id })
  await makeDeal({ title: 'There before', category_id: into.id })
  const draft = await makeDeal({ category_id: from.id, published: false })
  expect(await describeMerge(from.id, 'film')).toMatchObject({
    from: { deals: 2, subcategories: 1, former_slugs: ['video'] },
    into: { deals: 1, subcategories: 0 },
    problem: undefined,
    canSwap: true,
  })

  expect(await mergeCategories(actor, from.id, into.id)).toEqual({ outcome: 'merged' })
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
    actor_id: actor,
    action: 'category.merged',
    entity_id: from.id,
    detail: { name: 'Video', slug: 'videos', into: 'Film', deals: 2, subcategories: 1 },
  })
})

test('a redirect of a merged category follows when the one that stays is merged too', async () => {
  const { id: actor } = await manager()
  const [a, b, c] = [
    await makeCategory({ slug: 'a' }),
    await makeCategory({ slug: 'b' }),
    await makeCategory({ slug: 'c' }),
  ]
  await mergeCategories(actor, a.id, b.id)
  await mergeCategories(actor, b.id, c.id)
  expect(await findMovedCategory('a')).toEqual({ slug: 'c' })
  expect(await findMovedCategory('b')).toEqual({ slug: 'c' })
})

test('a merge deletes the SEO entry of the category that goes and keeps that of the other', async () => {
  const { id: actor } = await manager()
  const [from, into] = [await makeCategory(), await makeCategory()]
  for (const { id } of [from, into]) {
    await db
      .insertInto('seo_metadata')
      .values({ entity_type: 'CATEGORY', entity_id: id, meta_title: 'Bought once' })
      .execute()
  }
  expect((await describeMerge(from.id, into.slug))!.from.has_seo).toBe(true)
  await mergeCategories(actor, from.id, into.id)
  expect(await db.selectFrom('seo_metadata').select('entity_id').execute()).toEqual([{ entity_id: into.id }])
})

test('a category is not merged into itself, below itself, onto a third level or into one that is gone', async () => {
  const { id: actor } = await manager()
  const [top, other] = [await makeCategory(), await makeCategory()]
  const child = await makeCategory({ parent_id: top.id })
  const nephew = await makeCategory({ parent_id: other.id })
  const deal = await makeDeal({ category_id: top.id })
  const refused = { outcome: 'refused', reason: expect.any(String) }
  for (const into of [top.id, child.id, nephew.id, randomUUID()]) {
    expect(await mergeCategories(actor, top.id, into)).toEqual(refused)
  }
  expect(await mergeCategories(actor, randomUUID(), top.id)).toEqual({ outcome: 'missing' })
  expect(await categoryOf(deal.id)).toBe(top.id)
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])

  expect(await describeMerge(top.id, child.slug)).toMatchObject({ problem: expect.any(String), canSwap: true })
  expect(await describeMerge(top.id, 'no-such-category')).toBeUndefined()
  expect(await mergeCategories(actor, child.id, top.id)).toEqual({ outcome: 'merged' })
  expect(await mergeCategories(actor, top.id, nephew.id)).toEqual({ outcome: 'merged' })
})

test('categories are merged only by a form that confirms it', async () => {
  const [staff, { id }, into] = [await manager(), await makeCategory(), await makeCategory()]
  const send = async (form: Record<string, string>) => {
    const request = await requestAs(staff, `/admin/categories/${id}/merge?into=${into.slug}`, form)
    return action({ request, params: { id }, context: {} } as never)
  }
  expect(await send({ into: into.id })).toMatchObject({
    init: { status: 400 },
    data: { error: { sure: ['Confirm that these two are the same category.'] } },
  })
  expect(await isThere(id)).toBe(true)
  expect(await send({ into: into.id, sure: 'on' })).toMatchObject({ status: 303 })
  expect(await isThere(id)).toBe(false)
})

test('only possible categories are offered to merge into', () => {
  const categories = [
    { id: 'apps', parent_id: null },
    { id: 'ios', parent_id: 'apps' },
    { id: 'books', parent_id: null },
    { id: 'novels', parent_id: 'books' },
  ]
  const offered = (id: string) => listMergeTargets(categories, id).map((one) => one.id)
  expect(offered('apps')).toEqual(['books'])
  expect(offered('ios')).toEqual(['apps', 'books', 'novels'])
})

test('a category with more deals than one transaction can move is not merged', () => {
  const side = (id: string, deals: number): MergeSide => ({
    id,
    name: id,
    full_name: id,
    slug: id,
    parent: null,
    parent_id: null,
    category_path: [id],
    deals,
    subcategories: 0,
    has_seo: false,
    former_slugs: [],
  })
  expect(reasonAgainst(side('from', MERGE_MAX), side('into', 1_000_000))).toBeUndefined()
  expect(reasonAgainst(side('from', MERGE_MAX + 1), side('into', 0))).toContain('more than 10,000 deals')
})

test('of two people who merge two categories into each other, one is told, and no deal is lost', async () => {
  const [{ id: one }, { id: two }] = [await manager(), await manager()]
  const { id: platform_id } = await makePlatform()
  for (let round = 0; round < ROUNDS; round++) {
    const [a, b] = [await makeCategory(), await makeCategory()]
    const deals = [
      await makeDeal({ category_id: a.id, platform_id }),
      await makeDeal({ category_id: b.id, platform_id }),
    ]
    const outcomes = await Promise.all([mergeCategories(one, a.id, b.id), mergeCategories(two, b.id, a.id)])
    expect(outcomes.filter(({ outcome }) => outcome === 'merged')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
    const left = (await isThere(a.id)) ? a : b
    for (const { id } of deals) expect(await categoryOf(id)).toBe(left.id)
  }
})

test('of two people who merge a category into different ones, the second finds it gone', async () => {
  const [{ id: one }, { id: two }] = [await manager(), await manager()]
  for (let round = 0; round < ROUNDS; round++) {
    const [from, a, b] = [await makeCategory(), await makeCategory(), await makeCategory()]
    const outcomes = await Promise.all([mergeCategories(one, from.id, a.id), mergeCategories(two, from.id, b.id)])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['merged', 'missing'])
    const winner = outcomes[0]!.outcome === 'merged' ? a : b
    expect(await findMovedCategory(from.slug)).toEqual({ slug: winner.slug })
  }
})

test('a deal saved into a category while it is merged moves along or is rejected at its category', async () => {
  const staff = await manager()
  const { id: platform_id } = await makePlatform()
  const { id: elsewhere } = await makeCategory()
  for (let round = 0; round < ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const [created, moved] = [randomUUID(), randomUUID()]
    const form = formOf(elsewhere, platform_id)
    await createDeal(staff, moved, form)
    const [merged, ofNew, ofMoved] = await Promise.all([
      mergeCategories(staff.id, from.id, into.id),
      createDeal(staff, created, formOf(from.id, platform_id)),
      saveDeal(staff, moved, { form: { ...form, category_id: from.id }, version: 1 }),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    const rejected = { outcome: 'rejected', field: 'category_id' }
    if (ofNew.outcome === 'created') expect(await categoryOf(created)).toBe(into.id)
    else expect(ofNew).toEqual(rejected)
    if (ofMoved.outcome === 'saved') expect(await categoryOf(moved)).toBe(into.id)
    else expect([ofMoved, await categoryOf(moved)]).toEqual([rejected, elsewhere])
  }
})

test('a form of a deal that was opened before its category was merged is rejected at the category', async () => {
  const staff = await manager()
  const [from, into] = [await makeCategory(), await makeCategory()]
  const [id, form] = [randomUUID(), formOf(from.id, (await makePlatform()).id)]
  await createDeal(staff, id, form)
  await mergeCategories(staff.id, from.id, into.id)
  expect(await saveDeal(staff, id, { form: { ...form, summary: 'Edited' }, version: 1 })).toEqual({
    outcome: 'rejected',
    field: 'category_id',
  })
  const chosen = { ...form, summary: 'Edited', category_id: into.id }
  expect(await saveDeal(staff, id, { form: chosen, version: 1 })).toEqual({ outcome: 'saved' })
})

test('a subcategory saved below a category while it is merged moves along or is rejected at its parent', async () => {
  const { id: actor } = await manager()
  for (let round = 0; round < ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const name = `Child ${randomUUID()}`
    const [merged, saved] = await Promise.all([
      mergeCategories(actor, from.id, into.id),
      saveCategory(actor, undefined, { ...blank, name, slug: null, parent_slug: from.slug }, ''),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    if ('id' in saved!) expect((await findManagedCategory(saved.id))!.parent_slug).toBe(into.slug)
    else expect(saved).toMatchObject({ fieldErrors: { parent_slug: [expect.any(String)] } })
  }
})

test('a bulk action that sets a category while it is merged leaves no deal in the merged one', async () => {
  const actor = await manager()
  const { id: platform_id } = await makePlatform()
  for (let round = 0; round < ROUNDS; round++) {
    const [from, into] = [await makeCategory(), await makeCategory()]
    const deals = [await makeDeal({ platform_id }), await makeDeal({ platform_id, category_id: from.id })]
    const target = { search: DEFAULT_MANAGE_SEARCH, ids: deals.map(({ id }) => id) }
    const [merged, started] = await Promise.all([
      mergeCategories(actor.id, from.id, into.id),
      startBulk(actor, { verb: 'set-category', to_category_id: from.id, category: from.name }, target, 2),
    ])
    expect(merged).toEqual({ outcome: 'merged' })
    expect(await categoryOf(deals[1]!.id)).toBe(into.id)
    const expected = started.outcome === 'no-category' ? deals[0]!.category_id : into.id
    expect(await categoryOf(deals[0]!.id)).toBe(expected)
  }
})
