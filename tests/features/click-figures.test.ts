import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import {
  countClicks,
  findPeriod,
  listClickDays,
  listDealClicks,
  listPlaceClicks,
  listReferrerClicks,
} from '~/features/analytics/click-figures.server'
import { listTable } from '~/features/analytics/figure-tables.server'
import { RANGE_NAMES, type Range } from '~/features/analytics/range'
import { addUpClicks, rollUpClicks } from '~/features/analytics/roll-up.server'
import { forgetOldVisitors } from '~/features/analytics/visitors.server'
import { makeCategory, makeDeal, makePlatform } from '../factories'

/** Clicks on five deals over 100 days, many of them within a second of midnight in UTC. */
async function scatterClicks(count: number) {
  await sql`
    insert into click_events (deal_id, referrer, visitor_key, created_at)
    select deal.id, (array[null, 'https://news.example/a', 'https://blog.example/'])[1 + n % 3],
      decode(md5((n % 7)::text || day), 'hex'),
      (day + (array['00:00:00', '23:59:59.999999', '12:30:00', '00:00:00.000001'])[1 + n % 4]::time) at time zone 'UTC'
    from generate_series(1, ${count}) n,
      lateral (select (now() at time zone 'UTC')::date - (n * 37 % 100) as day) days,
      lateral (select id from deals order by md5(id::text || n) limit 1) deal
    where (day + '23:59:59.999999'::time) at time zone 'UTC' < now() or n % 4 in (0, 3)`.execute(db)
}

/** Puts back the sums of ranges, so that so many days begin at once with the next roll-up. */
async function standAsDaysAgo(days: number) {
  const since = (range: number) => sql`coalesce(sum(clicks) filter (where day > as_of - ${sql.lit(range)}), 0)`
  const sums = sql`last_7 = was.last_7, last_30 = was.last_30, last_90 = was.last_90`
  await sql`update click_roll_up set as_of = as_of - ${days}::int`.execute(db)
  for (const [table, key, counted] of [
    ['deal_click_sums', 'deal_id', 'deal_click_days'],
    ['referrer_click_sums', 'referrer', 'referrer_click_days'],
    [
      'place_click_sums',
      'place_id',
      '(select * from deal_click_days, lateral (select unnest(array[category_id, platform_id]) as place_id from deals where id = deal_id) place) days',
    ],
  ] as const) {
    await sql`
      update ${sql.table(table)} as sums set ${sums} from (
        select ${sql.ref(key)} as key, ${since(7)} as last_7, ${since(30)} as last_30, ${since(90)} as last_90
        from ${sql.raw(counted)}, click_roll_up group by 1
      ) was where was.key = sums.${sql.ref(key)}`.execute(db)
  }
}

async function ask<Row>(query: ReturnType<typeof sql<Row>>) {
  return (await query.execute(db)).rows
}

/** What a person would type to check the page. */
async function truthOf(range: Range) {
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
    referrers: await ask(sql`select coalesce(referrer, '') as referrer, count(*) as clicks from ${clicks}
      group by 1 order by 2 desc, 1`),
  }
}

async function shown(range: Range) {
  const period = await findPeriod(range)
  const slugs = (rows: { slug: string; clicks: number }[]) => rows.map(({ slug, clicks }) => ({ slug, clicks }))
  const places = await listPlaceClicks(period, 100)
  return {
    days: await listClickDays(period),
    deals: slugs(await listDealClicks(period, 100)),
    categories: slugs(places.categories),
    platforms: slugs(places.platforms),
    referrers: await listReferrerClicks(period, 100),
  }
}

async function expectTruth(given: { visitors?: boolean } = {}) {
  for (const range of RANGE_NAMES) {
    const [page, truth] = [await shown(range), await truthOf(range)]
    // The visitors of past days are told by the roll-up.
    if (given.visitors === false) {
      for (const day of [...page.days, ...truth.days] as { visitors?: number }[]) delete day.visitors
    }
    expect(page, `range ${range}`).toEqual(truth)
  }
  const [truth] = await ask(sql<{ clicks: number }>`select count(*) as clicks from click_events`)
  expect(await countClicks()).toBe(truth!.clicks)
}

beforeEach(async () => {
  await sql`update click_roll_up set as_of = date(now() at time zone 'UTC')`.execute(db)
  const [category_id, platform_id] = [(await makeCategory()).id, (await makePlatform()).id]
  await Promise.all([makeDeal(), makeDeal({ category_id }), makeDeal({ category_id, platform_id })])
})

