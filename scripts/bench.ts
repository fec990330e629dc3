import { parseArgs } from 'node:util'
import pg from 'pg'
import { judgeTimings, type Measurement, printMeasurements } from './bench/report'
import { ensureBuild } from './build'
import { startScratchServer } from './database/scratch-database'

/** In the order of running: parts that add rows come after those that read. See docs/benchmark.md. */
const PARTS = [
  'queries',
  'http',
  'bytes',
  'feeds',
  'lighthouse',
  'cluster',
  'accounts',
  'contributions',
  'moderation',
  'soak',
  'import',
  'freshness',
  'start',
  'kills',
  'restarts',
  'analytics',
  'admin',
  'queue',
  'merge',
  'products',
  'notifications',
] as const
/** Parts with their own database. */
const OWN_PARTS: Part[] = ['import', 'freshness', 'start', 'kills', 'restarts']
/** Parts that need the built app. */
const PAGE_PARTS = PARTS.filter(
  (part) =>
    !['queries', 'analytics', 'admin', 'queue', 'merge', 'products', 'notifications', 'freshness'].includes(part),
)
type Part = (typeof PARTS)[number]

const USAGE = `Usage: npm run bench -- [--deals 100000] [--clicks 10000000] [--minutes 10] [--rounds 20] [--only PART,PART]\nParts: ${PARTS.join(', ')}`
const IMPORTED_ROWS = 100_000
const CHECKED_LINKS = 100_000

const { sizes, clicks, minutes, rounds, has } = readArguments()
const server = await startScratchServer({ maintenance_work_mem: '256MB', max_wal_size: '4GB' })
const measurements: Measurement[] = []
try {
  if (PAGE_PARTS.some(has)) await ensureBuild()
  for (const deals of sizes) await measureAt(deals)
  if (has('import'))
    measurements.push(...(await (await import('./bench/parts/import')).measureImport(server, IMPORTED_ROWS)))
  if (has('freshness'))
    measurements.push(...(await (await import('./bench/parts/freshness')).measureFreshness(server, CHECKED_LINKS)))
  if (has('start')) measurements.push(...(await (await import('./bench/parts/start-up')).measureStartUp()))
  if (has('kills')) measurements.push(...(await (await import('./bench/parts/kills')).measureKills(rounds)))
  if (has('restarts')) measurements.push(...(await (await import('./bench/parts/restarts')).measureRestarts(rounds)))
} finally {
  // Also when a part fails: the others took their time.
  printMeasurements(measurements)
  await server.stop()
}

async function measureAt(deals: number) {
  // Only the public queries are measured at every size.
  const isLast = deals === sizes.at(-1)
  const parts = PARTS.filter((part) => !OWN_PARTS.includes(part) && has(part) && (isLast || part === 'queries'))
  if (parts.length === 0) return
  const url = await server.createMigrated(`bench_${deals}`)
  console.log(`Filling a scratch database with ${deals} deals ...`)
  const client = new pg.Client(url)
  await client.connect()
  const { fillDatabase } = await import('./bench/data/fill')
  await fillDatabase(client, deals)
  const { rows } = await client.query('select slug from deals where published order by created_at desc limit 1')
  await client.end()
  for (const part of parts) measurements.push(...(await measure(part, url, deals, rows[0].slug)))
}

async function measure(part: Part, url: string, deals: number, slug: string): Promise<Measurement[]> {
  switch (part) {
    case 'queries': {
      const { measureQueryCases, queryGoal } = await import('./bench/parts/queries')
      return [judgeTimings(`Public queries at ${deals} deals`, measureQueryCases(url), queryGoal(deals))]
    }
    case 'http':
      return (await import('./bench/parts/http')).measureHttp(url, slug)
    case 'bytes':
      return (await import('./bench/parts/bytes')).measureBytes(url, slug)
    case 'feeds':
      return (await import('./bench/parts/feeds')).measureFeeds(url)
    case 'lighthouse':
      return (await import('./bench/parts/lighthouse')).measureLighthouse(url, slug)
    case 'cluster':
      return (await import('./bench/parts/cluster')).measureCluster(url, slug)
    case 'accounts':
      return (await import('./bench/parts/accounts')).measureAccounts(url)
    case 'contributions':
      return [
        ...(await (await import('./bench/parts/contributions')).measureContributions(url)),
        await (await import('./bench/parts/reviews')).measureReviewQueries(url),
        ...(await (await import('./bench/parts/proofs')).measureProofs(url)),
      ]
    case 'moderation':
      return (await import('./bench/parts/moderation')).measureModeration(url)
    case 'soak':
      return (await import('./bench/parts/soak')).soak(url, minutes)
    case 'analytics':
      return (await import('./bench/parts/analytics')).measureAnalytics(url, clicks)
    case 'admin': {
      const { ADMIN_GOAL, measureAdmin } = await import('./bench/parts/admin')
      return [judgeTimings(`Staff queries at ${deals} deals`, await measureAdmin(url, deals), ADMIN_GOAL)]
    }
    case 'queue':
      return (await import('./bench/parts/queue')).measureQueue(url)
    case 'merge':
      return (await import('./bench/parts/merge')).measureMerge(url)
    case 'products':
      return (await import('./bench/parts/products')).measureProducts(url, deals)
    case 'notifications':
      return (await import('./bench/parts/notifications')).measureNotifications(url)
    case 'import':
    case 'freshness':
    case 'start':
    case 'kills':
    case 'restarts':
      throw new Error(`The part "${part}" has its own database.`)
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        deals: { type: 'string' },
        clicks: { type: 'string', default: '10000000' },
        minutes: { type: 'string', default: '10' },
        rounds: { type: 'string', default: '20' },
        only: { type: 'string' },
      },
    })
    const { deals, clicks, minutes, rounds, only } = values
    const wanted = only?.split(',') ?? []
    const unknown = wanted.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`)
    if (deals && !/^[1-9]\d{2,7}$/.test(deals)) throw new Error('--deals is a number from 100.')
    if (!/^[1-9]\d{2,8}$/.test(clicks)) throw new Error('--clicks is a number from 100.')
    if (!/^[1-9]\d{0,2}$/.test(minutes)) throw new Error('--minutes is a number from 1 to 999.')
    if (!/^[1-9]\d{0,2}$/.test(rounds)) throw new Error('--rounds is a number from 1 to 999.')
    return {
      sizes: deals ? [Number(deals)] : [100_000, 1_000_000],
      clicks: Number(clicks),
      minutes: Number(minutes),
      rounds: Number(rounds),
      has: (part: Part) => only === undefined || wanted.includes(part),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
