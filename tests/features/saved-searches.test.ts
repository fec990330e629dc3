import { type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { SavedSearches } from '~/db/schema'
import { deleteUnsavedMatches, matchChangedDeals } from '~/features/audience/following/match-searches.server'
import { removeSearch, setTells } from '~/features/audience/following/saved-searches.server'
import type { StoredNotification } from '~/features/audience/notifications/notice-data'
import { describeNotification } from '~/features/audience/notifications/notices'
import { planMails } from '~/features/audience/notifications/plan-mails.server'
import { noteDates } from '~/features/catalog/record/changed-deals.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { addDays, utcToday } from '~/http/utc-day'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'
import { changeDeal, makeCategory, makeNewDeal, makeProfile } from '../factories'
import { tellNow } from '../told'

const today = utcToday()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
async function match(options: Parameters<typeof matchChangedDeals>[0] = {}) {
  await tellNow()
  return matchChangedDeals(options)
}

let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile()
})

/** Saves "CRM up to $100" for Ada an hour ago. */
async function makeSearch(given: Partial<Insertable<SavedSearches>> = {}) {
  const values = { user_id: ada.id, name: 'CRM up to $100', query: 'q=crm&maxPrice=100', ...given }
  return db
    .insertInto('saved_searches')
    .values({ created_at: minutesAgo(60), ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const makeCrm = (given: Parameters<typeof makeNewDeal>[0] = {}) =>
  makeNewDeal({ title: 'Moorline CRM', deal_price: '99.00', ...given })

/** What a member reads, oldest first. */
async function readBy(user: { id: string }) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, data }) => describeNotification({ kind, data } as unknown as StoredNotification, null))
}
const titlesOf = async (user = ada) => (await readBy(user)).map(({ title }) => title)
const setChanged = (deal: { id: string }, secondsAgo: number) =>
  db
    .updateTable('changed_deals')
    .set({ changed_at: minutesAgo(secondsAgo / 60) })
    .where('deal_id', '=', deal.id)
    .execute()
const countChanges = async () => (await db.selectFrom('changed_deals').select('deal_id').execute()).length
const findSaved = (id: string) =>
  db.selectFrom('saved_searches').select(['tells', 'timeouts']).where('id', '=', id).executeTakeFirstOrThrow()

test('a new deal that matches a saved search is one line that names it and leads to the search', async () => {
  const { id } = await makeSearch()
  await makeCrm()
  await makeNewDeal({ title: 'Moorline Notes', deal_price: '9.00' })
  await makeCrm({ deal_price: '101.00' })
  expect(await match()).toBe(1)
  expect(await readBy(ada)).toMatchObject([
    { title: '1 new for "CRM up to $100"', text: 'Moorline CRM.', path: `/account/following/${id}` },
  ])
  expect(await countChanges()).toBe(0)
})

test.each<[string, Parameters<typeof makeNewDeal>[0], Parameters<typeof changeDeal>[1]]>([
  ['is published', { published: false }, { published: true }],
  ['has another price', {}, { deal_price: '79.00' }],
  ['ends on another day', { end_date: addDays(today, 20) }, { end_date: addDays(today, 30) }],
  ['is open again', { status: 'EXPIRED' }, { status: 'ACTIVE' }],
  ['has another code', { coupon_code: 'CRM40' }, { coupon_code: 'CRM50' }],
  ['has another term', { refund_days: 30 }, { refund_days: 60 }],
])('a deal that %s is matched', async (_what, before, after) => {
  const deal = await makeCrm(before)
  await makeSearch()
  await db.deleteFrom('changed_deals').execute()
  await changeDeal(deal, after)
  expect(await match()).toBe(1)
})

test('other changes of a deal are not matched, nor is a deal that is unpublished in the meantime', async () => {
  const deal = await makeCrm()
  await makeSearch()
  await db.deleteFrom('changed_deals').execute()
  await changeDeal(deal, { description: 'A pipeline for small teams.', terms_read_on: today })
  expect([await match(), await countChanges()]).toEqual([0, 0])
  await changeDeal(deal, { deal_price: '79.00' })
  await changeDeal(deal, { published: false })
  expect(await match()).toBe(0)
})

test('a deal is told once for each search, even to a member who switched the search off and on', async () => {
  const { id } = await makeSearch()
  await makeSearch({ name: 'Any CRM', query: 'q=crm' })
  const deal = await makeCrm()
  await match()
  expect((await titlesOf()).sort()).toEqual(['1 new for "Any CRM"', '1 new for "CRM up to $100"'])
  await setTells(ada.id, id, false)
  await setTells(ada.id, id, true)
  await changeDeal(deal, { deal_price: '79.00' })
  expect(await match()).toBe(0)
})

