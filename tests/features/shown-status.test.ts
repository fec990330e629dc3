import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import type { DealStatus } from '~/db/schema'
import { DEAL_STATUSES, SHOWN_STATUSES, type ShownStatus } from '~/features/catalog/deals/deal'
import { DEFAULT_SEARCH, type DealSearch } from '~/features/catalog/deals/list/deal-filters'
import { listDeals, listFeaturedDeals, matching } from '~/features/catalog/deals/list/find-deals.server'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { findPublishedDeal, listRelatedDeals } from '~/features/catalog/deals/page/deal-page.server'
import { isNotExpired, isOpen, isOpenOrUpcoming, isShownAs } from '~/features/catalog/deals/shown-status.server'
import { addDays, utcToday } from '~/http/utc-day'
import { makeCategory, makeDeal } from '../factories'

const run = promisify(execFile)
const day = (offset: number) => addDays(utcToday(), offset)
const list = async (asked: Partial<DealSearch>) => {
  const { deals, count } = await listDeals({ ...DEFAULT_SEARCH, ...asked })
  expect(count).toBe(deals.length)
  return deals.map(({ title }) => title)
}

describe.each(['2026-11-22', '2028-02-22', '2028-02-29', '2028-03-01'])('on %s', (today) => {
  const dates = [-366, -8, -7, -1, 0, 1, 6, 7, 8, 366].map((offset) => addDays(today, offset))
  const combinations = DEAL_STATUSES.flatMap((status) =>
    dates.flatMap((start) => [
      ...dates.filter((end) => end >= start).map((end) => ({ status, start, end, open_until: end })),
      ...[-1000, -1, 0, 180].map((offset) => ({ status, start, end: null, open_until: addDays(today, offset) })),
    ]),
  )
  const read = async <Column extends string>(columns: Record<Column, ReturnType<typeof isOpen>>) => {
    const selected = Object.entries<ReturnType<typeof isOpen>>(columns).map(
      ([name, value]) => sql`${value} is true as ${sql.ref(name)}`,
    )
    const { rows } = await sql<{ shown: ShownStatus } & Record<Column, boolean>>`
      select shown_status(status, start_date, end_date, open_until, ${today}::date) as shown, ${sql.join(selected)}
      from json_to_recordset(${JSON.stringify(
        combinations.map(({ start, end, ...rest }) => ({ ...rest, start_date: start, end_date: end })),
      )}::json) as deals (status deal_status, start_date date, end_date date, open_until date)`.execute(db)
    expect(rows).toHaveLength(combinations.length)
    return rows
  }

  test.each(SHOWN_STATUSES)(
    'the condition for %s says the same as the function for every status, start, end and day until which a deal is open',
    async (status) => {
      const rows = await read({ matches: isShownAs(status, today) })
      expect(rows.filter(({ shown }) => shown === status).length).toBeGreaterThan(0)
      for (const { shown, matches } of rows) expect(matches).toBe(shown === status)
    },
  )

  test('open deals are those shown as Active or Ending Soon; neither upcoming nor unconfirmed ones have ended', async () => {
    const rows = await read({
      open: isOpen(today),
      openOrUpcoming: isOpenOrUpcoming(today),
      unexpired: isNotExpired(today),
    })
    for (const { shown, open, openOrUpcoming, unexpired } of rows) {
      expect(open).toBe(shown === 'ACTIVE' || shown === 'ENDING_SOON')
      expect(openOrUpcoming).toBe(open || shown === 'UPCOMING')
      expect(unexpired).toBe(shown !== 'EXPIRED')
    }
  })

  test('a deal ends after its end date, and is ending soon for its last eight days', async () => {
    const shown = async (status: DealStatus, start: string, end: string | null) => {
      const { rows } = await sql<{ shown: ShownStatus }>`
        select shown_status(${status}, ${start}::date, ${end}::date, ${end ?? today}::date, ${today}::date) as shown`.execute(
        db,
      )
      return rows[0]!.shown
    }
    const long = addDays(today, -100)
    expect(await shown('ACTIVE', long, addDays(today, -1))).toBe('EXPIRED')
    expect(await shown('ACTIVE', long, today)).toBe('ENDING_SOON')
    expect(await shown('ACTIVE', long, addDays(today, 7))).toBe('ENDING_SOON')
    expect(await shown('ACTIVE', long, addDays(today, 8))).toBe('ACTIVE')
    expect(await shown('ENDING_SOON', long, null)).toBe('ENDING_SOON')
    expect(await shown('ACTIVE', addDays(today, 1), null)).toBe('UPCOMING')
    expect(await shown('UPCOMING', today, null)).toBe('ACTIVE')
    expect(await shown('EXPIRED', addDays(today, 1), null)).toBe('EXPIRED')
  })
})

