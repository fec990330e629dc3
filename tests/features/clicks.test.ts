import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { outsideReferrer, visitorKeys } from '~/features/audience/clicks/count-click.server'
import { isCountableVisit } from '~/features/audience/clicks/counted-visit'
import {
  countClicks,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listLinkClicks,
  listReferrerClicks,
  periodOf,
} from '~/features/staff/analytics/click-metrics.server'
import { countClicksOfDays } from '~/features/staff/analytics/count-clicks-task.server'
import { listTable } from '~/features/staff/analytics/metric-tables.server'
import { type DayRange, RANGE_NAMES } from '~/features/staff/analytics/range'
import { type RequestContext, runInContext } from '~/request-context.server'
import { BROWSER } from '../browser'
import { makeCategory, makeDeal, makePlatform } from '../factories'
import { makeClicks } from '../staff-factories'

/** Clicks on five deals over 100 days, many of them within a second of midnight UTC. */
async function scatterClicks(count: number) {
  await sql`
    insert into click_events (deal_id, link, referrer, visitor_key, created_at)
    select deal.id, (array[null, 'own'])[1 + n % 2], (array[null, 'https://news.example/a', 'https://blog.example/'])[1 + n % 3],
      decode(md5((n % 7)::text || day), 'hex'),
      (day + (array['00:00:00', '23:59:59.999999', '12:30:00', '00:00:00.000001'])[1 + n % 4]::time) at time zone 'UTC'
    from generate_series(1, ${count}) n,
      lateral (select (now() at time zone 'UTC')::date - (n * 37 % 100) as day) days,
      lateral (select id from deals order by md5(id::text || n) limit 1) deal
    where (day + '23:59:59.999999'::time) at time zone 'UTC' < now() or n % 4 in (0, 3)`.execute(db)
}

async function ask<Row>(query: ReturnType<typeof sql<Row>>) {
  return (await query.execute(db)).rows
}

/** The expected metrics, queried from the raw rows. */
async function rawCounts(range: DayRange) {
  const within =
    range === 'all'
      ? sql`true`
      : sql`date(created_at at time zone 'UTC') > date(now() at time zone 'UTC') - ${sql.lit(Number(range))}`
  const clicks = sql`(select * from click_events where ${within}) c`
  return {
    days: await ask(sql`select date(created_at at time zone 'UTC') as day, count(*) as clicks,
      count(distinct visitor_key) as visitors from ${clicks} group by 1 order by 1`),
    deals: await ask(sql`select slug, count(*) as clicks from ${clicks} join deals on deals.id = deal_id
      group by deals.id order by 2 desc, deals.id`),
    categories: await ask(sql`select p.slug, count(*) as clicks from ${clicks} join deals on deals.id = deal_id
      join categories p on p.id = category_id group by p.id order by 2 desc, p.name`),
    platforms: await ask(sql`select p.slug, count(*) as clicks from ${clicks} join deals on deals.id = deal_id
      join platforms p on p.id = platform_id group by p.id order by 2 desc, p.name`),
    links: await ask(
      sql`select coalesce(link, '') as key, count(*) as clicks from ${clicks} group by 1 order by 2 desc, 1`,
    ),
    referrers: await ask(sql`select coalesce(referrer, '') as referrer, count(*) as clicks from ${clicks}
      group by 1 order by 2 desc, 1`),
  }
}

async function shown(range: DayRange) {
  const period = periodOf(range)
  const slugs = (rows: { slug: string; clicks: number }[]) => rows.map(({ slug, clicks }) => ({ slug, clicks }))
  const groups = await listGroupClicks(period, 100)
  return {
    days: await listClickDays(period),
    deals: slugs(await listDealClicks(period, 100)),
    categories: slugs(groups.categories),
    platforms: slugs(groups.platforms),
    links: (await listLinkClicks(period, 100)).map(({ key, clicks }) => ({ key, clicks })),
    referrers: await listReferrerClicks(period, 100),
  }
}