test('nothing older than the saving is told, and later changes are told to each member once', async () => {
  await makeSearch()
  const deal = await makeCrm()
  const grace = await makeProfile()
  await makeSearch({ user_id: grace.id, created_at: new Date() })
  expect(await match()).toBe(1)
  expect(await titlesOf(grace)).toEqual([])
  await changeDeal(deal, { deal_price: '79.00' })
  expect(await match()).toBe(1)
  expect(await titlesOf(ada)).toHaveLength(1)
  expect(await titlesOf(grace)).toEqual(['1 new for "CRM up to $100"'])
  await changeDeal(deal, { deal_price: '69.00' })
  expect(await match()).toBe(0)
})

test('a deal that was there before is changed, not new', async () => {
  await makeSearch({ created_at: minutesAgo(60) })
  const there = { created_at: minutesAgo(3 * 24 * 60), announced_at: minutesAgo(3 * 24 * 60) }
  await changeDeal(await makeCrm(there), { deal_price: '79.00' })
  await match()
  expect(await titlesOf()).toEqual(['1 changed for "CRM up to $100"'])
  await makeCrm({ title: 'Old CRM', ...there })
  await makeCrm({ title: 'Young CRM' })
  await match()
  expect(await titlesOf()).toContain('1 new, 1 changed for "CRM up to $100"')
})

test('a member who saved between two changes is told about the second one only', async () => {
  await makeSearch({ created_at: minutesAgo(60) })
  const [early, late] = [await makeCrm({ title: 'Early CRM' }), await makeCrm({ title: 'Late CRM' })]
  await setChanged(early, 30 * 60)
  const grace = await makeProfile()
  await makeSearch({ user_id: grace.id, created_at: minutesAgo(20) })
  await match()
  expect(await readBy(ada)).toMatchObject([{ text: 'Late CRM, Early CRM.' }])
  expect(await readBy(grace)).toMatchObject([{ text: 'Late CRM.' }])
  await changeDeal(early, { deal_price: '79.00' })
  await changeDeal(late, { deal_price: '79.00' })
  await match()
  expect(await titlesOf(ada)).toHaveLength(1)
  expect((await readBy(grace)).map(({ text }) => text)).toEqual(['Late CRM.', 'Early CRM.'])
})

test('a deal that has ended only matches a search for ended deals, and one that opens today by its date one for open deals', async () => {
  await makeSearch({ name: 'Ended', query: 'q=crm&status=EXPIRED' })
  await makeSearch({ query: 'q=crm&open=1' })
  await changeDeal(await makeCrm(), { status: 'EXPIRED' })
  await match()
  expect(await titlesOf()).toEqual(['1 new for "Ended"'])
  const deal = await makeCrm({ start_date: addDays(today, 1) })
  expect(await match()).toBe(0)
  await db.updateTable('deals').set({ start_date: today }).where('id', '=', deal.id).execute()
  await noteDates()
  expect(await match()).toBe(1)
})

test('a search that is switched off is told nothing', async () => {
  await makeSearch({ tells: false })
  await makeSearch({ user_id: (await makeProfile()).id })
  await makeCrm()
  await match()
  expect(await titlesOf()).toEqual([])
})

test('searches that nothing can match are told nothing, and one of a renamed category is told about its deals', async () => {
  const category = await makeCategory({ slug: 'writing' })
  for (const query of ['category=gone', 'platform=gone', 'minPrice=50&maxPrice=20'])
    await makeSearch({ name: query, query })
  await makeSearch({ name: 'Writing', query: 'category=writing' })
  await db.updateTable('categories').set({ slug: 'texts' }).where('id', '=', category.id).execute()
  await makeCrm({ category_id: category.id })
  expect(await match()).toBe(1)
  expect(await titlesOf()).toEqual(['1 new for "Writing"'])
})

test('a suspended member is told on the site only, and a deleted one leaves nothing', async () => {
  const [grace, joan] = [await makeProfile({ mail_rhythm: 'AT_ONCE' }), await makeProfile()]
  await makeSearch({ user_id: grace.id })
  await makeSearch({ user_id: joan.id })
  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', grace.id).execute()
  await deleteProfile(joan.id)
  await makeCrm()
  expect(await match()).toBe(1)
  expect(await titlesOf(grace)).toHaveLength(1)
  await db
    .updateTable('notifications')
    .set({ created_at: minutesAgo(15) })
    .execute()
  expect(await planMails()).toBe(0)
})

