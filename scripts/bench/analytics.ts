import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { fillClickHistory } from './click-history'
import { QUERY_GOAL } from './queries'
import { QUIET } from './quiet'
import type { Figure } from './report'
import { timeRuns } from './timing'

const ROLL_UP_GOAL = 500
/** What a busy minute leaves, where nothing was added up meanwhile. */
const BACKLOG = 30_000
/** What is not counted yet at the goal's rate, as the worker adds clicks up every few seconds then. */
const RECENT = 2_000
/** So many clicks are written at once on a busy day. */
const RECORDED_AT_ONCE = 100

/**
 * Clicks on top of two years of them: writing them down, adding them up, and the analytics page's queries before,
 * between and after.
 */
export async function measureAnalytics(databaseUrl: string, clicks: number): Promise<Figure[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await fillClickHistory(client, clicks)
  await client.end()

  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename], {
    env: { ...process.env, ...QUIET, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 3_600_000,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Measuring the analytics failed, see above.')
  return JSON.parse(stdout)
}

async function measure(): Promise<Figure[]> {
  const { rollUpClicks } = await import('~/features/analytics/roll-up.server')
  const { countClicks } = await import('~/features/analytics/click-figures.server')
  // The sums of categories and platforms are made by the first one.
  await rollUpClicks()
  const history = `on top of ${await countClicks()} clicks`
  const figures = [...(await measurePage('')), ...(await measureDownloads())]

  figures.push(await measureRoundTrips())
  await record(RECENT)
  figures.push(...(await measurePage(`, ${RECENT} clicks not counted yet`)))
  const perSecond = (BACKLOG - RECENT) / (await secondsOf(() => record(BACKLOG - RECENT)))
  figures.push({
    what: `recording ${RECORDED_AT_ONCE} clicks at once ${history}`,
    ours: `${perSecond.toFixed(0)} clicks/s`,
  })
  figures.push(...(await measurePage(`, ${BACKLOG} clicks not counted yet`, false)))

  const rolledUp = (await countUncounted()) / (await secondsOf(rollUpClicks))
  figures.push({
    what: `roll-up of ${BACKLOG} clicks ${history}`,
    ours: `${rolledUp.toFixed(0)} clicks/s`,
    goal: `>= ${ROLL_UP_GOAL}`,
    isMet: rolledUp >= ROLL_UP_GOAL,
  })
  await compareWithTruth()
  await globalThis.database?.destroy()
  return figures
}

async function measurePage(when: string, hasGoal = true): Promise<Figure[]> {
  const { findFigures } = await import('~/features/analytics/figures.server')
  const { RANGE_NAMES } = await import('~/features/analytics/range')
  const figures: Figure[] = []
  for (const range of RANGE_NAMES) {
    const { p50, max } = await timeRuns(() => findFigures(range))
    figures.push({
      what: `analytics page's queries, range ${range}${when}`,
      ours: `p50 ${p50.toFixed(1)}, max ${max.toFixed(1)} ms`,
      ...(hasGoal ? { goal: `<= ${QUERY_GOAL} ms`, isMet: p50 <= QUERY_GOAL } : {}),
    })
  }
  return figures
}

async function measureDownloads(): Promise<Figure[]> {
  const { listTable } = await import('~/features/analytics/figure-tables.server')
  const { FIGURE_TABLES, RANGE_NAMES } = await import('~/features/analytics/range')
  const figures: Figure[] = []
  for (const table of FIGURE_TABLES) {
    const taken: string[] = []
    for (const range of RANGE_NAMES) taken.push((await timeRuns(() => listTable(table, range))).p50.toFixed(0))
    figures.push({
      what: `rows of the ${table} file, ranges ${RANGE_NAMES.join(', ')}`,
      ours: `p50 ${taken.join(', ')} ms`,
    })
  }
  return figures
}

/** What a visitor's click asks of the database beside the way out. */
async function measureRoundTrips(): Promise<Figure> {
  const { enqueueClick } = await import('~/features/clicks/click-queue.server')
  const [click] = await makeClicks(1)
  const send = pg.Client.prototype.query
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    statements++
    return Reflect.apply(send, this, sent)
  } as typeof send
  const seconds = await secondsOf(() => enqueueClick(click!)).finally(() => {
    pg.Client.prototype.query = send
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
  for (let n = 0; n < clicks; n += RECORDED_AT_ONCE) await insertClicks(await makeClicks(RECORDED_AT_ONCE))
}

/** Each of another visitor; the newest deals are clicked most. */
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
  const begun = performance.now()
  await run()
  return (performance.now() - begun) / 1_000
}

async function countUncounted() {
  const { clicks } = await globalThis
    .database!.selectFrom('uncounted_clicks')
    .select(({ fn }) => fn.countAll<number>().as('clicks'))
    .executeTakeFirstOrThrow()
  return clicks
}

/** What the page says of all time has to be what the clicks themselves say. */
async function compareWithTruth() {
  const { findFigures } = await import('~/features/analytics/figures.server')
  const { clicks, deals, referrers, categories, platforms } = await findFigures('all')
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  const top = async (column: string) => {
    const { rows } = await client.query(`
      select count(*)::int as clicks from click_events join deals on deals.id = deal_id
      group by ${column} order by 1 desc limit 20`)
    return rows.map((row) => row.clicks)
  }
  const all = await client.query('select count(*)::int as clicks from click_events')
  const truth = {
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
    truth,
  )
}

if (import.meta.filename === process.argv[1]) console.log(JSON.stringify(await measure()))