/** One deal for each shown status whose stored status says something else. */
async function makeMisleadingDeals(given: Parameters<typeof makeDeal>[0] = {}) {
  const created = (minute: number) => ({ ...given, created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)) })
  await makeDeal({ title: 'Runs', status: 'UPCOMING', ...created(1) })
  await makeDeal({ title: 'Ends today', status: 'ACTIVE', end_date: day(0), ...created(2) })
  await makeDeal({ title: 'Starts tomorrow', status: 'ACTIVE', start_date: day(1), ...created(3) })
  await makeDeal({ title: 'Ended yesterday', status: 'ENDING_SOON', end_date: day(-1), ...created(4) })
  await makeDeal({ title: 'Set to Expired', status: 'EXPIRED', end_date: day(30), ...created(5) })
  await makeDeal({ title: 'Never confirmed', status: 'ACTIVE', start_date: day(-366), found_on: null, ...created(6) })
}

test('visitors filter by the shown status, and the count agrees', async () => {
  await makeMisleadingDeals()

  expect(await list({ status: 'ACTIVE' })).toEqual(['Runs'])
  expect(await list({ status: 'ENDING_SOON' })).toEqual(['Ends today'])
  expect(await list({ status: 'UPCOMING' })).toEqual(['Starts tomorrow'])
  expect(await list({ status: 'EXPIRED' })).toEqual(['Set to Expired', 'Ended yesterday'])
  expect(await list({ status: 'UNCONFIRMED' })).toEqual(['Never confirmed'])
  const { deals } = await listDeals({ ...DEFAULT_SEARCH, sort: 'oldest' })
  expect(deals.map(({ shown_status }) => shown_status)).toEqual([
    'ACTIVE',
    'ENDING_SOON',
    'UPCOMING',
    'EXPIRED',
    'EXPIRED',
    'UNCONFIRMED',
  ])
})

test.each(SHOWN_STATUSES)('the filter %s finds the same deals in every order', async (status) => {
  await makeMisleadingDeals()
  const newest = await list({ status })

  for (const sort of ['oldest', 'price-low', 'price-high', 'rating', 'ending'] as const) {
    expect((await list({ status, sort })).sort()).toEqual(newest.toSorted())
  }
})

test('the filters for open and for priced deals leave the others out', async () => {
  await makeMisleadingDeals({ deal_price: '9.00' })
  await makeDeal({ title: 'Without a price', created_at: new Date('2025-01-01') })
  const found = async (filter: Partial<DealSearch>) => {
    const rows = await (await matching(filter)).select('title').orderBy('created_at').execute()
    return rows.map(({ title }) => title)
  }

  expect(await found({ open: '1' })).toEqual(['Without a price', 'Runs', 'Ends today'])
  expect(await found({ open: '1', priced: '1' })).toEqual(['Runs', 'Ends today'])
  expect(await found({ open: '1', status: 'EXPIRED' })).toEqual([])
  expect(await found({ priced: '1', status: 'EXPIRED' })).toEqual(['Ended yesterday', 'Set to Expired'])
})