test('an import is one line, with its first three deals and the number of the others', async () => {
  await makeCategoryAndPlatform()
  await makeSearch()
  const values = { deal_price: '49', end_date: addDays(today, 30) }
  const rows = Array.from({ length: 12 }, (_, at) =>
    makeRow({ ...values, title: `Crm ${at}`, cta_url: `https://crm-${at}.example/` }),
  )
  await importRows(rows, { publish: true })
  expect(await match()).toBe(1)
  const [line] = await readBy(ada)
  expect(line).toMatchObject({ title: '12 new for "CRM up to $100"' })
  expect(line!.text).toMatch(/^Crm \d+, Crm \d+, Crm \d+ and 9 more\.$/)
  const { data } = await db.selectFrom('notifications').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({ count: 12, deals: { length: 10 } })
})

describe('a job that ends early', () => {
  test('is done again without telling twice or forgetting a member', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeProfile()))
    for (const [at, { id }] of members.entries()) {
      await makeSearch({ user_id: id, query: at % 2 ? 'q=crm' : `q=crm&maxPrice=${100 + at}` })
    }
    await makeCrm()
    let looks = 0
    const stopsAfterTwo = {
      get aborted() {
        looks++
        return looks > 2
      },
    }
    const first = await match({ signal: stopsAfterTwo })
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(6)
    expect(first + (await match())).toBe(6)
    for (const member of members) expect(await titlesOf(member)).toHaveLength(1)
  })

  test('before it deleted its changes tells nothing again', async () => {
    await makeSearch()
    await makeCrm()
    const changes = await db.selectFrom('changed_deals').selectAll().execute()
    expect(await match()).toBe(1)
    await db.insertInto('changed_deals').values(changes).execute()
    expect(await match()).toBe(0)
  })

  test('leaves a deal that changes again during the job for the next one', async () => {
    await makeSearch({ query: 'maxPrice=100' })
    await makeCrm()
    await tellNow()
    const running = await db.transaction().execute(async (trx) => {
      await sql`lock table deals in access exclusive mode`.execute(trx)
      const job = matchChangedDeals({ timeoutMs: 20_000 })
      await expect.poll(countWaiting).toBe(1)
      await trx.updateTable('changed_deals').set({ changed_at: sql`clock_timestamp()`, is_told: false }).execute()
      return { job }
    })
    expect(await running.job).toBe(1)
    expect(await countChanges()).toBe(1)
    expect(await match()).toBe(0)
    expect(await countChanges()).toBe(0)
  })
})

/** Statements that wait until they may read deals. */
async function countWaiting() {
  const { rows } = await sql`select from pg_locks where relation = 'deals'::regclass and not granted`.execute(db)
  return rows.length
}

describe('a search that times out', () => {
  /** Runs the job while no deal can be read. */
  async function matchLocked() {
    await tellNow()
    await db.transaction().execute(async (trx) => {
      await sql`lock table deals in access exclusive mode`.execute(trx)
      await matchChangedDeals({ timeoutMs: 50 })
    })
  }

  test('is tried again with the same deals, and its time-outs count only in a row', async () => {
    const { id } = await makeSearch({ query: 'maxPrice=100' })
    await makeCrm()
    for (const timeouts of [1, 2, 3, 4]) {
      await matchLocked()
      expect(await findSaved(id)).toEqual({ tells: true, timeouts })
    }
    expect(await match()).toBe(1)
    expect(await findSaved(id)).toEqual({ tells: true, timeouts: 0 })
    expect(await countChanges()).toBe(0)
  })

  test('stops after five times, no longer holds up the others, and starts again on request', async () => {
    const { id } = await makeSearch({ query: 'maxPrice=100', timeouts: 4 })
    await makeCrm()
    await matchLocked()
    expect(await findSaved(id)).toEqual({ tells: false, timeouts: 5 })
    expect(await countChanges()).toBe(0)
    await setTells(ada.id, id, true)
    expect(await findSaved(id)).toEqual({ tells: true, timeouts: 0 })
    await makeCrm()
    expect(await match()).toBe(1)
  })
})

test("a removed search takes its own lines with it, and the day's clean-up its memory", async () => {
  const { id } = await makeSearch()
  await makeSearch({ name: 'Any CRM', query: 'q=crm' })
  await makeCrm()
  await match()
  await removeSearch((await makeProfile()).id, id)
  expect(await titlesOf()).toHaveLength(2)
  await removeSearch(ada.id, id)
  expect(await titlesOf()).toEqual(['1 new for "Any CRM"'])
  await deleteUnsavedMatches()
  expect(await db.selectFrom('search_matches').select('query_hash').execute()).toHaveLength(1)
})
