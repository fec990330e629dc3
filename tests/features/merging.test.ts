import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { TaxonomyNames } from '~/features/staff/csv-import/check-row.server'
import { importCategories } from '~/features/staff/csv-import/import-taxonomies.server'
import { describeMerge, findProblem, findRow, listOthers, mergeRecords } from '~/features/staff/merging/merge.server'
import { MERGE_SPECS } from '~/features/staff/merging/merge-kinds.server'
import { MERGE_KINDS, type MergeKindName, mergePath } from '~/features/staff/merging/merging'
import { loader as categoryPage } from '~/routes/admin.categories.$id/route'
import { loader as dealPage } from '~/routes/admin.deals.$id/route'
import { action, loader } from '~/routes/admin.merge.$kind.$id/route'
import { withFile } from '../csv-files'
import { makeCategory, makeDeal, makeReview } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, requestAs } from '../requests'
import { makeSuggestion } from '../staff-factories'
import { makeStaff } from '../waiting-items'

async function finders() {
  const names = await TaxonomyNames.load()
  return {
    category: (name: string) => names.find('category', name),
    platform: (name: string) => names.find('platform', name),
  }
}

const REFUSED = { outcome: 'refused', reason: expect.any(String) }
const makeAdmin = () => makeStaff('ADMIN')

/** A record of each kind, with a deal of its own. */
async function makeRecord(kind: MergeKindName, name = `Tool ${randomUUID()}`) {
  const category = await makeCategory({ name, slug: `slug-${randomUUID()}` })
  const values = { title: name, vendor_name: name, category_id: category.id }
  const deal = await makeDeal({ ...values, ...productKeys({ ...values, cta_url: `https://${randomUUID()}.example/` }) })
  const ids = { deal: deal.id, product: deal.product_id, vendor: deal.vendor_id, category: category.id }
  await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  return { id: ids[kind], deal, name }
}

const isThere = async (kind: MergeKindName, id: string) => (await findRow(db, MERGE_SPECS[kind], id)) !== undefined

/** How many approved reviews are on the deals of a record. */
async function countReviews(kind: MergeKindName, id: string) {
  const column = sql.ref(kind === 'deal' ? 'id' : `${kind}_id`)
  const { rows } = await sql<{ reviews: number }>`
    select coalesce(sum(review_count), 0)::int as reviews from deals where ${column} = ${id}`.execute(db)
  return rows[0]!.reviews
}

