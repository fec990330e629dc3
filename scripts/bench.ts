import { parseArgs } from 'node:util'
import pg from 'pg'
import { judgeTimings, type Measurement, printMeasurements } from './bench/report'
import { ensureBuild } from './build'
import { startScratchServer } from './database/scratch-database'
import { fillDatabase } from './testing/fill-database'

/** In the order of running. See docs/benchmark.md. */
const PARTS = ['queries', 'http', 'import'] as const
type Part = (typeof PARTS)[number]

const USAGE = `Usage: npm run bench -- [--deals 100000] [--only PART,PART]\nParts: ${PARTS.join(', ')}`
const IMPORTED_ROWS = 100_000

const { deals, parts } = readArguments()
const server = await startScratchServer({ maintenance_work_mem: '256MB', max_wal_size: '4GB' })
const measurements: Measurement[] = []
try {
  if (parts.some((part) => part !== 'queries')) await ensureBuild()
  let filled: FilledDatabase | undefined
  const getFilled = async () => (filled ??= await fill())
  for (const part of parts) measurements.push(...(await measure(part, getFilled)))
} finally {
  // Also when a part fails: the others took their time.
  printMeasurements(measurements)
  await server.stop()
}

type FilledDatabase = { url: string; slug: string }

async function fill(): Promise<FilledDatabase> {
  const url = await server.createMigrated('bench')
  console.log(`Filling a scratch database with ${deals} deals ...`)
  const client = new pg.Client(url)
  await client.connect()
  await fillDatabase(client, deals)
  const { rows } = await client.query('select slug from deals where published order by created_at desc limit 1')
  await client.end()
  return { url, slug: rows[0].slug }
}

async function measure(part: Part, getFilled: () => Promise<FilledDatabase>): Promise<Measurement[]> {
  if (part === 'import') return (await import('./bench/parts/import')).measureImport(server, IMPORTED_ROWS)
  const { url, slug } = await getFilled()
  if (part === 'http') return (await import('./bench/parts/http')).measureHttp(url, slug)
  const { measureQueryCases, QUERY_GOAL } = await import('./bench/parts/queries')
  return [judgeTimings(`Public queries at ${deals} deals`, measureQueryCases(url), QUERY_GOAL)]
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        deals: { type: 'string', default: '100000' },
        only: { type: 'string' },
      },
    })
    const { deals, only } = values
    const wanted = only?.split(',')
    const unknown = wanted?.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`)
    if (!/^[1-9]\d{2,7}$/.test(deals)) throw new Error('--deals is a number from 100.')
    return { deals: Number(deals), parts: PARTS.filter((part) => wanted === undefined || wanted.includes(part)) }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
