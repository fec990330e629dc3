import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listRevisions } from '~/features/catalog/deals/editor/revisions.server'
import { DEFAULT_MANAGE_SEARCH, type ManageSearch } from '~/features/catalog/deals/list/managed-search'
import { listAuditEntries } from '~/features/staff/audit/audit-list.server'
import { parseAuditSearch } from '~/features/staff/audit/audit-search'
import { sentenceOf } from '~/features/staff/audit/audit-sentence'
import { BULK_AT_ONCE, type DealChange, describeOutcome } from '~/features/staff/bulk/bulk'
import {
  type BulkTarget,
  changeDealsInBulk,
  describeTarget,
  listRunningBulk,
  startBulk,
} from '~/features/staff/bulk/bulk.server'
import {
  insertDeals,
  makeBookmark,
  makeCategory,
  makeDeal,
  makeFollow,
  makePlatform,
  makeProfile,
  makeReview,
} from '../factories'
import { listJobs } from '../jobs'

const matching = (search: Partial<ManageSearch>): BulkTarget => ({ search: { ...DEFAULT_MANAGE_SEARCH, ...search } })
const selected = (...deals: { id: string }[]): BulkTarget => ({
  search: DEFAULT_MANAGE_SEARCH,
  ids: deals.map(({ id }) => id),
})
const PUBLISH: DealChange = { verb: 'publish' }

/** Confirms what the confirmation page shows. */
async function confirm(actor: { id: string }, change: DealChange, target: BulkTarget) {
  return startBulk(actor, change, target, (await describeTarget(target)).count)
}

const MANY = BULK_AT_ONCE + 120

/** Drafts in one category, numbered in their titles. */
async function makeDrafts(count: number) {
  const [category, platform] = [await makeCategory(), await makePlatform()]
  await insertDeals(
    Array.from({ length: count }, (_, index) => ({
      title: `Draft ${index + 1}`,
      slug: `draft-${index + 1}`,
      vendor_name: 'Northpane',
      category_id: category.id,
      platform_id: platform.id,
      start_date: '2026-01-01',
      cta_url: `https://vendor.example/${index + 1}`,
      created_at: new Date(Date.now() - 60_000 * (index + 1)),
      published: false,
    })),
  )
  return category
}

async function countDeals(where: { published?: boolean; status?: 'EXPIRED' } = {}) {
  let deals = db.selectFrom('deals').select((eb) => eb.fn.countAll<number>().as('count'))
  for (const [column, value] of Object.entries(where)) deals = deals.where(sql.ref(column), '=', value)
  return (await deals.executeTakeFirstOrThrow()).count
}

type Job = Parameters<typeof changeDealsInBulk>[0]

/** Runs the only queued job like the worker; `interruptAfter` ends it like a shutdown after that many batches. */
async function work(interruptAfter = Number.POSITIVE_INFINITY) {
  const [job] = await listJobs<Job>('change_deals')
  let batches = 0
  const abortSignal = {
    throwIfAborted() {
      if (++batches > interruptAfter) throw new Error('The worker stops')
    },
  } as AbortSignal
  await changeDealsInBulk(job!.payload, { abortSignal })
}

const listEntries = async () => (await listAuditEntries(parseAuditSearch(new URLSearchParams()))).entries

test('the confirmation page of a bulk action states the exact number and the first titles of what a search matches', async () => {
  const category = await makeDrafts(30)
  await makeDeal({ title: 'Elsewhere', published: false })
  const { count, titles } = await describeTarget(matching({ category: category.slug, published: 'no' }))
  expect(count).toBe(30)
  expect(titles.slice(0, 3)).toEqual(['Draft 1', 'Draft 2', 'Draft 3'])
  expect(titles).toHaveLength(10)
})

