import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listRevisions } from '~/features/catalog/deals/editor/revisions.server'
import { DEFAULT_MANAGE_SEARCH, type ManageSearch } from '~/features/catalog/deals/list/managed-search'
import type { User } from '~/features/people/accounts/guards.server'
import { listAuditEntries } from '~/features/staff/audit/audit-list.server'
import { parseAuditSearch } from '~/features/staff/audit/audit-search'
import { sentenceOf } from '~/features/staff/audit/audit-sentence'
import { BULK_MAX, bulkQuestion, type DealChange, describeResult } from '~/features/staff/bulk/bulk'
import { type BulkTarget, changeDeals, describeTarget } from '~/features/staff/bulk/bulk.server'
import { insertDeals, makeBookmark, makeCategory, makeDeal, makeFollow, makePlatform, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeImport } from '../staff-factories'
import { tellKinds } from '../told'
import { makeStaff } from '../waiting-items'

const matching = (search: Partial<ManageSearch>): BulkTarget => ({ search: { ...DEFAULT_MANAGE_SEARCH, ...search } })
const selected = (...deals: { id: string }[]): BulkTarget => ({ ...matching({}), ids: deals.map(({ id }) => id) })
const PUBLISH: DealChange = { verb: 'publish' }
const EXPIRE: DealChange = { verb: 'set-status', to_status: 'EXPIRED' }

/** Confirms what the confirmation page shows. */
async function confirm(actor: User, change: DealChange, target: BulkTarget) {
  return changeDeals(actor, change, target, (await describeTarget(target)).count)
}

/** Drafts in one category, numbered in their titles. */
async function makeDrafts(count: number) {
  const [category, platform] = [await makeCategory(), await makePlatform()]
  const rows = Array.from({ length: count }, (_, index) => ({
    title: `Draft ${index + 1}`,
    slug: `draft-${index + 1}`,
    vendor_name: 'Northpane',
    category_id: category.id,
    platform_id: platform.id,
    start_date: '2026-01-01',
    cta_url: `https://vendor.example/${index + 1}`,
    created_at: new Date(Date.now() - 60_000 * (index + 1)),
    published: false,
  }))
  // A statement has at most 65,535 values.
  for (let start = 0; start < count; start += 1_000) await insertDeals(rows.slice(start, start + 1_000))
  return category
}

