import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { insertClicks } from '~/features/audience/clicks/clicks.server'
import { findMovedCategory } from '~/features/catalog/categories/categories.server'
import { CATEGORY } from '~/features/catalog/categories/category-record.server'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { findMovedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { submitComment } from '~/features/contributions/comments/comments.server'
import { findOwnReview } from '~/features/contributions/reviews/own-review.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { listDealClicks, periodOf } from '~/features/staff/analytics/click-metrics.server'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { TaxonomyNames } from '~/features/staff/csv-import/check-row.server'
import { importCategories } from '~/features/staff/csv-import/import-taxonomies.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { describeMerge, findProblem, findRow, listOthers, mergeRecords } from '~/features/staff/merging/merge.server'
import { MERGE_SPECS } from '~/features/staff/merging/merge-kinds.server'
import { MERGE_KINDS, type MergeKindName, mergePath } from '~/features/staff/merging/merging'
import { loader as categoryPage } from '~/routes/admin.categories.$id/route'
import { loader as dealPage } from '~/routes/admin.deals.$id/route'
import { action, loader } from '~/routes/admin.merge.$kind.$id/route'
import { loader as picture } from '~/routes/og.deals.$slug[.]png'
import { withFile } from '../csv-files'
import {
  insertDeal,
  makeAvailabilityReport,
  makeBookmark,
  makeCategory,
  makeChangeLog,
  makeComment,
  makeDeal,
  makeFollowUp,
  makePlatform,
  makeProduct,
  makeProfile,
  makeQuestion,
  makeReview,
  makeReviewVersion,
} from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, requestAs } from '../requests'
import { makeClicks, makeDealAlert, makeSeoEntry, makeSuggestion } from '../staff-factories'
import { dealForm } from '../unstated-terms'
import { decideOn, makeStaff, waitingItem } from '../waiting-items'

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

const reload = (id: string) => db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirst()

const pricesOf = async (deal_id: string) => {
  const points = db.selectFrom('deal_price_points').select('deal_price').where('deal_id', '=', deal_id)
  return (await points.orderBy('recorded_at').orderBy('id').execute()).map(({ deal_price }) => deal_price)
}

/** The counts of a deal beside a recount of its rows. */
async function recount(id: string) {
  const { rows } = await sql<{ kept: unknown; counted: unknown }>`
    select
      jsonb_build_array(review_count, rating_sum, comment_count, change_count) as kept,
      jsonb_build_array(
        (select count(*) from shown_reviews where deal_id = deals.id),
        (select coalesce(sum(rating), 0) from shown_reviews where deal_id = deals.id),
        (select count(*) from comments where deal_id = deals.id and status = 'APPROVED'),
        (select count(*) from change_logs where deal_id = deals.id and status = 'APPROVED')) as counted
    from deals where id = ${id}`.execute(db)
  return rows[0]!
}