test.each(MERGE_KINDS)(
  'a merge of a %s moves, combines or deletes the rows of every table that refers to it',
  async (kind) => {
    const { table, moves, combines, leaves } = MERGE_SPECS[kind]
    const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = ${table}::regclass`.execute(db)
    const handled = new Set([...moves.map(([moved]) => moved), ...combines, ...leaves])
    expect(rows.map((row) => row.table).sort()).toEqual([...handled].sort())
  },
)

test.each(MERGE_KINDS)(
  'when two people merge a %s and another into each other, one succeeds and nothing is lost',
  async (kind) => {
    const [one, two] = [await makeAdmin(), await makeAdmin()]
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const [a, b] = [await makeRecord(kind), await makeRecord(kind)]
      const outcomes = await Promise.all([mergeRecords(one, kind, a.id, b.id), mergeRecords(two, kind, b.id, a.id)])
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['merged', 'refused'])
      expect(outcomes).toContainEqual({ outcome: 'refused', reason: `The ${kind} that would stay no longer exists.` })
      const [left, gone] = (await isThere(kind, a.id)) ? [a, b] : [b, a]
      expect(await isThere(kind, gone.id)).toBe(false)
      expect(await countReviews(kind, left.id)).toBe(2)
      const offers = await db
        .selectFrom('deals')
        .select('is_current')
        .where('product_id', '=', left.deal.product_id)
        .execute()
      expect(offers.filter(({ is_current }) => is_current)).toHaveLength(1)
    }
  },
)

test.each(MERGE_KINDS)(
  'when two people merge a %s at the same time, the second gets that it is merged or missing',
  async (kind) => {
    const [one, two] = [await makeAdmin(), await makeAdmin()]
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const [from, a, b, c] = [
        await makeRecord(kind),
        await makeRecord(kind),
        await makeRecord(kind),
        await makeRecord(kind),
      ]
      const same = await Promise.all([one, two].map((person) => mergeRecords(person, kind, from.id, a.id)))
      expect(same.map(({ outcome }) => outcome).sort()).toEqual(['already', 'merged'])
      const different = await Promise.all([mergeRecords(one, kind, a.id, b.id), mergeRecords(two, kind, a.id, c.id)])
      expect(different.map(({ outcome }) => outcome).sort()).toEqual(['merged', 'missing'])
      const [into, other] = different[0]!.outcome === 'merged' ? [b, c] : [c, b]
      expect([await countReviews(kind, into.id), await countReviews(kind, other.id)]).toEqual([3, 1])
    }
  },
)

test.each(MERGE_KINDS)(
  'a %s is not merged into itself or a missing one, and a missing one is not merged',
  async (kind) => {
    const [admin, { id }] = [await makeAdmin(), await makeRecord(kind)]
    const itself = `A ${kind} cannot be merged into itself.`
    expect(await mergeRecords(admin, kind, id, id)).toEqual({ outcome: 'refused', reason: itself })
    expect(await mergeRecords(admin, kind, id, randomUUID())).toEqual(REFUSED)
    expect(await mergeRecords(admin, kind, randomUUID(), id)).toEqual({ outcome: 'missing' })
    expect(await describeMerge(admin, kind, id, 'no-id')).toBeUndefined()
    expect(await describeMerge(admin, kind, id, randomUUID())).toBeUndefined()
    expect((await describeMerge(admin, kind, id, id))!.problem).toBe(itself)
    expect(await isThere(kind, id)).toBe(true)
    expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
  },
)

test.each(['deal', 'vendor', 'category'] as const)(
  'redirects of a merged %s move on when the remaining one is merged too',
  async (kind) => {
    const [admin, a, b, c] = [await makeAdmin(), await makeRecord(kind), await makeRecord(kind), await makeRecord(kind)]
    const slugs = [
      (await findRow(db, MERGE_SPECS[kind], a.id))!.slug,
      (await findRow(db, MERGE_SPECS[kind], b.id))!.slug,
    ]
    await mergeRecords(admin, kind, a.id, b.id)
    await mergeRecords(admin, kind, b.id, c.id)
    const { slugs: addresses, slug } = (await findRow(db, MERGE_SPECS[kind], c.id))!
    expect(addresses.sort()).toEqual([...slugs, slug].sort())
  },
)

test.each([
  ['product', 1_000, 'has more than 1,000 offers. Keep it'],
  ['vendor', 10_000, 'has more than 10,000 deals. Keep it'],
  ['category', 10_000, 'has more than 10,000 deals. Set the category'],
] as const)('a %s with more than %i rows to move can only be the one that stays', async (kind, max, reason) => {
  const [from, into] = [await makeRecord(kind), await makeRecord(kind)]
  const [small, large] = [await findRow(db, MERGE_SPECS[kind], from.id), await findRow(db, MERGE_SPECS[kind], into.id)]
  const filled = (count: number) => ({ ...large!, counts: { [MERGE_SPECS[kind].limit!.count]: count } })
  expect(findProblem(MERGE_SPECS[kind], filled(max), small!)).toBeUndefined()
  expect(findProblem(MERGE_SPECS[kind], filled(max + 1), small!)).toContain(reason)
  expect(findProblem(MERGE_SPECS[kind], small!, filled(max + 1))).toBeUndefined()
})

test.each(MERGE_KINDS)(
  'a manager sees of two records of the kind %s that only admins can merge them, and the form answers 403',
  async (kind) => {
    const [manager, from, into] = [await makeStaff(), await makeRecord(kind), await makeRecord(kind)]
    expect(await describeMerge(manager, kind, from.id, into.id)).toMatchObject({
      problem: expect.stringContaining('Only admins'),
      canSwap: false,
    })
    expect(await sendMerge(manager, kind, from.id, into.id)).toMatchObject({ status: 403 })
    expect(await isThere(kind, from.id)).toBe(true)
    expect(await countReviews(kind, into.id)).toBe(1)
  },
)

async function sendMerge(user: { id: string }, kind: MergeKindName, id: string, into: string) {
  const request = await requestAs(user, mergePath(kind, id), { into, sure: 'on' })
  return answer(action({ request, params: { kind, id }, context: {} } as never))
}

test('the page of a record links to its merge for staff who may merge it', async () => {
  const [manager, admin] = [await makeStaff(), await makeAdmin()]
  const [deal, category] = [await makeDeal(), await makeCategory()]
  await makeDeal({ product_id: deal.product_id })
  const ofDeal = async (user: typeof manager) => {
    const request = await requestAs(user, `/admin/deals/${deal.id}`)
    return (await dealPage({ request, params: { id: deal.id }, context: {} } as never)).mayMerge
  }
  expect([await ofDeal(manager), await ofDeal(admin)]).toEqual([false, true])
  const ofCategory = async (user: typeof manager) => {
    const request = await requestAs(user, `/admin/categories/${category.id}`)
    return (await categoryPage({ request, params: { id: category.id }, context: {} } as never)).mayMerge
  }
  expect([await ofCategory(manager), await ofCategory(admin)]).toEqual([false, true])
})

test('a merge is confirmed in its form', async () => {
  const [admin, from, into] = [await makeAdmin(), await makeRecord('category'), await makeRecord('category')]
  const params = { kind: 'category', id: from.id }
  const path = mergePath('category', from.id, { into: into.id })
  const send = async (form: Record<string, string>) => {
    const request = await requestAs(admin, path, form)
    return answer(action({ request, params, context: {} } as never))
  }
  expect(await send({ into: into.id })).toMatchObject({
    init: { status: 400 },
    data: { error: { sure: ['Confirm that these two are the same category.'] } },
  })
  expect(await isThere('category', from.id)).toBe(true)
  expect(await send({ into: into.id, sure: 'on' })).toMatchObject({ status: 303 })
  expect(await isThere('category', from.id)).toBe(false)
  const again = (await send({ into: into.id, sure: 'on' })) as Response
  expect(again.headers.get('Location')).toBe(`/admin/categories/${into.id}`)
})

test.each(MERGE_KINDS)('the other %s is found by a part of its name in any case, or by its slug', async (kind) => {
  const [admin, mine] = [await makeAdmin(), await makeRecord(kind, 'Quillstack')]
  const other = await makeRecord(kind, 'Inkwell 100% Pro')
  await makeRecord(kind, 'Murmurist')
  const find = async (q: string) => {
    const request = await requestAs(admin, mergePath(kind, mine.id, { q }))
    const page = await loader({ request, params: { kind, id: mine.id }, context: {} } as never)
    return page.found.map(({ id }) => id)
  }
  const { slug } = (await findRow(db, MERGE_SPECS[kind], other.id))!
  for (const words of ['INKWELL', 'well 100', '100%', slug]) expect(await find(words)).toEqual([other.id])
  expect(await find('0%0')).toEqual([])
  expect(await find('quillstack')).toEqual([])
})

test('a product that may be the same is offered without words', async () => {
  const [mine, other] = [await makeRecord('product', 'Quillstack'), await makeRecord('product', 'Inkwell')]
  expect(await listOthers('product', mine.id, '')).toEqual([])
  await makeSuggestion(mine.id, other.id)
  expect(await listOthers('product', mine.id, '')).toEqual([
    { id: other.id, name: 'Inkwell', note: 'Inkwell', counts: '1 offer, 1 open, 1 review' },
  ])
})

test('a vendor is found by a name under which imports find it', async () => {
  const [admin, mine, other] = [await makeAdmin(), await makeRecord('vendor'), await makeRecord('vendor', 'Halden')]
  await mergeRecords(admin, 'vendor', (await makeRecord('vendor', 'Moorline')).id, other.id)
  expect((await listOthers('vendor', mine.id, 'Moorline Inc.')).map(({ id }) => id)).toEqual([other.id])
})

test('an import finds a merged category and a renamed platform by their former slugs and names', async () => {
  const [admin, into] = [await makeAdmin(), await makeCategory({ name: 'Film', slug: 'film' })]
  const from = await makeCategory({ name: 'Video', slug: 'video' })
  const child = await makeCategory({ name: 'Subtitles', slug: 'subtitles', parent_id: from.id })
  await mergeRecords(admin, 'category', from.id, into.id)
  const { platform_id } = await makeDeal()
  await db
    .updateTable('platforms')
    .set({ name: 'Stackyard', slug: 'stackyard' })
    .where('id', '=', platform_id)
    .execute()
  await db
    .updateTable('platforms')
    .set({ name: 'Dealmarket', slug: 'dealmarket' })
    .where('id', '=', platform_id)
    .execute()
  const { category, platform } = await finders()
  expect(['video', 'VIDEO', 'film', 'Film'].map(category)).toEqual(Array(4).fill(into.id))
  expect(['Video / Subtitles', 'film / subtitles'].map(category)).toEqual([child.id, child.id])
  expect(['stackyard', 'Stackyard', 'dealmarket'].map(platform)).toEqual(Array(3).fill(platform_id))

  const csv = 'name,slug,parent_slug\nTrailers,trailers,video\n'
  expect(await withFile(csv, (file) => importCategories(file, () => {}))).toMatchObject({ created: 1, failed: 0 })
  const trailers = await db.selectFrom('categories').select('parent_id').where('slug', '=', 'trailers').execute()
  expect(trailers).toEqual([{ parent_id: into.id }])
})

test('an import prefers an existing category over a former name, and finds none for a name of two merged ones', async () => {
  const [admin, into, other] = [await makeAdmin(), await makeCategory(), await makeCategory()]
  const first = await makeCategory({ name: 'Video', slug: 'video' })
  await mergeRecords(admin, 'category', first.id, into.id)
  const second = await makeCategory({ name: 'Video', slug: 'video-tools' })
  expect((await finders()).category('Video')).toBe(second.id)
  await mergeRecords(admin, 'category', second.id, other.id)
  const { category } = await finders()
  expect(['Video', 'video', 'video-tools'].map(category)).toEqual([undefined, into.id, other.id])
})