test('staff filter by the status they set, and their rows have both', async () => {
  await makeMisleadingDeals()

  const { deals, count } = await listManagedDeals({ ...DEFAULT_MANAGE_SEARCH, status: 'ACTIVE' })
  expect(count).toBe(3)
  expect(deals.map(({ title, status, shown_status }) => [title, status, shown_status])).toEqual([
    ['Never confirmed', 'ACTIVE', 'UNCONFIRMED'],
    ['Starts tomorrow', 'ACTIVE', 'UPCOMING'],
    ['Ends today', 'ACTIVE', 'ENDING_SOON'],
  ])
})

test('by end date, deals that staff set to Expired come after those that still run, and after ended ones', async () => {
  await makeMisleadingDeals()
  await db
    .updateTable('deals')
    .set({ end_date: day(60) })
    .where('title', '=', 'Starts tomorrow')
    .execute()
  await db
    .updateTable('deals')
    .set({ end_date: day(40) })
    .where('title', '=', 'Runs')
    .execute()

  expect(await list({ sort: 'ending' })).toEqual([
    'Ends today',
    'Runs',
    'Starts tomorrow',
    'Never confirmed',
    'Ended yesterday',
    'Set to Expired',
  ])
})

test('the homepage features open deals, those with a price that was vouched for first, else ended ones', async () => {
  const featured = async () => (await listFeaturedDeals(3)).map(({ title }) => title)
  await makeMisleadingDeals()
  expect(await featured()).toEqual(['Ends today', 'Runs'])

  const created_at = new Date('2025-01-01')
  await makeDeal({ title: 'Old, seen by the page watch', deal_price: '9.00', created_at })
  const checked = { checked_at: new Date(), found_on: null, created_at: new Date('2024-01-01') }
  await makeDeal({ title: 'Older, checked', deal_price: '9.00', ...checked })
  await makeDeal({ title: 'Subscription', deal_price: '9.00', deal_price_period: 'YEAR' })
  await makeDeal({ title: 'Imported', deal_price: '9.00', start_date: day(-9), found_on: null, created_at })
  expect(await featured()).toEqual(['Old, seen by the page watch', 'Older, checked', 'Ends today'])

  await db.updateTable('deals').set({ status: 'EXPIRED' }).where('title', '<>', 'Never confirmed').execute()
  expect(await featured()).toEqual(['Set to Expired', 'Ended yesterday', 'Starts tomorrow'])
  await db.deleteFrom('deals').where('title', '<>', 'Never confirmed').execute()
  expect(await featured()).toEqual(['Never confirmed'])
})

describe('open first', () => {
  const ORDER = ['Ends today', 'Runs', 'Starts tomorrow', 'Never confirmed', 'Set to Expired', 'Ended yesterday']

  test('lists open deals, then upcoming, not confirmed and ended ones, each the newest first, and counts each', async () => {
    await makeMisleadingDeals()
    const { deals, shelves, count } = await listDeals(DEFAULT_SEARCH)
    expect(deals.map(({ title }) => title)).toEqual(ORDER)
    expect(shelves).toEqual({ open: 2, upcoming: 1, unconfirmed: 1, ended: 2 })
    expect(count).toBe(6)
  })

  test('the best match ranks deals of the same rank in that order', async () => {
    await makeMisleadingDeals({ vendor_name: 'Orbit' })
    expect(await list({ q: 'orbit', sort: 'best' })).toEqual(ORDER)
  })

  test('pages continue across shelves', async () => {
    await makeMisleadingDeals()
    await Promise.all(Array.from({ length: 27 }, (_, n) => makeDeal({ title: `Open ${n}` })))
    const page = async (number: number) => (await listDeals({ ...DEFAULT_SEARCH, page: number })).deals
    const all = [...(await page(1)), ...(await page(2))].map(({ title }) => title)
    expect(new Set(all).size).toBe(33)
    expect(all.slice(27)).toEqual(ORDER)
  })

  test('with a filter for the status only its shelf is counted', async () => {
    await makeMisleadingDeals()
    const counted = async (filter: Partial<DealSearch>) => (await listDeals({ ...DEFAULT_SEARCH, ...filter })).shelves
    const none = { open: 0, upcoming: 0, unconfirmed: 0, ended: 0 }
    expect(await counted({ open: '1' })).toEqual({ ...none, open: 2 })
    expect(await counted({ status: 'ENDING_SOON' })).toEqual({ ...none, open: 1 })
    expect(await counted({ status: 'EXPIRED', open: '1' })).toEqual(none)
    expect(await counted({ sort: 'newest' })).toBeUndefined()
  })
})