test('reviews, comments, changes, bookmarks, clicks and prices move, and the counts equal a recount', async () => {
  const admin = await makeAdmin()
  const [ada, ben, cyd] = [await makeProfile(), await makeProfile(), await makeProfile()]
  const from = await makeDeal({
    title: 'Rankfield lifetime deal',
    slug: 'rankfield-lifetime-deal',
    deal_price: '69.00',
  })
  const into = await makeDeal({ title: 'Rankfield', slug: 'rankfield', deal_price: '59.00' })
  await db.updateTable('deals').set({ slug: 'rankfield-ltd' }).where('id', '=', from.id).execute()
  const approved = { status: 'APPROVED' as const }
  const ofAda = { ...approved, user_id: ada.id }
  const older = await makeReview({ ...ofAda, deal_id: into.id, rating: 2, created_at: '2025-01-01' })
  const newer = await makeReview({ ...ofAda, deal_id: from.id, rating: 5, created_at: '2026-01-01' })
  await makeReview({ ...approved, deal_id: from.id, user_id: ben.id, rating: 4 })
  const rejected = await makeReview({ status: 'REJECTED', deal_id: from.id, user_id: cyd.id, created_at: '2026-02-01' })
  const accepted = await makeReview({
    ...approved,
    deal_id: into.id,
    user_id: cyd.id,
    rating: 3,
    created_at: '2025-02-01',
  })
  const pending = await makeReview({ deal_id: from.id })
  await makeComment({ ...approved, deal_id: from.id })
  await makeChangeLog({ ...approved, deal_id: from.id })
  await makeChangeLog({ ...approved, deal_id: into.id })
  await makeBookmark({ user_id: ada.id, deal_id: from.id, created_at: '2025-03-01' })
  await makeBookmark({ user_id: ada.id, deal_id: into.id, created_at: '2026-03-01' })
  await makeBookmark({ user_id: ben.id, deal_id: from.id, created_at: '2025-04-01' })
  await makeClicks(2, { deal_id: from.id })
  await makeClicks(1, { deal_id: into.id })
  const described = await describeMerge(admin, 'deal', from.id, into.id)
  expect(described).toMatchObject({ problem: undefined, canSwap: true })
  expect(described!.from.counts).toBe('4 reviews, 1 comment, 1 change report, 2 bookmarks, 1 price point, 2 clicks')
  expect(described!.says[2]).toBe(
    '/deals/rankfield-ltd and /deals/rankfield-lifetime-deal redirect to /deals/rankfield.',
  )

  expect(await mergeRecords(admin, 'deal', from.id, into.id)).toEqual({ outcome: 'merged' })
  expect(await reload(from.id)).toBeUndefined()
  const { kept, counted } = await recount(into.id)
  expect(kept).toEqual(counted)
  expect(kept).toEqual([3, 12, 1, 2])
  const reviews = await db.selectFrom('reviews').select('id').where('deal_id', '=', into.id).execute()
  const [bens] = await db.selectFrom('reviews').select('id').where('user_id', '=', ben.id).execute()
  expect(reviews.map(({ id }) => id).sort()).toEqual([newer.id, bens!.id, accepted.id, pending.id].sort())
  const versions = await db.selectFrom('review_versions').select(['id', 'review_id', 'rating', 'status']).execute()
  expect(versions).toHaveLength(6)
  expect(versions).toContainEqual({ id: older.id, review_id: newer.id, rating: 2, status: 'APPROVED' })
  expect(versions).toContainEqual({ id: rejected.id, review_id: accepted.id, rating: 5, status: 'REJECTED' })
  const bookmarks = await db.selectFrom('bookmarks').select(['user_id', 'created_at']).orderBy('created_at').execute()
  expect(bookmarks).toEqual([
    { user_id: ada.id, created_at: new Date('2025-03-01') },
    { user_id: ben.id, created_at: new Date('2025-04-01') },
  ])
  const waiting = await db
    .selectFrom('moderation_items')
    .select(['id', 'deal_id'])
    .where('status', '=', 'PENDING')
    .execute()
  expect(waiting).toEqual([{ id: pending.id, deal_id: into.id }])

  expect(await listDealClicks(periodOf('all'), 10)).toMatchObject([{ slug: into.slug, clicks: 3 }])
  const { rows: karma } = await sql`
    select id from profiles where karma <> (select coalesce(sum(amount), 0) from karma_events where user_id = profiles.id)`.execute(
    db,
  )
  expect(karma).toEqual([])
  expect(await pricesOf(into.id)).toEqual(['69.00', '59.00'])
  expect(await findMovedDeal('rankfield-ltd')).toEqual({ slug: 'rankfield' })
  expect(await findMovedDeal('rankfield-lifetime-deal')).toEqual({ slug: 'rankfield' })
})

test('the last price point of the remaining deal is its price, even if the merged deal changed later', async () => {
  const admin = await makeAdmin()
  const into = await makeDeal({ deal_price: '59.00' })
  const from = await makeDeal({ deal_price: '79.00' })
  await mergeRecords(admin, 'deal', from.id, into.id)
  expect(await pricesOf(into.id)).toEqual(['59.00', '79.00', '59.00'])

  const priceless = [await makeDeal(), await makeDeal()] as const
  await mergeRecords(admin, 'deal', priceless[0].id, priceless[1].id)
  expect(await pricesOf(priceless[1].id)).toEqual([])
})

test("one pending report per member and one alert per kind remain, and alerts about the merged deal's link are deleted", async () => {
  const admin = await makeAdmin()
  const ada = await makeProfile()
  const [from, into] = [await makeDeal(), await makeDeal()]
  for (const deal_id of [from.id, into.id]) {
    await makeAvailabilityReport({ deal_id, user_id: ada.id })
    await makeDealAlert({ deal_id, kind: 'ENDED_REPORTS' })
  }
  await makeDealAlert({ deal_id: from.id, kind: 'BROKEN_LINK' })
  await makeAvailabilityReport({ deal_id: from.id })
  expect((await mergeRecords(admin, 'deal', from.id, into.id)).outcome).toBe('merged')
  const reports = await db.selectFrom('availability_reports').select('deal_id').execute()
  expect(reports).toEqual([{ deal_id: into.id }, { deal_id: into.id }])
  const alerts = await db.selectFrom('deal_alerts').select(['deal_id', 'kind']).execute()
  expect(alerts).toEqual([{ deal_id: into.id, kind: 'ENDED_REPORTS' }])
})