async function expectMatch() {
  for (const range of RANGE_NAMES) expect(await shown(range), `range ${range}`).toEqual(await rawCounts(range))
  const [raw] = await ask(sql<{ clicks: number }>`select count(*) as clicks from click_events`)
  expect(await countClicks()).toBe(raw!.clicks)
}

const listDealIds = async () => (await db.selectFrom('deals').select('id').orderBy('id').execute()).map(({ id }) => id)

async function makeDeals() {
  const [category_id, platform_id] = [(await makeCategory()).id, (await makePlatform()).id]
  await Promise.all([makeDeal(), makeDeal({ category_id }), makeDeal({ category_id, platform_id })])
}

describe('click metrics equal a query of the raw rows for every range', () => {
  beforeEach(makeDeals)

  test('before the first count, after it, and with clicks of today since then', async () => {
    await expectMatch()
    await scatterClicks(200)
    await expectMatch()
    await countClicksOfDays()
    await expectMatch()
    const [deal_id] = await listDealIds()
    await makeClicks(3, { deal_id: deal_id!, visitor_key: Buffer.alloc(16, 1) })
    await expectMatch()
  })

  test('after two counts at once, and after a click that committed late', async () => {
    await scatterClicks(80)
    await db.transaction().execute(async (late) => {
      await sql`
        insert into click_events (deal_id, created_at) select id, now() - interval '20 days' from deals limit 1`.execute(
        late,
      )
      await Promise.all([countClicksOfDays(), countClicksOfDays()])
      await expectMatch()
    })
    await countClicksOfDays()
    await expectMatch()
  })

  test('when the count of a night was missed', async () => {
    await countClicksOfDays()
    await sql`update metric_totals set updated_at = updated_at - interval '2 days'`.execute(db)
    const [deal_id] = await listDealIds()
    await makeClicks(4, { deal_id: deal_id!, created_at: new Date(Date.now() - 86_400_000) })
    await makeClicks(5, { deal_id: deal_id! })
    await expectMatch()
  })

  test('after deals were deleted, once it is night', async () => {
    await scatterClicks(150)
    await countClicksOfDays()
    const [first] = await listDealIds()
    await db.deleteFrom('deals').where('id', '=', first!).execute()
    await countClicksOfDays()
    await expectMatch()
    await db.deleteFrom('deals').execute()
    await countClicksOfDays()
    await expectMatch()
  })

  test('after a deal moved to another category or platform', async () => {
    await scatterClicks(60)
    await countClicksOfDays()
    const [moved] = await listDealIds()
    const [category_id, platform_id] = [(await makeCategory()).id, (await makePlatform()).id]
    await db.updateTable('deals').set({ category_id, platform_id }).where('id', '=', moved!).execute()
    await expectMatch()
  })

  test('after a new day began', async () => {
    await scatterClicks(300)
    await countClicksOfDays()
    // Totals as of an earlier night, with clicks of days that have since left each range.
    await sql`
      update metric_totals set updated_at = updated_at - interval '2 days',
        last_7 = last_7 + 5, last_30 = last_30 + 6, last_90 = last_90 + 7`.execute(db)
    await countClicksOfDays()
    await expectMatch()
  })
})

test('one visitor of two deals counts as two clicks and one daily visitor', async () => {
  await makeDeals()
  const visitor_key = Buffer.alloc(16, 1)
  const [one, two] = await listDealIds()
  const click = (deal_id: string) => makeClicks(1, { deal_id, visitor_key })
  await click(one!)
  await click(two!)
  expect(await listClickDays(periodOf('7'))).toMatchObject([{ clicks: 2, visitors: 1 }])
})