test('subscriptions are listed only where they are asked for', async () => {
  await makeDeal({ title: 'Paid once' })
  await makeDeal({ title: 'Paid every month', deal_price: '5.00', deal_price_period: 'MONTH' })
  expect(await list({})).toEqual(['Paid once'])
  expect(await list({ subscriptions: '1' })).toEqual(['Paid every month', 'Paid once'])
  expect((await listDeals({ ...DEFAULT_SEARCH, subscriptions: '1' })).shelves).toMatchObject({ open: 2 })
})

test('a price filter counts the matches whose price is not listed, which a filter of their own lists', async () => {
  const { slug: category, id: category_id } = await makeCategory()
  await makeDeal({ title: 'Cheap', deal_price: '9.00', category_id })
  await makeDeal({ title: 'Dear', deal_price: '99.00', category_id })
  await makeDeal({ title: 'Unknown', category_id })
  await makeDeal({ title: 'Unknown elsewhere' })
  const found = (asked: Partial<DealSearch>) => listDeals({ ...DEFAULT_SEARCH, ...asked })
  expect(await found({ category, maxPrice: '30' })).toMatchObject({ count: 1, unpriced: 1 })
  expect(await found({ category, priced: '1' })).toMatchObject({ count: 2, unpriced: 1 })
  expect(await found({ category })).toMatchObject({ count: 3, unpriced: 0 })
  expect(await list({ category, priced: '0' })).toEqual(['Unknown'])
})

test('open deals are related before upcoming, unconfirmed and expired ones', async () => {
  const { id: category_id } = await makeCategory()
  await makeMisleadingDeals({ category_id })
  await makeDeal({ title: 'Shares a tag', tags: ['ai'], created_at: new Date('2025-01-01') })
  const { slug } = await makeDeal({ category_id, tags: ['ai'] })

  const related = await listRelatedDeals((await findPublishedDeal(slug))!)
  expect(related.map(({ title }) => title)).toEqual(['Ends today', 'Runs', 'Shares a tag', 'Starts tomorrow'])
})

describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('on a host in %s', (zone) => {
  const hostZone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = zone
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    if (hostZone === undefined) delete process.env.TZ
    else process.env.TZ = hostZone
  })

  test('a deal is Ending Soon until midnight UTC of its end date and Expired from then on', async () => {
    const { slug } = await makeDeal({ end_date: '2026-11-22' })
    const shownAt = async (time: string) => {
      vi.setSystemTime(time)
      const [card] = (await listDeals(DEFAULT_SEARCH)).deals
      // A prepared statement, which must not keep the day on which it was prepared.
      expect((await findPublishedDeal(slug))!.shown_status).toBe(card!.shown_status)
      expect(await list({ status: card!.shown_status })).toHaveLength(1)
      return card!.shown_status
    }
    expect(await shownAt('2026-11-22T00:00:00.000Z')).toBe('ENDING_SOON')
    expect(await shownAt('2026-11-22T23:59:59.999Z')).toBe('ENDING_SOON')
    expect(await shownAt('2026-11-23T00:00:00.000Z')).toBe('EXPIRED')
  })
})