test('the deal that stays was confirmed on the newer day of the two, if either was', async () => {
  const confirmed = (day: string | null) =>
    makeDeal({ start_date: '2024-01-01', found_on: day, created_at: new Date('2024-01-01') })
  const [none, older, newer] = [await confirmed(null), await confirmed('2025-02-01'), await confirmed('2025-06-01')]
  const admin = await makeAdmin()
  for (const [gone, into, day] of [
    [older, none, '2025-02-01'],
    [newer, none, '2025-06-01'],
    [await confirmed('2025-01-01'), none, '2025-06-01'],
    [await confirmed(null), none, '2025-06-01'],
    [await confirmed(null), await confirmed(null), null],
  ] as const) {
    expect((await mergeRecords(admin, 'deal', gone.id, into.id)).outcome).toBe('merged')
    expect(await reload(into.id)).toMatchObject({ confirmed_on: day })
  }
})

test('a public deal cannot be merged into a draft, and a merged draft leaves no redirect', async () => {
  const admin = await makeAdmin()
  const [deal, draft] = [await makeDeal(), await makeDeal({ published: false })]
  expect(await mergeRecords(admin, 'deal', deal.id, draft.id)).toMatchObject({ outcome: 'refused' })
  expect((await mergeRecords(admin, 'deal', draft.id, deal.id)).outcome).toBe('merged')
  expect(await findMovedDeal(draft.slug)).toBeUndefined()
})

test('a comment posted during a merge moves or is rejected because the deal is gone', async () => {
  const admin = await makeAdmin()
  for (let round = 0; round < 15; round++) {
    const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
    const [posted, merged] = await Promise.all([
      submitComment(author.id, from.id, 'Does it import from a spreadsheet?'),
      mergeRecords(admin, 'deal', from.id, into.id),
    ])
    expect(merged.outcome).toBe('merged')
    const moved = await db.selectFrom('comments').select('id').where('deal_id', '=', into.id).execute()
    expect(moved).toHaveLength(posted === 'submitted' ? 1 : 0)
    expect(['submitted', 'missing']).toContain(posted)
  }
})

async function merge(from: { id: string }, into: { id: string }) {
  expect(await mergeRecords(await makeAdmin(), 'deal', from.id, into.id)).toEqual({ outcome: 'merged' })
}

test('a click that waited for the merge of its deal counts for the remaining deal', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const keys = { visitor_key: randomBytes(16), repeat_key: randomBytes(16) }
  await insertClicks([{ deal_id: from.id, user_id: null, referrer: null, link: null, ...keys }])
  const clicks = await db
    .selectFrom('click_events')
    .innerJoin('click_targets', 'click_targets.id', 'click_events.deal_id')
    .select('click_targets.deal_id')
    .execute()
  expect(clicks).toEqual([{ deal_id: into.id }])
})

