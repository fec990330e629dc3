import { randomUUID } from 'node:crypto'
import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listAuditEntries } from '~/features/audit/audit-list.server'
import { parseAuditSearch } from '~/features/audit/audit-search'
import { sentenceOf } from '~/features/audit/audit-sentence'
import { BULK_AT_ONCE, describeBulk } from '~/features/deals/bulk-action'
import { dismissBulkNotice, findOutcome, listBulkNotices } from '~/features/deals/manage-bulk-outcome.server'
import { type BulkRequest, startBulkAction } from '~/features/deals/manage-bulk-start.server'
import { type BulkTarget, describeTarget } from '~/features/deals/manage-bulk-target.server'
import { changeDealsInBulk } from '~/features/deals/manage-bulk-task.server'
import { listRevisions } from '~/features/deals/manage-revisions.server'
import { DEFAULT_MANAGE_SEARCH, type ManageSearch } from '~/features/deals/manage-search'
import { makeCategory, makeDeal, makePlatform, makeProfile, makeReview } from '../factories'
import { listJobs } from '../jobs'

const matching = (search: Partial<ManageSearch>): BulkTarget => ({ search: { ...DEFAULT_MANAGE_SEARCH, ...search } })
const selected = (...deals: { id: string }[]): BulkTarget => ({
  search: DEFAULT_MANAGE_SEARCH,
  ids: deals.map(({ id }) => id),
})

async function ask(target: BulkTarget, request: Partial<BulkRequest>): Promise<BulkRequest> {
  const { count, fingerprint } = await describeTarget(target)
  return { id: randomUUID(), verb: 'publish', target, asked: { count, fingerprint }, ...request }
}

const MANY = BULK_AT_ONCE + 120