test('the day is that of UTC in a process and a database of another time zone', async () => {
  const { rows: defaults } = await sql<{ zone: string }>`
    select split_part(setting, '=', 2) as zone
    from pg_db_role_setting join pg_database on oid = setdatabase, unnest(setconfig) as setting
    where datname = current_database()`.execute(db)
  expect(defaults).toEqual([{ zone: 'Pacific/Kiritimati' }])

  const child = await run(process.execPath, ['--import', 'tsx', 'tests/fixtures/print-days.ts'], {
    env: { ...process.env, TZ: 'Pacific/Kiritimati' },
  })
  const { local, today, database } = JSON.parse(child.stdout)
  expect(local).toBe('2026-11-23')
  expect({ today, database }).toEqual({ today: utcToday(), database: utcToday() })
})

describe('an offer without an end date', () => {
  const stored = async (given: Parameters<typeof makeDeal>[0]) => {
    const deal = await makeDeal({ start_date: '2024-05-01', found_on: null, ...given })
    return { confirmed: deal.confirmed_on, until: deal.open_until }
  }
  const at = (time: string) => ({ checked_at: new Date(time) })

  test('is open for 60 days after its start if it was never confirmed', async () => {
    expect(await stored({})).toEqual({ confirmed: null, until: '2024-06-30' })
    expect(await stored({ start_date: '2999-01-01' })).toEqual({ confirmed: null, until: '2999-03-02' })
  })

  test('is open for 180 days after the UTC day on which it was last confirmed', async () => {
    expect(await stored(at('2025-06-07T23:59:59Z'))).toEqual({ confirmed: '2025-06-07', until: '2025-12-04' })
    expect(await stored(at('2025-06-08T00:01:00Z'))).toEqual({ confirmed: '2025-06-08', until: '2025-12-05' })
    const foundLater = await stored({ ...at('2025-06-07T00:00:00Z'), found_on: '2026-02-03' })
    expect(foundLater).toEqual({ confirmed: '2026-02-03', until: '2026-08-02' })
    expect(await stored({ found_on: '2023-01-01' })).toEqual({ confirmed: '2023-01-01', until: '2023-06-30' })
  })

  test('is not confirmed afterwards, whatever staff set, and an offer that is to come is upcoming', async () => {
    const shown = async (given: Parameters<typeof makeDeal>[0]) => {
      const { slug } = await makeDeal({ found_on: null, start_date: day(-400), ...given })
      return (await findPublishedDeal(slug))?.shown_status
    }
    expect(await shown({ start_date: day(-60) })).toBe('ACTIVE')
    expect(await shown({ start_date: day(-61) })).toBe('UNCONFIRMED')
    expect(await shown({ found_on: day(-180) })).toBe('ACTIVE')
    expect(await shown({ found_on: day(-181) })).toBe('UNCONFIRMED')
    expect(await shown({ found_on: day(-180), status: 'ENDING_SOON' })).toBe('ENDING_SOON')
    expect(await shown({ found_on: day(-181), status: 'ENDING_SOON' })).toBe('UNCONFIRMED')
    expect(await shown({ found_on: day(-181), status: 'UPCOMING' })).toBe('UNCONFIRMED')
    expect(await shown({ found_on: day(-181), status: 'EXPIRED' })).toBe('EXPIRED')
    expect(await shown({ found_on: day(-400), start_date: day(1) })).toBe('UPCOMING')
  })
})

test('an end date decides alone, also before the day of a check', async () => {
  const deal = await makeDeal({ start_date: day(-90), end_date: day(-9), checked_at: new Date() })
  expect(deal.open_until).toBe(day(-9))
  expect((await findPublishedDeal(deal.slug))?.shown_status).toBe('EXPIRED')
  const unchecked = await makeDeal({ start_date: day(-400), end_date: day(30), found_on: null })
  expect((await findPublishedDeal(unchecked.slug))?.shown_status).toBe('ACTIVE')
})