describe('the figures equal what a query of the raw rows gives', () => {
  test('before, between and after roll-ups, for every range', async () => {
    await scatterClicks(200)
    await expectTruth({ visitors: false })
    await rollUpClicks(30)
    await expectTruth()
    await scatterClicks(150)
    await expectTruth({ visitors: false })
    await rollUpClicks()
    await rollUpClicks()
    await expectTruth()
  })

  test('while people click and roll-ups run, and a click that commits late is not lost', async () => {
    const clickAll = async () => {
      for (let round = 0; round < 10; round++) await scatterClicks(8)
    }
    const rollAll = async () => {
      for (let round = 0; round < 10; round++) await rollUpClicks(20)
    }
    await db.transaction().execute(async (late) => {
      await sql`insert into click_events (deal_id) select id from deals limit 1`.execute(late)
      await Promise.all([clickAll(), clickAll(), rollAll(), rollAll()])
      await expectTruth({ visitors: false })
    })
    await expectTruth({ visitors: false })
    await rollUpClicks()
    await expectTruth()
  })

  test('after a deal is deleted with its clicks, counted ones and others, also during a roll-up', async () => {
    await scatterClicks(150)
    await rollUpClicks()
    await scatterClicks(100)
    const [first, second] = await db.selectFrom('deals').select('id').execute()
    await db.deleteFrom('deals').where('id', '=', first!.id).execute()
    await Promise.all([rollUpClicks(10), db.deleteFrom('deals').where('id', '=', second!.id).execute()])
    await rollUpClicks()
    await expectTruth()
  })

  test('when a new day begins, before the roll-up and after it', async () => {
    await scatterClicks(300)
    await rollUpClicks()
    await standAsDaysAgo(3)
    await expectTruth()
    await rollUpClicks()
    await expectTruth()
    await standAsDaysAgo(2)
    await scatterClicks(100)
    await expectTruth({ visitors: false })
    await rollUpClicks(30)
    await expectTruth()
  })

  test('after a deal has moved to another category', async () => {
    await scatterClicks(60)
    await rollUpClicks()
    await db
      .updateTable('deals')
      .set({ category_id: (await makeCategory()).id })
      .execute()
    await rollUpClicks()
    await expectTruth()
  })
})

test('a visitor of two deals is two clicks and one visitor of the day', async () => {
  const visitor_key = Buffer.alloc(16, 1)
  const deals = await db.selectFrom('deals').select('id').limit(2).execute()
  await db
    .insertInto('click_events')
    .values(deals.map(({ id }) => ({ deal_id: id, visitor_key })))
    .execute()
  const day = { clicks: 2, visitors: 1 }
  expect(await listClickDays(await findPeriod('7'))).toMatchObject([day])
  await rollUpClicks()
  expect(await listClickDays(await findPeriod('7'))).toMatchObject([day])
})

test('visitors stay right when a roll-up follows in the middle of a day, and when they are told only days later', async () => {
  const [deal] = await db.selectFrom('deals').select('id').limit(1).execute()
  const come = (visitors: number[], daysAgo = 0) =>
    db
      .insertInto('click_events')
      .values(
        visitors.map((visitor) => ({
          deal_id: deal!.id,
          visitor_key: Buffer.alloc(16, visitor),
          created_at: new Date(Date.now() - daysAgo * 86_400_000),
        })),
      )
      .execute()
  await Promise.all([come([1, 2]), come([1, 2, 3], 1), come([4, 4], 20)])
  await rollUpClicks()
  await expectTruth()
  // Of these, some were counted before.
  await Promise.all([come([2, 3, 3]), come([3, 4], 1)])
  await expectTruth()
  await come([4, 5], 20)
  await addUpClicks()
  await rollUpClicks()
  await expectTruth()
  await forgetOldVisitors()
  await expectTruth()
  expect(await ask(sql`select distinct day from day_visitors where day < date(now() at time zone 'UTC') - 1`)).toEqual(
    [],
  )
})

test('after a deletion all days are counted anew, however many and large they are', async () => {
  await scatterClicks(200)
  await rollUpClicks()
  const [deal] = await db.selectFrom('deals').select('id').limit(1).execute()
  await db.deleteFrom('deals').where('id', '=', deal!.id).execute()
  // The days are so large that every one is counted by itself.
  await sql`update click_days set clicks = clicks + 1000000`.execute(db)
  await rollUpClicks()
  await sql`update click_days set clicks = clicks - 1000000`.execute(db)
  await expectTruth()
})

test('the first of many deals are the first whether their clicks are rolled up or not', async () => {
  const deals = await Promise.all(Array.from({ length: 12 }, () => makeDeal()))
  const click = (place: number, times: number) =>
    db
      .insertInto('click_events')
      .values(Array.from({ length: times }, () => ({ deal_id: deals[place]!.id })))
      .execute()
  for (let place = 0; place < 12; place++) await click(place, 20 - place)
  await rollUpClicks()
  await click(11, 15)
  const first = await listDealClicks(await findPeriod('30'), 5)
  expect(first.map(({ slug, clicks }) => [slug, clicks])).toEqual(
    [11, 0, 1, 2, 3].map((place) => [deals[place]!.slug, place === 11 ? 24 : 20 - place]),
  )
})

test('a file holds the numbers of the page', async () => {
  await scatterClicks(50)
  const period = await findPeriod('90')
  const [head, ...lines] = await listTable('deals', '90')
  expect(head).toEqual(['title', 'slug', 'clicks', 'saves', 'reviews'])
  expect(lines.map((cells) => cells[2])).toEqual((await listDealClicks(period, 100)).map(({ clicks }) => `${clicks}`))
})