describe('a bulk action', () => {
  test('a bulk action publishes what a search matches, on all pages, and nothing else', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const category = await makeDrafts(30)
    await makeDeal({ published: false })
    const done = await confirm(manager, PUBLISH, matching({ category: category.slug }))
    expect(done).toEqual({ outcome: 'done', changed: 30, unchanged: {} })
    expect(await countDeals({ published: true })).toBe(30)
  })

  test('a bulk action changes nothing when another number of deals matches than was confirmed', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const category = await makeDrafts(3)
    const target = matching({ category: category.slug })
    await makeDeal({ category_id: category.id, published: false })
    expect(await startBulk(manager, PUBLISH, target, 3)).toEqual({ outcome: 'outdated' })
    expect(await countDeals({ published: true })).toBe(0)
    expect(await startBulk(manager, PUBLISH, target, 4)).toMatchObject({ changed: 4 })
  })

  test('a confirmation that is sent twice changes each deal once', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    await makeDrafts(3)
    const outcomes = await Promise.all([1, 2].map(() => startBulk(manager, PUBLISH, matching({}), 3)))
    expect(outcomes.map((done) => ('changed' in done ? done.changed : undefined)).sort()).toEqual([0, 3])
    expect(await listEntries()).toHaveLength(1)
  })

  test('deals that cannot be published stay drafts and are counted with the reason', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const deals = [
      await makeDeal({ published: false }),
      await makeDeal(),
      await makeDeal({ published: false, cta_url: 'https://user:secret@vendor.example/' }),
      await makeDeal({ published: false, title: ' ' }),
    ]
    const done = await confirm(manager, PUBLISH, selected(...deals))
    const unchanged = { already: 1, 'CTA URL cannot contain a username or password.': 1, 'Title is required.': 1 }
    expect(done).toEqual({ outcome: 'done', changed: 1, unchanged })
    const { title, text } = describeOutcome(PUBLISH, 1, unchanged)
    expect(title).toBe('1 deal published')
    expect(text).toMatch(/^Unchanged: .*1 already published/)
    expect(text).toContain('1 because “Title is required”')
  })

  test('a bulk action sets status and category, and each deal has it in its history', async () => {
    const manager = await makeProfile({ role: 'MANAGER', name: 'Grace' })
    const [deal, other] = [await makeDeal(), await makeDeal({ status: 'EXPIRED' })]
    const { id: to_category_id, name: category } = await makeCategory()
    const expire: DealChange = { verb: 'set-status', to_status: 'EXPIRED' }
    expect(await confirm(manager, expire, selected(deal, other))).toMatchObject({ unchanged: { already: 1 } })
    const move: DealChange = { verb: 'set-category', to_category_id, category }
    expect(await confirm(manager, move, selected(deal, other))).toMatchObject({ changed: 2 })
    expect(describeOutcome(move, 2, {})).toEqual({ title: `2 deals moved to ${category}`, text: '' })
    expect(await listRevisions(deal.id)).toMatchObject([
      { action: 'deals.set-category', by: 'Grace', detail: { version: 3 } },
      { action: 'deals.set-status', by: 'Grace', detail: { version: 2, status: 'Expired' } },
    ])
    expect(await listRevisions(other.id)).toMatchObject([{ action: 'deals.set-category', detail: { version: 2 } }])
    expect(await db.selectFrom('deals').select(['category_id', 'status']).execute()).toEqual([
      { category_id: to_category_id, status: 'EXPIRED' },
      { category_id: to_category_id, status: 'EXPIRED' },
    ])
    const gone = await confirm(manager, { ...move, to_category_id: randomUUID() }, selected(deal))
    expect(gone).toEqual({ outcome: 'no-category' })
  })

  test('only admins delete deals in bulk, with what belongs to them', async () => {
    const [manager, admin] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN' })]
    const deals = [await makeDeal(), await makeDeal()]
    await makeReview({ deal_id: deals[0]!.id })
    await makeDeal()
    expect(await confirm(manager, { verb: 'delete' }, selected(...deals))).toEqual({ outcome: 'forbidden' })
    expect(await countDeals()).toBe(3)
    expect(await confirm(admin, { verb: 'delete' }, selected(...deals))).toMatchObject({ changed: 2 })
    expect(await countDeals()).toBe(1)
    expect(await db.selectFrom('reviews').select('id').execute()).toEqual([])
    const gone = await db.selectFrom('deal_redirects').select('slug').where('deal_id', 'is', null).execute()
    expect(gone).toHaveLength(2)
  })

  test('a bulk action is one entry in the audit log, with the number, the search and the first titles', async () => {
    const manager = await makeProfile({ role: 'MANAGER', name: 'Grace' })
    const category = await makeDrafts(12)
    await confirm(manager, PUBLISH, matching({ category: category.slug, published: 'no' }))
    const entries = await listEntries()
    expect(entries).toHaveLength(1)
    const { actor, before } = sentenceOf(entries[0]!)
    expect(`${actor} ${before}`).toBe('Grace published 12 deals')
    expect(entries[0]!.detail).toEqual({
      count: 12,
      search: `published=no&category=${category.slug}`,
      first_titles: 'Draft 1; Draft 2; Draft 3; Draft 4; Draft 5',
    })
  })
})

