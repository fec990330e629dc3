import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { fillClickHistory } from '../data/click-history'
import { timeRuns } from '../measure/timing'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

/** Clicks per second. */
const ROLL_UP_GOAL = 500
const RECORDING_GOAL = 3_000
/** The limit for all queries of the page together. Staff open it a few times a day. */
const PAGE_GOAL_MS = 400

/** Clicks of a busy minute, for one roll-up. */
const NEW_CLICKS = 30_000
/** Clicks in one batch on a busy day. */
const CLICKS_PER_BATCH = 100

/** With two years of clicks: the analytics page's queries, recording more clicks, and rolling them up. */
export async function measureAnalytics(databaseUrl: string, clicks: number): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await fillClickHistory(client, clicks)
  await client.end()

  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename], {
    env: { ...process.env, ...SERVER_ENV, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 3_600_000,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Measuring analytics failed, see above.')
  return JSON.parse(stdout)
}

async function measure(): Promise<Measurement[]> {
  const { rollUp } = await import('~/features/analytics/roll-up.server')
  const { countClicks } = await import('~/features/analytics/click-metrics.server')
  const rebuilding = await secondsOf(rollUp)
  const history = `on top of ${await countClicks()} clicks`
  const measurements = [
    { what: `first roll-up, ${history.replace('on top ', '')}`, ours: `${rebuilding.toFixed(1)} s` },
    ...(await measurePage()),
    ...(await measureDownloads()),
    await measureRoundTrips(),
  ]
  const recorded = NEW_CLICKS / (await secondsOf(() => record(NEW_CLICKS)))
  measurements.push({
    what: `recording ${CLICKS_PER_BATCH} clicks at once ${history}`,
    ours: `${recorded.toFixed(0)} clicks/s`,
    goal: `>= ${RECORDING_GOAL}`,
    isMet: recorded >= RECORDING_GOAL,
  })
  const seconds = await secondsOf(rollUp)
  measurements.push({
    what: `roll-up of ${NEW_CLICKS} clicks ${history}`,
    ours: `${(NEW_CLICKS / seconds).toFixed(0)} clicks/s`,
    goal: `>= ${ROLL_UP_GOAL}`,
    isMet: NEW_CLICKS / seconds >= ROLL_UP_GOAL,
  })
  measurements.push({
    what: `roll-up without new clicks ${history}`,
    ours: `${(await secondsOf(rollUp)).toFixed(1)} s`,
  })
  await compareWithRawClicks()
  await globalThis.database?.destroy()
  return measurements
}

async function measurePage(): Promise<Measurement[]> {
  const { findMetrics } = await import('~/features/analytics/metrics.server')
  const { RANGE_NAMES } = await import('~/features/analytics/range')
  const measurements: Measurement[] = []
  for (const range of RANGE_NAMES) {
    const { p50, max } = await timeRuns(() => findMetrics(range))
    measurements.push({
      what: `analytics page's queries, range ${range}`,
      ours: `p50 ${p50.toFixed(1)}, max ${max.toFixed(1)} ms`,
      goal: `<= ${PAGE_GOAL_MS} ms`,
      isMet: p50 <= PAGE_GOAL_MS,
    })
  }
  return measurements
}

async function measureDownloads(): Promise<Measurement[]> {
  const { listTable } = await import('~/features/analytics/metric-tables.server')
  const { METRIC_TABLES, RANGE_NAMES } = await import('~/features/analytics/range')
  const measurements: Measurement[] = []
  for (const table of METRIC_TABLES) {
    const taken: string[] = []
    for (const range of RANGE_NAMES) taken.push((await timeRuns(() => listTable(table, range))).p50.toFixed(0))
    measurements.push({
      what: `rows of the ${table} file, ranges ${RANGE_NAMES.join(', ')}`,
      ours: `p50 ${taken.join(', ')} ms`,
    })
  }
  return measurements
}

/** The database statements of a click besides the redirect. */
async function measureRoundTrips(): Promise<Measurement> {
  const { enqueueClick } = await import('~/features/clicks/click-queue.server')
  const [click] = await makeClicks(1)
  const query = pg.Client.prototype.query
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements++
    return Reflect.apply(query, this, args)
  } as typeof query
  const seconds = await secondsOf(() => enqueueClick(click!)).finally(() => {
    pg.Client.prototype.query = query
  })
  return {
    what: 'recording a click',
    ours: `${statements} statement(s), ${(seconds * 1_000).toFixed(1)} ms`,
    goal: '<= 1',
    isMet: statements <= 1,
  }
}

async function record(clicks: number) {
  const { insertClicks } = await import('~/features/clicks/clicks.server')
  for (let n = 0; n < clicks; n += CLICKS_PER_BATCH) await insertClicks(await makeClicks(CLICKS_PER_BATCH))
}

/** Clicks of different visitors, mostly on the newest deals. */
async function makeClicks(count: number) {
  deals ??= (await globalThis.database!.selectFrom('deals').select('id').orderBy('created_at').execute()).map(
    ({ id }) => id,
  )
  return Array.from({ length: count }, () => ({
    deal_id: deals![Math.floor(deals!.length * Math.random() ** 3)]!,
    user_id: null,
    referrer: Math.random() < 0.1 ? `https://site${Math.floor(300 * Math.random() ** 2)}.example/` : null,
    visitor_key: randomBytes(16),
    repeat_key: randomBytes(16),
  }))
}
let deals: string[] | undefined

async function secondsOf(run: () => Promise<unknown>) {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1_000
}

/** The page's totals must equal those of the click events. */
async function compareWithRawClicks() {
  const { findMetrics } = await import('~/features/analytics/metrics.server')
  const { clicks, deals, referrers, categories, platforms } = await findMetrics('all')
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  const top = async (column: string) => {
    const { rows } = await client.query(`
      select count(*)::int as clicks from click_events join deals on deals.id = deal_id
      group by ${column} order by 1 desc limit 20`)
    return rows.map((row) => row.clicks)
  }
  const all = await client.query('select count(*)::int as clicks from click_events')
  const raw = {
    clicks: all.rows[0].clicks,
    deals: await top('deal_id'),
    referrers: await top('referrer'),
    categories: await top('category_id'),
    platforms: await top('platform_id'),
  }
  await client.end()
  const numbers = (rows: { clicks: number }[]) => rows.map((row) => row.clicks)
  assert.deepEqual(
    {
      clicks,
      deals: numbers(deals),
      referrers: numbers(referrers),
      categories: numbers(categories),
      platforms: numbers(platforms),
    },
    raw,
  )
}

if (import.meta.filename === process.argv[1]) console.log(JSON.stringify(await measure()))
