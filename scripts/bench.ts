import { parseArgs } from 'node:util'
import pg from 'pg'
import { judgeTimings, type Measurement, printMeasurements } from './bench/report'
import { ensureBuild } from './build'
import { startScratchServer } from './database/scratch-database'
import { fillDatabase } from './testing/fill-database'

/** In the order of running. See docs/benchmark.md. */
const PARTS = ['queries', 'http', 'pages', 'soak', 'import', 'faults'] as const
type Part = (typeof PARTS)[number]

const USAGE = `Usage: npm run bench -- [--deals 100000] [--minutes 10] [--rounds 20] [--only PART,PART]\nParts: ${PARTS.join(', ')}`
const IMPORTED_ROWS = 100_000

const { deals, minutes, rounds, parts } = readArguments()
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
  if (part === 'faults') return (await import('./bench/parts/faults')).measureFaults(rounds)
  const { url, slug } = await getFilled()
  switch (part) {
    case 'queries': {
      const { measureQueryCases, QUERY_GOAL } = await import('./bench/parts/queries')
      return [judgeTimings(`Public queries at ${deals} deals`, measureQueryCases(url), QUERY_GOAL)]
    }
    case 'http':
      return (await import('./bench/parts/http')).measureHttp(url, slug)
    case 'pages':
      return (await import('./bench/parts/pages')).measurePages(url, slug)
    case 'soak':
      return (await import('./bench/parts/soak')).soak(url, minutes)
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        deals: { type: 'string', default: '100000' },
        minutes: { type: 'string', default: '10' },
        rounds: { type: 'string', default: '20' },
        only: { type: 'string' },
      },
    })
    const { deals, minutes, rounds, only } = values
    const wanted = only?.split(',')
    const unknown = wanted?.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`)
    if (!/^[1-9]\d{2,7}$/.test(deals)) throw new Error('--deals is a number from 100.')
    if (!/^[1-9]\d{0,2}$/.test(minutes)) throw new Error('--minutes is a number from 1 to 999.')
    if (!/^[1-9]\d{0,2}$/.test(rounds)) throw new Error('--rounds is a number from 1 to 999.')
    return {
      deals: Number(deals),
      minutes: Number(minutes),
      rounds: Number(rounds),
      parts: PARTS.filter((part) => wanted === undefined || wanted.includes(part)),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