describe('a bulk action on more deals than fit into one request', () => {
  async function startMany(change: DealChange = PUBLISH, role: 'MANAGER' | 'ADMIN' = 'MANAGER') {
    const actor = await makeProfile({ role })
    const category = await makeDrafts(MANY)
    expect(await confirm(actor, change, matching({ category: category.slug }))).toEqual({ outcome: 'queued' })
    return { actor, category }
  }

  const countVersions = async () => {
    const { rows } = await sql<{ version: number; count: number }>`
      select version, count(*)::int from deals group by 1 order by 1`.execute(db)
    return rows
  }

  test('a job changes the deals, and its actor sees that it is running', async () => {
    const { actor } = await startMany()
    expect(await countDeals({ published: true })).toBe(0)
    expect(await listRunningBulk(actor.id)).toMatchObject([{ verb: 'publish', count: MANY }])
    expect(await listRunningBulk((await makeProfile({ role: 'MANAGER' })).id)).toEqual([])
    await work()
    expect(await countDeals({ published: true })).toBe(MANY)
    const counts = (await listEntries()).map(({ detail }) => (detail as { count: number }).count)
    expect(counts.reduce((sum, count) => sum + count)).toBe(MANY)
  })

  test('a bulk action that is interrupted changes the remaining deals when it runs again, each once', async () => {
    await startMany()
    await expect(work(1)).rejects.toThrow('The worker stops')
    expect(await countVersions()).toEqual([
      { version: 1, count: MANY - 250 },
      { version: 2, count: 250 },
    ])
    await work()
    expect(await countVersions()).toEqual([{ version: 2, count: MANY }])
  })

  test('a bulk action that runs twice at the same time changes each deal once', async () => {
    await startMany({ verb: 'set-status', to_status: 'EXPIRED' })
    await Promise.all([work(), work()])
    expect(await countVersions()).toEqual([{ version: 2, count: MANY }])
    expect(await countDeals({ status: 'EXPIRED' })).toBe(MANY)
  })

  test('deals that match only after the confirmation stay unchanged', async () => {
    const { category } = await startMany()
    const late = await makeDeal({ category_id: category.id, published: false })
    await db.deleteFrom('deals').where('slug', '=', 'draft-7').execute()
    await work()
    expect(await countDeals({ published: true })).toBe(MANY - 1)
    const found = await db.selectFrom('deals').select('published').where('id', '=', late.id).executeTakeFirstOrThrow()
    expect(found.published).toBe(false)
  })

  test('a bulk action stops at the next batch when its actor loses the right', async () => {
    const { actor } = await startMany({ verb: 'delete' }, 'ADMIN')
    await expect(work(2)).rejects.toThrow('The worker stops')
    await db.updateTable('profiles').set({ role: 'MANAGER' }).where('id', '=', actor.id).execute()
    await work()
    expect(await countDeals()).toBe(MANY - 50)
  })

  test('a bulk action stops when its category was deleted', async () => {
    const { id: to_category_id, name: category } = await makeCategory()
    await startMany({ verb: 'set-category', to_category_id, category })
    await db.deleteFrom('categories').where('id', '=', to_category_id).execute()
    await work()
    expect(await countVersions()).toEqual([{ version: 1, count: MANY }])
  })
})

test('followers are notified of deals that a bulk action publishes or ends', async () => {
  const draft = await makeDeal({ published: false })
  const saved = await makeDeal()
  await makeFollow({ user_id: (await makeProfile()).id, category_id: draft.category_id })
  await makeBookmark({ deal_id: saved.id, user_id: (await makeProfile()).id })
  const actor = await makeProfile({ role: 'MANAGER' })
  await confirm(actor, PUBLISH, selected(draft))
  await confirm(actor, { verb: 'set-status', to_status: 'EXPIRED' }, selected(saved))
  expect(await db.selectFrom('deal_events').select(['deal_id', 'kind']).orderBy('id').execute()).toEqual([
    { deal_id: draft.id, kind: 'PUBLISHED' },
    { deal_id: saved.id, kind: 'ENDED' },
  ])
})