/** Drafts in one category, numbered in their titles. */
async function makeDrafts(count: number) {
  const [category, platform] = [await makeCategory(), await makePlatform()]
  await sql`
    insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, cta_url, created_at)
    select 'Draft ' || n, 'draft-' || n, 'Northpane', ${category.id}, ${platform.id}, '2026-01-01',
      'https://vendor.example/' || n, now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(db)
  return category
}

async function countDeals(where: { published?: boolean; status?: 'EXPIRED' } = {}) {
  let deals = db.selectFrom('deals').select((eb) => eb.fn.countAll<number>().as('count'))
  for (const [column, value] of Object.entries(where)) deals = deals.where(sql.ref(column), '=', value)
  return (await deals.executeTakeFirstOrThrow()).count
}

/** Runs the job like the worker; `interruptAfter` ends it like a shutdown after that many looks at the signal. */
async function work(id: string, { interruptAfter = Number.POSITIVE_INFINITY, attempts = 1 } = {}) {
  let looks = 0
  const abortSignal = {
    get aborted() {
      return looks > interruptAfter
    },
    throwIfAborted() {
      if (++looks > interruptAfter) throw new Error('The worker stops')
    },
  }
  await changeDealsInBulk({ id }, { job: { attempts, max_attempts: 25 }, abortSignal } as unknown as JobHelpers)
}

describe('the question before a bulk action', () => {
  test('states the exact number and the first titles of what a search matches', async () => {
    const category = await makeDrafts(30)
    await makeDeal({ title: 'Elsewhere', published: false })
    const asked = await describeTarget(matching({ category: category.slug, published: 'no' }))
    expect(asked).toMatchObject({ count: 30 })
    expect(asked.titles.slice(0, 3)).toEqual(['Draft 1', 'Draft 2', 'Draft 3'])
    expect(asked.titles).toHaveLength(10)
  })
})

describe('a bulk action', () => {
  test('a bulk action publishes what a search matches, on all pages, and nothing else', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const category = await makeDrafts(30)
    await makeDeal({ published: false })
    const started = await startBulkAction(manager, await ask(matching({ category: category.slug }), {}))
    expect(started).toMatchObject({ outcome: 'done', action: { deal_count: 30, changed_count: 30, status: 'DONE' } })
    expect(await countDeals({ published: true })).toBe(30)
  })

  test('a bulk action changes nothing when other deals match than when it was asked', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const category = await makeDrafts(3)
    const target = matching({ category: category.slug })
    const request = await ask(target, {})
    const added = await makeDeal({ category_id: category.id, published: false })
    expect(await startBulkAction(manager, request)).toEqual({ outcome: 'outdated' })

    // As many deals as asked about, but not the same ones.
    await db.deleteFrom('deals').where('slug', '=', 'draft-1').execute()
    expect((await describeTarget(target)).count).toBe(request.asked.count)
    expect(await startBulkAction(manager, request)).toEqual({ outcome: 'outdated' })
    expect(await countDeals({ published: true })).toBe(0)
    expect(await db.selectFrom('bulk_actions').select('id').execute()).toEqual([])

    await db.deleteFrom('deals').where('id', '=', added.id).execute()
    expect(await startBulkAction(manager, await ask(target, {}))).toMatchObject({ action: { changed_count: 2 } })
  })

  test('an answer that is sent twice acts once', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    await makeDrafts(3)
    const request = await ask(matching({}), {})
    const outcomes = await Promise.all([startBulkAction(manager, request), startBulkAction(manager, request)])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['done', 'repeated'])
    expect((await listAuditEntries(parseAuditSearch(new URLSearchParams()))).entries).toHaveLength(1)
  })

  test('deals that cannot be published stay drafts and are counted with the reason', async () => {
    const manager = await makeProfile({ role: 'MANAGER' })
    const deals = [
      await makeDeal({ published: false }),
      await makeDeal(),
      await makeDeal({ published: false, cta_url: 'https://user:secret@vendor.example/' }),
      await makeDeal({ published: false, title: ' ' }),
    ]
    const started = await startBulkAction(manager, await ask(selected(...deals), {}))
    expect(started).toMatchObject({ outcome: 'done' })
    if (started.outcome !== 'done') return
    expect(started.action.left_counts).toEqual({
      already: 1,
      'CTA URL cannot contain a username or password.': 1,
      'Title is required.': 1,
    })
    const { title, text } = describeBulk(started.action)
    expect(title).toBe('1 deal published')
    expect(text).toMatch(/^Left as they were: .*1 already published/)
    expect(text).toContain('1 because “Title is required”')
  })

  test('a bulk action sets status and category, and each deal keeps it in its history', async () => {
    const manager = await makeProfile({ role: 'MANAGER', name: 'Grace' })
    const [deal, other] = [await makeDeal(), await makeDeal({ status: 'EXPIRED' })]
    const { id: to_category_id, name } = await makeCategory()
    const status = await ask(selected(deal, other), { verb: 'set-status', to_status: 'EXPIRED' })
    expect(await startBulkAction(manager, status)).toMatchObject({ action: { left_counts: { already: 1 } } })
    const moved = await startBulkAction(
      manager,
      await ask(selected(deal, other), { verb: 'set-category', to_category_id }),
    )
    expect(moved.outcome === 'done' && describeBulk(moved.action)).toEqual({
      title: `2 deals moved to ${name}`,
      text: '',
    })
    expect(await listRevisions(deal.id)).toMatchObject([
      { action: 'deal.category-set', by: 'Grace', detail: { version: 3 } },
      { action: 'deal.status-set', by: 'Grace', detail: { version: 2, status: 'EXPIRED' } },
    ])
    expect(await db.selectFrom('deals').select(['category_id', 'status']).execute()).toEqual([
      { category_id: to_category_id, status: 'EXPIRED' },
      { category_id: to_category_id, status: 'EXPIRED' },
    ])
    const gone = await ask(selected(deal), { verb: 'set-category', to_category_id: randomUUID() })
    expect(await startBulkAction(manager, gone)).toEqual({ outcome: 'no-category' })
  })

  test('only admins delete deals in bulk, with what belongs to them', async () => {
    const [manager, admin] = [await makeProfile({ role: 'MANAGER' }), await makeProfile({ role: 'ADMIN' })]
    const deals = [await makeDeal(), await makeDeal()]
    await makeReview({ deal_id: deals[0]!.id })
    await makeDeal()
    const request = await ask(selected(...deals), { verb: 'delete' })
    expect(await startBulkAction(manager, request)).toEqual({ outcome: 'forbidden' })
    expect(await countDeals()).toBe(3)
    expect(await startBulkAction(admin, request)).toMatchObject({ action: { changed_count: 2 } })
    expect(await countDeals()).toBe(1)
    expect(await db.selectFrom('reviews').select('id').execute()).toEqual([])
    const gone = await db.selectFrom('deal_redirects').select('slug').where('deal_id', 'is', null).execute()
    expect(gone).toHaveLength(2)
  })

  test('a bulk action is one entry in the audit log, with the number, the search and the first titles', async () => {
    const manager = await makeProfile({ role: 'MANAGER', name: 'Grace' })
    const category = await makeDrafts(12)
    await startBulkAction(manager, await ask(matching({ category: category.slug, published: 'no' }), {}))
    const { entries } = await listAuditEntries(parseAuditSearch(new URLSearchParams()))
    expect(entries).toHaveLength(1)
    const { actor, before } = sentenceOf(entries[0]!)
    expect(`${actor} ${before} ${entries[0]!.subject?.name}`).toBe('Grace asked to publish 12 deals, 12 changed')
    expect(entries[0]!.detail).toMatchObject({
      deals: 12,
      search: `published=no&category=${category.slug}`,
      first_titles: 'Draft 1; Draft 2; Draft 3; Draft 4; Draft 5',
    })
  })
})

describe('a bulk action on more deals than fit into one request', () => {
  async function startMany(request: Partial<BulkRequest> = {}, role: 'MANAGER' | 'ADMIN' = 'MANAGER') {
    const actor = await makeProfile({ role })
    const category = await makeDrafts(MANY)
    const bulk = await ask(matching({ category: category.slug }), request)
    expect(await startBulkAction(actor, bulk)).toEqual({ outcome: 'queued' })
    return { actor, category, id: bulk.id }
  }

  test('a job does it, and the person who started it sees how far it is and how it ended', async () => {
    const { actor, id } = await startMany()
    expect(await listJobs('change_deals')).toMatchObject([{ payload: { id } }])
    expect(await countDeals({ published: true })).toBe(0)
    const [running] = await listBulkNotices(actor.id)
    expect(describeBulk(running!)).toEqual({ title: 'Publishing 620 deals…', text: '0 done so far.' })
    await dismissBulkNotice(actor.id, id)

    await work(id)
    expect(await countDeals({ published: true })).toBe(MANY)
    const [done] = await listBulkNotices(actor.id)
    expect(describeBulk(done!)).toEqual({ title: '620 deals published', text: '' })
    expect(await listBulkNotices((await makeProfile({ role: 'MANAGER' })).id)).toEqual([])
    await dismissBulkNotice(actor.id, id)
    expect(await listBulkNotices(actor.id)).toEqual([])
  })

  test('an interrupted job goes on behind the last batch, and no deal is changed twice', async () => {
    const { id } = await startMany()
    await expect(work(id, { interruptAfter: 1 })).rejects.toThrow('The worker stops')
    expect(await findOutcome(db, id)).toMatchObject({ status: 'RUNNING', done_count: 250, changed_count: 250 })
    await work(id, { attempts: 2 })
    expect(await findOutcome(db, id)).toMatchObject({ status: 'DONE', done_count: MANY, changed_count: MANY })
    // Each change makes a version.
    const { rows } = await sql<{ version: number }>`select distinct version from deals`.execute(db)
    expect(rows).toEqual([{ version: 2 }])
  })

  test('a job that runs twice at the same time handles each deal once', async () => {
    const { id } = await startMany({ verb: 'set-status', to_status: 'EXPIRED' })
    await Promise.all([work(id), work(id)])
    expect(await findOutcome(db, id)).toMatchObject({ done_count: MANY, changed_count: MANY, left_counts: {} })
    expect(await countDeals({ status: 'EXPIRED' })).toBe(MANY)
  })

  test('deals that match only after the start are left alone, and deleted ones are counted', async () => {
    const { category, id } = await startMany()
    const late = await makeDeal({ category_id: category.id, published: false })
    await db.deleteFrom('deals').where('slug', '=', 'draft-7').execute()
    await work(id)
    expect(await findOutcome(db, id)).toMatchObject({ changed_count: MANY - 1, left_counts: { gone: 1 } })
    const { published } = await db
      .selectFrom('deals')
      .select('published')
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow()
    expect(published).toBe(false)
  })

  test('a person who loses the right stops the job at the next batch', async () => {
    const { actor, id } = await startMany({ verb: 'delete' }, 'ADMIN')
    await expect(work(id, { interruptAfter: 2 })).rejects.toThrow('The worker stops')
    await db.updateTable('profiles').set({ role: 'MANAGER' }).where('id', '=', actor.id).execute()
    await work(id, { attempts: 2 })
    const stopped = await findOutcome(db, id)
    expect(stopped).toMatchObject({ status: 'STOPPED', changed_count: 50 })
    expect(await countDeals()).toBe(MANY - 50)
    expect(describeBulk(stopped)).toEqual({
      title: 'Deleting 620 deals stopped',
      text: 'The person who started it may not do this any more. 50 deals deleted.',
    })
  })

  test('a job whose category was deleted, or that was interrupted too often, stops and says so', async () => {
    const { id: to_category_id } = await makeCategory()
    const { id } = await startMany({ verb: 'set-category', to_category_id })
    await db.deleteFrom('categories').where('id', '=', to_category_id).execute()
    await work(id)
    expect(await findOutcome(db, id)).toMatchObject({ status: 'STOPPED', message: 'The category was deleted.' })

    await db.deleteFrom('deals').execute()
    const other = await startMany()
    await work(other.id, { attempts: 25 })
    expect(await findOutcome(db, other.id)).toMatchObject({
      status: 'STOPPED',
      message: 'It was interrupted too often.',
      changed_count: 0,
    })
  })
})