test('deals are ranked by all of their clicks', async () => {
  const deals = await Promise.all(Array.from({ length: 12 }, () => makeDeal()))
  const click = (place: number, times: number) => makeClicks(times, { deal_id: deals[place]!.id })
  for (let place = 0; place < 12; place++) await click(place, 20 - place)
  await click(11, 15)
  const first = await listDealClicks(periodOf('30'), 5)
  expect(first.map(({ slug, clicks }) => [slug, clicks])).toEqual(
    [11, 0, 1, 2, 3].map((place) => [deals[place]!.slug, place === 11 ? 24 : 20 - place]),
  )
})

test('the CSV download has the same numbers as the analytics page', async () => {
  await makeDeals()
  await scatterClicks(50)
  const period = periodOf('90')
  const { columns, rows } = await listTable('deals', '90')
  expect(columns).toEqual(['title', 'slug', 'clicks', 'saves', 'reviews'])
  expect(rows.map((cells) => cells[2])).toEqual((await listDealClicks(period, 100)).map(({ clicks }) => clicks))
})

const counts = (headers: Record<string, string>, method = 'GET') =>
  isCountableVisit(
    new Request('http://localhost:3000/go/deal', { method, headers: { 'User-Agent': BROWSER, ...headers } }),
  )
const fetched = (site: string, mode: string, dest = 'document', user?: '?1') => ({
  ...{ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
  ...(user && { 'Sec-Fetch-User': user }),
})

test.each<[what: string, headers: Record<string, string>, isCounted: boolean]>([
  ['a browser without Sec-Fetch headers', {}, true],
  ['a headless browser', { 'User-Agent': BROWSER.replace('Chrome', 'HeadlessChrome') }, true],
  ['a page of the site', fetched('same-origin', 'navigate'), true],
  ['the address bar', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }, true],
  ['a link on another site', fetched('cross-site', 'navigate', 'document', '?1'), true],
  ['a known bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, false],
  ['a link preview', { 'User-Agent': 'facebookexternalhit/1.1' }, false],
  ['curl', { 'User-Agent': 'curl/8.5.0' }, false],
  ['a client without User-Agent', { 'User-Agent': '' }, false],
  ['a prefetch', { 'Sec-Purpose': 'prefetch;prerender' }, false],
  ['a prefetch with the old Purpose header', { Purpose: 'prefetch' }, false],
  ['a prefetch with the X-Moz header', { 'X-Moz': 'prefetch' }, false],
  ['an image on another site', fetched('cross-site', 'no-cors', 'image'), false],
  ['a frame on another site', fetched('cross-site', 'navigate', 'iframe', '?1'), false],
  ['a cross-site redirect without a click', fetched('cross-site', 'navigate'), false],
  ['a script of the site', fetched('same-origin', 'cors', 'empty'), false],
])('a visit from %s with the headers %j counts as a click: %s', (_what, headers, isCounted) => {
  expect(counts(headers)).toBe(isCounted)
  expect(counts(headers, 'HEAD')).toBe(false)
})

describe('the referrer of a click', () => {
  const own = 'https://deals.example.com'
  const NONE = [
    ...['https://user:secret@news.example/a', 'https://user@news.example/a', '//news.example/a', 'https://'],
    ...['https://deals.example.com/deals/quillstack', 'http://deals.example.com/', 'data:text/html,hello'],
    ...['android-app://com.example.reader/', 'javascript:alert(1)', 'not an address', ''],
  ]
  test.each<[header: string, stored: string | null]>([
    ['https://news.example/2026/best-deals?utm_source=x&token=abc#top', 'https://news.example/2026/best-deals'],
    ['https://news.example', 'https://news.example/'],
    ['http://news.example:8080/a', 'http://news.example:8080/a'],
    ['https://mail.example/reset/5d41402abc4b2a76b9719d911017c592aa', 'https://mail.example/'],
    ['https://mail.example/u/ada@example.com', 'https://mail.example/'],
    ...NONE.map((header): [string, null] => [header, null]),
  ])('the referrer %s is stored as %s', (header, stored) => expect(outsideReferrer(header, own)).toBe(stored))

  test('a stored referrer has at most 300 characters', () => {
    const stored = outsideReferrer(`https://news.example/${'long-way/'.repeat(100)}`, own)
    expect(stored).toHaveLength(300)
  })
})

const DEAL = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b11'
const OTHER_DEAL = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b12'
const ADA = { id: '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b13' }

afterEach(() => {
  vi.useRealTimers()
})

function keysAt(
  time: string,
  { user, deal = DEAL, browser = 'Firefox' }: { user?: typeof ADA; deal?: string; browser?: string } = {},
) {
  // Only the clock is fake; timers run.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  const request = new Request('http://localhost:3000/go/deal', { headers: { 'User-Agent': browser } })
  const { visitor_key, repeat_key } = visitorKeys(request, user, deal)
  return { visitor: visitor_key.toString('hex'), repeat: repeat_key.toString('hex') }
}

describe.each([
  ['a visitor', {}],
  ['a member', { user: ADA }],
])('the key of %s', (_, who) => {
  test('the visitor key stays the same all day, for any deal', () => {
    const { visitor } = keysAt('2026-03-05T00:00:00.000Z', who)
    expect(visitor).toMatch(/^[\da-f]{32}$/)
    expect(keysAt('2026-03-05T23:59:59.999Z', who).visitor).toBe(visitor)
    expect(keysAt('2026-03-05T12:00:00.000Z', { ...who, deal: OTHER_DEAL }).visitor).toBe(visitor)
  })

  test('the visitor key changes each day, in UTC', () => {
    const days = [
      '2026-03-04T23:59:59.999Z',
      '2026-03-05T00:00:00.000Z',
      '2026-03-06T00:00:00.000Z',
      '2027-03-05T00:00:00.000Z',
    ]
    expect(new Set(days.map((day) => keysAt(day, who).visitor)).size).toBe(4)
  })

  test('the repeat key stays the same over days and differs by deal', () => {
    const { repeat, visitor } = keysAt('2026-03-05T12:00:00.000Z', who)
    expect(keysAt('2026-03-06T12:00:00.000Z', who).repeat).toBe(repeat)
    expect(keysAt('2026-03-05T12:00:00.000Z', { ...who, deal: OTHER_DEAL }).repeat).not.toBe(repeat)
    expect(repeat).not.toBe(visitor)
  })
})

test('both keys differ by browser for visitors and stay the same for a member', () => {
  const [one, two] = ['Firefox', 'Safari'].map((browser) => keysAt('2026-03-05T12:00:00.000Z', { browser }))
  expect(one!.visitor).not.toBe(two!.visitor)
  expect(one!.repeat).not.toBe(two!.repeat)
  const [first, second] = ['Firefox', 'Safari'].map((browser) =>
    keysAt('2026-03-05T12:00:00.000Z', { browser, user: ADA }),
  )
  expect(first).toEqual(second)
})

test('both keys of a visitor differ by address', () => {
  const [one, two] = ['192.0.2.1', '192.0.2.2'].map((address) =>
    runInContext({ id: 'test', address } as RequestContext, () => keysAt('2026-03-05T12:00:00.000Z')),
  )
  expect(one!.visitor).not.toBe(two!.visitor)
  expect(one!.repeat).not.toBe(two!.repeat)
})

test('both keys differ by SESSION_SECRET', async () => {
  const { visitor, repeat } = keysAt('2026-03-05T12:00:00.000Z', { user: ADA })
  vi.stubEnv('SESSION_SECRET', '7ad1f0c2b9e84635a0d3c7e1f9b25804')
  vi.resetModules()
  const other = await import('~/features/audience/clicks/count-click.server')
  const keys = other.visitorKeys(new Request('http://localhost:3000/go/deal'), ADA, DEAL)
  expect(keys.visitor_key.toString('hex')).not.toBe(visitor)
  expect(keys.repeat_key.toString('hex')).not.toBe(repeat)
  vi.unstubAllEnvs()
})