test('the picture of a merged deal redirects to the picture of the remaining deal', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  await merge(from, into)
  const request = await requestAs(null, `/og/deals/${from.slug}.png`)
  const moved = (await answer(picture({ request, params: { slug: from.slug }, context: {} }))) as Response
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/og/deals/${into.slug}.png`])
})

test('the data download contains the earlier version of a review that a merge replaced, for its author only', async () => {
  const [from, into, author, other] = [await makeDeal(), await makeDeal(), await makeProfile(), await makeProfile()]
  await makeReview({ deal_id: from.id, user_id: author.id, body: 'Said first', created_at: '2025-01-01' })
  await makeReview({ deal_id: into.id, user_id: author.id, body: 'Said later', created_at: '2026-01-01' })
  await merge(from, into)
  expect(await exportPersonalData(author.id)).toMatchObject({
    reviews: [{ body: 'Said later' }, { body: 'Said first', slug: into.slug }],
  })
  expect((await exportPersonalData(other.id)).reviews).toEqual([])
})

test('a pending edit moves with its review to the remaining deal and can be approved there', async () => {
  const [from, into, staff] = [await makeDeal(), await makeDeal(), await makeStaff()]
  const review = await makeReview({ deal_id: from.id, status: 'APPROVED', rating: 5 })
  const edit = await makeReviewVersion({ review, rating: 2, body: 'Said better' })
  await merge(from, into)
  expect(await waitingItem(edit.id)).toMatchObject({ deal_id: into.id })
  expect(await decideOn('review', staff, edit.id)).toMatchObject({ is: 'done' })
  expect(await db.selectFrom('shown_reviews').select(['deal_id', 'body']).execute()).toEqual([
    { deal_id: into.id, body: 'Said better' },
  ])
  const { review_count, rating_sum } = await db
    .selectFrom('deals')
    .select(['review_count', 'rating_sum'])
    .where('id', '=', into.id)
    .executeTakeFirstOrThrow()
  expect([review_count, rating_sum]).toEqual([1, 2])
})

test('the texts of a review that a merge replaces move to the remaining review and are no longer pending', async () => {
  const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
  const given = { user_id: author.id, status: 'APPROVED' as const }
  const older = await makeReview({ ...given, deal_id: from.id, created_at: '2025-01-01', body: 'Said first' })
  const newer = await makeReview({ ...given, deal_id: into.id, created_at: '2026-01-01', body: 'Said later' })
  const rejected = await makeReviewVersion({ review: older, status: 'REJECTED', body: 'Said badly' })
  const replaced = await makeReviewVersion({ review: older, body: 'Said better' })
  const waiting = await makeReviewVersion({ review: newer, body: 'Said last' })
  await merge(from, into)
  const texts = await db.selectFrom('review_versions').select(['id', 'review_id', 'deal_id', 'status']).execute()
  expect(texts).toHaveLength(5)
  for (const { id } of [older, newer, rejected, replaced, waiting]) {
    expect(texts).toContainEqual({ id, review_id: newer.id, deal_id: into.id, status: expect.any(String) })
  }
  expect(await db.selectFrom('shown_reviews').select(['id', 'body']).execute()).toEqual([
    { id: newer.id, body: 'Said later' },
  ])
  const { reviews } = await exportPersonalData(author.id)
  const said = ['Said badly', 'Said better', 'Said first', 'Said last', 'Said later']
  expect(reviews.map(({ body }) => body).sort()).toEqual(said)
  expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([
    { id: waiting.id },
  ])
})

test('follow-up answers and questions of a replaced review move to the remaining one, at most one per interval', async () => {
  const [from, into, author] = [await makeDeal(), await makeDeal(), await makeProfile()]
  const given = { user_id: author.id, status: 'APPROVED' as const }
  const older = await makeReview({ ...given, deal_id: from.id, created_at: '2024-01-01', rating: 5 })
  const newer = await makeReview({ ...given, deal_id: into.id, created_at: '2024-02-01', rating: 4 })
  const half = await makeFollowUp({ review: older, months: 6, status: 'APPROVED', created_at: '2024-07-01' })
  const year = await makeFollowUp({
    review: older,
    months: 12,
    status: 'APPROVED',
    rating: 1,
    created_at: '2025-01-01',
  })
  await makeFollowUp({ review: newer, months: 12, body: 'Waits', created_at: '2025-02-01' })
  const [moved, left] = [
    await makeQuestion({ review: older, months: 6 }),
    await makeQuestion({ review: older, months: 12 }),
  ]
  const kept = await makeQuestion({ review: newer, months: 12 })
  await merge(from, into)

  const answers = await db.selectFrom('follow_ups').select(['id', 'review_id', 'deal_id']).orderBy('months').execute()
  expect(answers).toEqual([half, year].map(({ id }) => ({ id, review_id: newer.id, deal_id: into.id })))
  const questions = await db.selectFrom('follow_up_questions').select('id').orderBy('months').execute()
  expect(questions.map(({ id }) => id)).toEqual([moved.id, kept.id])
  expect(questions).not.toContainEqual({ id: left.id })
  expect((await exportPersonalData(author.id)).reviews.map(({ body }) => body)).toContain('Waits')
  expect((await findOwnReview(author.id, into.id)).review).toMatchObject({ is_edit: false, rating: 4 })
  expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([])
  const deal = await db.selectFrom('deals').select('rating_sum').where('id', '=', into.id).executeTakeFirst()
  expect(deal).toEqual({ rating_sum: 1 })
})

const offersOf = (product_id: string) =>
  db.selectFrom('deals').selectAll().where('product_id', '=', product_id).orderBy('start_date').execute()
const productOf = (id: string) => db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()

test('a merge moves every offer, leaves one current, and deletes the emptied product', async () => {
  const into = await makeDeal({ title: 'Murmurist', start_date: '2024-01-12' })
  const from = await makeDeal({ title: 'Murmurist AI', start_date: '2026-09-03', vendor_name: 'Vellum Audio' })
  const draft = await makeDeal({ product_id: from.product_id, published: false })
  await db.updateTable('products').set({ website_url: null }).execute()
  await db
    .updateTable('products')
    .set({ website_url: 'https://murmurist.example' })
    .where('id', '=', from.product_id)
    .execute()
  const admin = await makeAdmin()
  const described = await describeMerge(admin, 'product', from.product_id, into.product_id)
  expect(described).toMatchObject({ problem: undefined, canSwap: true })
  expect(described!.from).toMatchObject({ note: 'Vellum Audio', counts: '2 offers, 1 open, 0 reviews' })
  expect(described!.into).toMatchObject({ note: 'Northpane', counts: '1 offer, 1 open, 0 reviews' })
  expect(described!.says[0]).toBe('Moves to the product that stays: 2 offers, 1 open.')
  expect(described!.says.at(-1)).toBe('No address changes.')

  expect(await mergeRecords(admin, 'product', from.product_id, into.product_id)).toEqual({ outcome: 'merged' })
  const offers = await offersOf(into.product_id)
  expect(offers.map(({ id }) => id).sort()).toEqual([from.id, into.id, draft.id].sort())
  expect(offers.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([from.id])
  expect(offers.map(({ slug }) => slug).sort()).toEqual([from.slug, into.slug, draft.slug].sort())
  expect(offers.find(({ id }) => id === from.id)!.vendor_id).toBe(from.vendor_id)
  expect(await productOf(from.product_id)).toBeUndefined()
  expect(await productOf(into.product_id)).toMatchObject({
    name: 'Murmurist',
    vendor_id: into.vendor_id,
    website_url: 'https://murmurist.example',
  })
  const audit = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    actor_id: admin.id,
    action: 'product.merged',
    entity_type: 'product',
    entity_id: from.product_id,
    detail: { name: 'Murmurist AI', into: 'Murmurist', into_id: into.product_id, offers: 2, open: 1, reviews: 0 },
  })
})

test('a product without offers is merged too', async () => {
  const [from, into] = [await makeProduct(), await makeProduct()]
  expect(await mergeRecords(await makeAdmin(), 'product', from.id, into.id)).toEqual({ outcome: 'merged' })
  expect(await productOf(from.id)).toBeUndefined()
})

test('the remaining product keeps its own website', async () => {
  const [from, into] = [await makeDeal(), await makeDeal()]
  for (const { product_id } of [from, into]) {
    const website_url = `https://${product_id}.example`
    await db.updateTable('products').set({ website_url }).where('id', '=', product_id).execute()
  }
  await mergeRecords(await makeAdmin(), 'product', from.product_id, into.product_id)
  expect((await productOf(into.product_id))!.website_url).toBe(`https://${into.product_id}.example`)
})

