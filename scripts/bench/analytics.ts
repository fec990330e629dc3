import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { QUERY_GOAL } from './queries'
import { QUIET } from './quiet'
import type { Figure } from './report'

const ROLL_UP_GOAL = 500
const RUNS = 5

type Measured = { range: string; p50: number; max: number }

/** The analytics page's queries over so many clicks of two years, and how fast the worker adds clicks up. */
export async function measureAnalytics(databaseUrl: string, clicks: number): Promise<Figure[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await addClicks(client, clicks)
  await client.end()

  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename], {
    env: { ...process.env, ...QUIET, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 3_600_000,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Measuring the analytics failed, see above.')
  const { perSecond, ranges }: { perSecond: number; ranges: Measured[] } = JSON.parse(stdout)
  return [
    {
      what: `roll-up of ${clicks} clicks`,
      ours: `${perSecond.toFixed(0)} clicks/s`,
      goal: `>= ${ROLL_UP_GOAL}`,
      isMet: perSecond >= ROLL_UP_GOAL,
    },
    ...ranges.map(({ range, p50, max }) => ({
      what: `analytics page's queries, range ${range}`,
      ours: `p50 ${p50.toFixed(1)}, max ${max.toFixed(1)} ms`,
      goal: `<= ${QUERY_GOAL} ms`,
      isMet: p50 <= QUERY_GOAL,
    })),
  ]
}

/** A few deals have most of the clicks; a tenth come from other sites. */
async function addClicks(client: pg.Client, clicks: number) {
  console.log(`Adding ${clicks} clicks ...`)
  await client.query(
    `with place as materialized (select array_agg(id) as deals from deals)
     insert into click_events (deal_id, referrer, visitor_key, created_at)
     select deals[1 + floor(array_length(deals, 1) * power(random(), 3))::int],
       case when random() < 0.1 then 'https://site' || floor(300 * power(random(), 2))::int || '.example/' end,
       decode(md5(floor(random() * $1::int / 2)::text), 'hex'),
       now() - (1 - n::float8 / $1::int) * interval '730 days'
     from generate_series(1, $1::int) n, place order by n`,
    [clicks],
  )
  await client.query('analyze')
}

async function measure() {
  const { rollUpClicks } = await import('~/features/analytics/roll-up.server')
  const { findFigures } = await import('~/features/analytics/figures.server')
  const { countClicks } = await import('~/features/analytics/click-figures.server')
  const { sumUpTallies } = await import('~/features/analytics/totals.server')
  const { RANGE_NAMES } = await import('~/features/analytics/range')

  const clicks = await countClicks()
  const start = performance.now()
  await rollUpClicks()
  const perSecond = (clicks * 1_000) / (performance.now() - start)
  await sumUpTallies()

  const ranges: Measured[] = []
  for (const range of RANGE_NAMES) {
    const taken: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const begun = performance.now()
      await findFigures(range)
      // The first run warms the caches.
      if (run > 0) taken.push(performance.now() - begun)
    }
    taken.sort((a, b) => a - b)
    ranges.push({ range, p50: taken[Math.floor(RUNS / 2)]!, max: taken.at(-1)! })
  }
  await globalThis.database?.destroy()
  return { perSecond, ranges }
}

if (import.meta.filename === process.argv[1]) console.log(JSON.stringify(await measure()))
