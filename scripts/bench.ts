import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Figure, printFigures, printTimings } from './bench/report'
import { ensureBuild } from './build'
import { startScratchServer } from './database/scratch-database'

const USAGE = 'Usage: npm run bench -- [--deals 100000] [--only queries|http|import|bytes|accounts|feeds|lighthouse]'
const PARTS = ['queries', 'http', 'import', 'bytes', 'accounts', 'feeds', 'lighthouse']
/** Parts that ask the built app for pages. */
const PAGE_PARTS = ['http', 'bytes', 'accounts', 'feeds', 'lighthouse']
const IMPORTED_ROWS = 100_000

const { sizes, has } = readArguments()
const server = await startScratchServer({ maintenance_work_mem: '256MB', max_wal_size: '4GB' })
const figures: Figure[] = []
try {
  if (PAGE_PARTS.some(has)) await ensureBuild()
  for (const deals of sizes) await measureAt(deals)
  if (has('import')) figures.push(...(await (await import('./bench/import')).measureImport(server, IMPORTED_ROWS)))
  printFigures(figures)
} finally {
  await server.stop()
}

async function measureAt(deals: number) {
  // Pages are measured with the most deals.
  const isLast = deals === sizes.at(-1)
  if (!has('queries') && !(isLast && PAGE_PARTS.some(has))) return
  const url = await server.createMigrated(`bench_${deals}`)
  console.log(`Filling a scratch database with ${deals} deals ...`)
  const client = new pg.Client(url)
  await client.connect()
  const { fillDatabase } = await import('./bench/fill')
  await fillDatabase(client, deals)
  const { rows } = await client.query('select slug from deals where published order by created_at desc limit 1')
  await client.end()

  if (has('queries')) {
    const { measureQueriesOf, QUERY_GOAL } = await import('./bench/queries')
    const timings = measureQueriesOf(url)
    printTimings(`Public queries at ${deals} deals, through the app's own functions`, timings, QUERY_GOAL)
    const met = timings.filter(({ p50 }) => p50 <= QUERY_GOAL).length
    const slowest = Math.max(...timings.map(({ p50 }) => p50))
    figures.push({
      what: `queries at ${deals} deals`,
      ours: `${met} of ${timings.length} in time, slowest p50 ${slowest.toFixed(0)} ms`,
      goal: `all <= ${QUERY_GOAL} ms`,
      isMet: met === timings.length,
    })
  }
  if (isLast && has('http')) figures.push(...(await (await import('./bench/http')).measureHttp(url, rows[0].slug)))
  if (isLast && has('bytes')) figures.push(...(await (await import('./bench/bytes')).measureBytes(url, rows[0].slug)))
  if (isLast && has('feeds')) figures.push(...(await (await import('./bench/feeds')).measureFeeds(url)))
  if (isLast && has('lighthouse')) {
    figures.push(...(await (await import('./bench/lighthouse')).measureLighthouse(url, rows[0].slug)))
  }
  if (isLast && has('accounts')) figures.push(...(await (await import('./bench/accounts')).measureAccounts(url)))
}

function readArguments() {
  try {
    const { values } = parseArgs({ options: { deals: { type: 'string' }, only: { type: 'string' } } })
    const { deals, only } = values
    if (only && !PARTS.includes(only)) throw new Error(`There is no part "${only}".`)
    if (deals && !/^[1-9]\d{2,7}$/.test(deals)) throw new Error('--deals is a number from 100.')
    return { sizes: deals ? [Number(deals)] : [100_000, 1_000_000], has: (part: string) => !only || only === part }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