test('an offer that is added or ends during a merge belongs to the remaining product, which has one current offer', async () => {
  const [category, platform, admin] = [await makeCategory(), await makePlatform(), await makeAdmin()]
  for (let round = 0; round < 12; round++) {
    const named = { title: `Tool ${round}`, vendor_name: `Vendor ${round}`, cta_url: `https://tool-${round}.example/` }
    const keys = { ...named, ...productKeys(named) }
    const [from, into] = [await makeDeal(keys), await makeDeal()]
    const start = { start_date: '2026-02-01', published: true, slug: randomUUID() }
    const row = { ...keys, ...start, category_id: category.id, platform_id: platform.id }
    const add = () => inTransaction((trx) => insertDeal(trx, row))
    const end = () =>
      inTransaction((trx) => trx.updateTable('deals').set({ status: 'EXPIRED' }).where('id', '=', from.id).execute())
    const merge = () => mergeRecords(admin, 'product', from.product_id, into.product_id)
    await Promise.all([merge, round < 6 ? add : end].sort(() => (round % 2 ? 1 : -1)).map((work) => work()))

    const offers = await offersOf(into.product_id)
    expect(offers).toHaveLength(round < 6 ? 3 : 2)
    const current = offers.filter(({ is_current }) => is_current).map(({ slug }) => slug)
    expect(current).toEqual([round < 6 ? row.slug : into.slug])
    expect(await productOf(from.product_id)).toBeUndefined()
  }
})

