import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { ScratchServer } from '../../database/scratch-database'
import { SERVER_ENV } from '../../testing/built-site'
import type { Measurement } from '../report'
import { measureUpload } from './upload'

const root = path.resolve(import.meta.dirname, '../../..')
const IMPORT_TIMEOUT_MS = 300_000
const GOAL_PER_SECOND = 5_000

/** `npm run import` of new rows, then of the same with other prices, compared with a bare COPY of the file. */
export async function measureImport(server: ScratchServer, rows: number): Promise<Measurement[]> {
  const url = await server.createMigrated('bench_import')
  const client = new pg.Client(url)
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
  // The database server reads the file itself, possibly as another system user.
  fs.chmodSync(dir, 0o755)
  await client.connect()
  try {
    await client.query(`
      insert into categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 200) n;
      insert into platforms (name, slug) select 'Platform ' || n, 'platform-' || n from generate_series(1, 50) n`)
    const fresh = path.join(dir, 'fresh.csv')
    const changed = path.join(dir, 'changed.csv')
    writeFile(fresh, rows, 59)
    writeFile(changed, rows, 49)

    const copied = await timeCopy(client, fresh)
    const starting = timeImport(url, writeFile(path.join(dir, 'one.csv'), 1, 9))
    const runs = [
      { what: `import of ${rows} new rows`, taken: timeImport(url, fresh) - starting },
      { what: `import of ${rows} changed rows`, taken: timeImport(url, changed) - starting },
    ]
    const results = runs.map(({ what, taken }) => ({
      what,
      ours: `${((rows / taken) * 1_000).toFixed(0)} rows/s`,
      floor: `${((rows / copied) * 1_000).toFixed(0)} rows/s, COPY into a bare table`,
      ratio: copied / taken,
      goal: `>= ${GOAL_PER_SECOND} rows/s`,
      isMet: (rows / taken) * 1_000 >= GOAL_PER_SECOND,
    }))
    return [...results, ...(await measureUpload(url, client, writeFile(path.join(dir, 'uploaded.csv'), rows, 39)))]
  } finally {
    await client.end()
    fs.rmSync(dir, { recursive: true })
  }
}

const COLUMNS = ['title', 'slug', 'vendor_name', 'category', 'platform', 'summary', 'description', 'original_price']
  .concat('deal_price', 'currency', 'start_date', 'end_date', 'tags', 'cta_url', 'hero_image_url', 'video_url')
  .concat('pros', 'cons')

// As long as the average description of a real deal.
const DESCRIPTION =
  'One of three paragraphs, as vendors write them, with commas, and with what the plan holds. '.repeat(3)

function writeFile(file: string, rows: number, price: number) {
  const lines = [COLUMNS.join(',')]
  for (let n = 1; n <= rows; n++) {
    const parents = [`category-${1 + (n % 200)}`, `platform-${1 + (n % 50)}`]
    const texts = [`"Software number ${n}, for teams that plan and bill by the hour"`, `"${DESCRIPTION}"`]
    const prices = [99 + (n % 400), price + (n % 40), 'USD', '2026-01-01', '']
    const rest = ['HOT|teams', `https://vendor.example/${n}`, '', '', 'Pays for itself|No fees', 'New']
    lines.push([`Deal ${n}`, `deal-${n}`, `Vendor ${n % 5_000}`, ...parents, ...texts, ...prices, ...rest].join(','))
  }
  fs.writeFileSync(file, lines.join('\n'))
  return file
}

/** Milliseconds for COPY into a table without keys. */
async function timeCopy(client: pg.Client, file: string) {
  await client.query(`create table bare (${COLUMNS.map((name) => `${name} text`).join(', ')})`)
  const start = performance.now()
  await client.query(`copy bare from ${client.escapeLiteral(file)} with (format csv, header)`)
  return performance.now() - start
}

function timeImport(url: string, file: string) {
  const start = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'scripts/import.ts'), file],
    {
      cwd: root,
      env: { ...process.env, ...SERVER_ENV, DATABASE_URL: url },
      timeout: IMPORT_TIMEOUT_MS,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`The import failed: ${stderr.trim().split('\n').at(-1)}`)
  return performance.now() - start
}