const titlesOf = async (published: boolean) =>
  (await db.selectFrom('deals').select('title').where('published', '=', published).execute()).map(({ title }) => title)

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
  test('a bulk action publishes and unpublishes what a search matches, and nothing else', async () => {
    const manager = await makeStaff('MANAGER')
    const category = await makeDrafts(30)
    await makeDeal({ published: false })
    const target = matching({ category: category.slug })
    expect(await confirm(manager, PUBLISH, target)).toEqual({ changed: 30, already: 0 })
    expect(await titlesOf(true)).toHaveLength(30)
    expect(await confirm(manager, { verb: 'unpublish' }, target)).toEqual({ changed: 30, already: 0 })
    expect(await titlesOf(true)).toEqual([])
  })

  test('a bulk action changes the deals of an import, and none once its rows are gone', async () => {
    const manager = await makeStaff('MANAGER')
    const [created, failed] = [await makeDeal({ published: false }), await makeDeal({ published: false })]
    const { id: import_id } = await makeImport({ status: 'DONE' })
    const row = { import_id, value: '{}', cells: [] }
    await db
      .insertInto('import_rows')
      .values([
        { ...row, row: 2, outcome: 'created', slug: created.slug, deal_id: created.id },
        { ...row, row: 3, outcome: 'unchanged', slug: failed.slug, deal_id: failed.id },
      ])
      .execute()
    const target = matching({ import: import_id })
    expect(await confirm(manager, PUBLISH, target)).toEqual({ changed: 1, already: 0 })
    expect(await titlesOf(true)).toEqual([created.title])
    await db.deleteFrom('imports').execute()
    expect(await describeTarget(target)).toEqual({ count: 0, titles: [] })
  })

  test('a bulk action changes nothing when another number of deals matches than was confirmed', async () => {
    const manager = await makeStaff('MANAGER')
    const category = await makeDrafts(3)
    const target = matching({ category: category.slug })
    await makeDeal({ category_id: category.id, published: false })
    expect(await changeDeals(manager, PUBLISH, target, 3)).toEqual({ outdated: 4 })
    expect(await changeDeals(manager, PUBLISH, selected({ id: randomUUID() }), 1)).toEqual({ outdated: 0 })
    expect(await titlesOf(true)).toEqual([])
    expect(await changeDeals(manager, PUBLISH, target, 4)).toMatchObject({ changed: 4 })
  })

  test('a confirmation that is sent twice changes each deal once', async () => {
    const manager = await makeStaff('MANAGER')
    await makeDrafts(3)
    const results = await Promise.all([1, 2].map(() => changeDeals(manager, PUBLISH, matching({}), 3)))
    expect(results).toContainEqual({ changed: 3, already: 0 })
    expect(results).toContainEqual({ changed: 0, already: 3 })
    expect(await listEntries()).toHaveLength(1)
  })

  test('opposite bulk actions on the same deals at the same time do not deadlock', async () => {
    const manager = await makeStaff('MANAGER')
    const deals = [await makeDeal(), await makeDeal(), await makeDeal()]
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const results = await Promise.all([
        changeDeals(manager, { verb: round % 2 ? 'publish' : 'unpublish' }, selected(...deals), 3),
        changeDeals(manager, { verb: round % 2 ? 'publish' : 'unpublish' }, selected(...deals.toReversed()), 3),
      ])
      expect(results.map((done) => (done as { changed: number }).changed).sort()).toEqual([0, 3])
    }
  })

  test('a bulk action sets status and category, and each deal has it in its history', async () => {
    const manager = await makeStaff('MANAGER')
    const [deal, other] = [await makeDeal(), await makeDeal({ status: 'EXPIRED' })]
    const { id: to_category_id, name } = await makeCategory()
    expect(await confirm(manager, EXPIRE, selected(deal, other))).toMatchObject({ changed: 1, already: 1 })
    const move: DealChange = { verb: 'set-category', to_category_id }
    expect(await confirm(manager, move, selected(deal, other))).toEqual({ changed: 2, already: 0, to: name })
    expect(await listRevisions(deal.id)).toMatchObject([
      { action: 'deals.set-category', detail: { version: 3 } },
      { action: 'deals.set-status', detail: { version: 2, status: 'Expired' } },
    ])
    await confirm(manager, { verb: 'unpublish' }, selected(other))
    expect(await listRevisions(other.id)).toMatchObject([
      { action: 'deal.unpublished', detail: { version: 3 } },
      { action: 'deals.set-category', detail: { version: 2 } },
    ])
    const now = { category_id: to_category_id, status: 'EXPIRED' }
    expect(await db.selectFrom('deals').select(['category_id', 'status']).execute()).toEqual([now, now])
    expect(await confirm(manager, { ...move, to_category_id: randomUUID() }, selected(deal))).toBe('no-category')
  })

  test('only admins delete deals in bulk, and their pages are gone', async () => {
    const [manager, admin] = [await makeStaff('MANAGER'), await makeStaff('ADMIN')]
    const deals = [await makeDeal(), await makeDeal()]
    const rest = await makeDeal()
    expect(await confirm(manager, { verb: 'delete' }, selected(...deals))).toBe('forbidden')
    expect(await confirm(admin, { verb: 'delete' }, selected(...deals))).toEqual({ changed: 2, already: 0 })
    expect(await titlesOf(true)).toEqual([rest.title])
    const gone = await db.selectFrom('deal_redirects').select('slug').where('deal_id', 'is', null).execute()
    expect(gone).toHaveLength(2)
    const member = { ...admin, role: 'USER' as const }
    expect(await confirm(member, PUBLISH, selected(rest))).toBe('forbidden')
  })

  test('a bulk action is one entry in the audit log, with the number, the search and the first titles', async () => {
    const manager = await makeStaff('MANAGER')
    const category = await makeDrafts(12)
    await confirm(manager, PUBLISH, matching({ category: category.slug, published: 'no' }))
    const entries = await listEntries()
    expect(entries).toHaveLength(1)
    expect(sentenceOf(entries[0]!).before).toBe('published 12 deals')
    expect(entries[0]!.detail).toEqual({
      count: 12,
      search: `published=no&category=${category.slug}`,
      first_titles: 'Draft 1; Draft 2; Draft 3; Draft 4; Draft 5',
    })
  })
})

test('of more deals than one press changes, the newest are changed, and a second press changes the others', async () => {
  const manager = await makeStaff('MANAGER')
  await makeDrafts(BULK_MAX + 1)
  const change = { verb: 'set-status', to_status: 'UPCOMING' } as const
  const [to, all] = ['Upcoming', matching({})]
  expect(bulkQuestion('set-status', BULK_MAX + 1)).toBe('Set the status of the first 5,000 of 5,001 deals')
  const first = { changed: BULK_MAX, already: 0, to }
  expect(await confirm(manager, change, all)).toEqual(first)
  const rest = await db.selectFrom('deals').select('title').where('status', '<>', 'UPCOMING').execute()
  expect(rest).toEqual([{ title: `Draft ${BULK_MAX + 1}` }])
  expect(describeResult('set-status', first, 1)).toEqual({
    title: '5,000 deals set to Upcoming',
    text: '1 left. Press again for the next ones.',
  })
  const second = { changed: 1, already: BULK_MAX, to }
  expect(await confirm(manager, change, all)).toEqual(second)
  expect(describeResult('set-status', second, 0).text).toBe('5,000 were set to Upcoming already.')
})

test('followers are notified of deals that a bulk action publishes or ends', async () => {
  const draft = await makeDeal({ published: false })
  const saved = await makeDeal()
  await makeFollow({ user_id: (await makeProfile()).id, category_id: draft.category_id })
  await makeBookmark({ deal_id: saved.id, user_id: (await makeProfile()).id })
  const actor = await makeStaff('MANAGER')
  await confirm(actor, PUBLISH, selected(draft))
  await confirm(actor, EXPIRE, selected(saved))
  expect(await tellKinds()).toEqual(['ended', 'new_offer'])
})