const offerBy = (vendor_name: string, title = `Tool ${randomUUID()}`) =>
  makeDeal({ title, vendor_name, ...productKeys({ title, vendor_name, cta_url: 'https://vendor.example/' }) })
const vendors = () => db.selectFrom('vendors').selectAll().orderBy('name').execute()

test('a merge moves deals, products and names, redirects every address and leaves the vendor names of deals unchanged', async () => {
  const from = await offerBy('Moorline')
  const into = await offerBy('Halden')
  await db.updateTable('vendors').set({ slug: 'moorline-labs' }).where('id', '=', from.vendor_id).execute()
  const admin = await makeAdmin()
  const described = await describeMerge(admin, 'vendor', from.vendor_id, into.vendor_id)
  expect(described!.problem).toBeUndefined()
  expect(described!.from.counts).toBe('1 deal, 1 product, 1 name for imports')
  expect(described!.says).toContain('/vendors/moorline-labs and /vendors/moorline redirect to /vendors/halden.')

  expect(await mergeRecords(admin, 'vendor', from.vendor_id, into.vendor_id)).toEqual({ outcome: 'merged' })
  const deals = await db.selectFrom('deals').select(['vendor_id', 'vendor_name']).orderBy('vendor_name').execute()
  expect(deals).toEqual([
    { vendor_id: into.vendor_id, vendor_name: 'Halden' },
    { vendor_id: into.vendor_id, vendor_name: 'Moorline' },
  ])
  const products = await db.selectFrom('products').select('vendor_id').execute()
  expect(products.map(({ vendor_id }) => vendor_id)).toEqual([into.vendor_id, into.vendor_id])
  const redirects = await db.selectFrom('vendor_redirects').selectAll().orderBy('slug').execute()
  expect(redirects).toEqual(['moorline', 'moorline-labs'].map((slug) => ({ slug, vendor_id: into.vendor_id })))
  expect((await offerBy('Moorline Inc')).vendor_id).toBe(into.vendor_id)
  expect((await vendors()).map(({ name }) => name)).toEqual(['Halden'])
  const audit = await db.selectFrom('audit_log').select(['action', 'detail']).executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'vendor.merged', detail: { name: 'Moorline', into: 'Halden', deals: 1 } })
})

test('a deal added during the merge of its vendor belongs to the remaining vendor', async () => {
  const [category, platform, admin] = [await makeCategory(), await makePlatform(), await makeAdmin()]
  const into = await offerBy('Halden')
  for (let round = 0; round < 5; round++) {
    const vendor_name = `Moorline ${round}`
    const from = await offerBy(vendor_name)
    const add = (title: string) => {
      const cta_url = 'https://vendor.example/'
      const values = { title, slug: randomUUID(), vendor_name, cta_url, start_date: '2026-01-01', published: true }
      const places = { category_id: category.id, platform_id: platform.id }
      const row = { ...values, ...places, ...productKeys(values) }
      return inTransaction((trx) => insertDeal(trx, row))
    }
    await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => add(`New ${round} ${i}`)),
      mergeRecords(admin, 'vendor', from.vendor_id, into.vendor_id),
      ...Array.from({ length: 4 }, (_, i) => add(`Newer ${round} ${i}`)),
    ])
  }
  const deals = await db.selectFrom('deals').select('vendor_id').execute()
  expect(deals).toHaveLength(46)
  expect(new Set(deals.map(({ vendor_id }) => vendor_id))).toEqual(new Set([into.vendor_id]))
})

const blank = { description: null, parent_slug: null }
const titlesIn = async (category: string) =>
  (await listDeals({ ...DEFAULT_SEARCH, category })).deals.map(({ title }) => title).sort()
const categoryOf = async (id: string) =>
  (await db.selectFrom('deals').select('category_id').where('id', '=', id).executeTakeFirst())?.category_id

const dealOf = (category_id: string, platform_id: string) =>
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
  expect(await isThere('category', from.id)).toBe(false)
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
    const form = dealOf(elsewhere, platform_id)
    await createDeal(admin, moved, form)
    const [merged, ofNew, ofMoved] = await Promise.all([
      mergeRecords(admin, 'category', from.id, into.id),
      createDeal(admin, created, dealOf(from.id, platform_id)),
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
  const [id, form] = [randomUUID(), dealOf(from.id, (await makePlatform()).id)]
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
