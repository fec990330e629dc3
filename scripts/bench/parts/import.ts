import { spawnSync } from 'node:child_process'
import fs, { openAsBlob } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import type { ScratchServer } from '../../database/scratch-database'
import { SERVER_ENV, startBuiltSite, startChild } from '../../testing/built-site'
import { signInOne } from '../../testing/sign-in-people'
import { measureEvenReaders } from '../load'
import { memoryOf, watchMemory } from '../measure'
import type { Measurement } from '../report'

const root = path.resolve(import.meta.dirname, '../../..')
const IMPORT_TIMEOUT_MS = 300_000
/** Goals for 100,000 rows: seconds for the check, and rows per second of the write after it. */
const CHECK_SECONDS = 20
const NEW_PER_SECOND = 3_000
const CHANGED_PER_SECOND = 4_000
const SECONDS = 10
/** The limits for the growth of the web process and for the memory of the worker. */
const WEB_GROWTH_MB = 50
const WORKER_MEMORY_MB = 200
/** The limits for others beside an import: p99 of readers to that without one, and the wait for a lock. */
const READERS_RATIO = 3
const LOCK_WAIT_MS = 1_000
/** Identifies the worker's process for `memoryOf`. */
const WORKER = { BENCH_PROCESS: 'worker' }

/** Check and write by `npm run import` of new rows, then of the same with other prices; a bare COPY of the file is the floor. */
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
    const measureFile = (what: string, file: string, goal: number) => {
      const checked = timeImport(url, file, '--dry-run') - starting
      const written = timeImport(url, file) - starting - checked
      return [
        {
          what: `check of ${rows} ${what} rows`,
          ours: `${(checked / 1_000).toFixed(1)} s`,
          goal: `<= ${CHECK_SECONDS} s`,
          isMet: checked <= CHECK_SECONDS * 1_000,
        },
        {
          what: `writing them`,
          ours: `${((rows / written) * 1_000).toFixed(0)} rows/s`,
          floor: `${((rows / copied) * 1_000).toFixed(0)} rows/s, COPY into a bare table`,
          ratio: copied / written,
          goal: `>= ${goal} rows/s`,
          isMet: (rows / written) * 1_000 >= goal,
        },
      ]
    }
    const results = [
      ...measureFile('new', fresh, NEW_PER_SECOND),
      ...measureFile('changed', changed, CHANGED_PER_SECOND),
    ]
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

function timeImport(url: string, file: string, ...options: string[]) {
  const start = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'scripts/import.ts'), file, ...options],
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

/** An import through the admin screen and the job worker: memory of both processes and readers' response times. */
async function measureUpload(databaseUrl: string, client: pg.Client, file: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const web = await startBuiltSite({ port, databaseUrl })
  const worker = startChild(['--import', 'tsx', path.join(root, 'scripts/serve/worker-process.ts')], {
    env: { ...SERVER_ENV, ...WORKER, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  })
  try {
    const site = new URL(`http://127.0.0.1:${port}/`)
    const cookie = await signInOne(databaseUrl, 'MANAGER')
    const read = () => measureEvenReaders(new URL('/deals', site), SECONDS)
    await read()
    const idle = await read()
    const idleMemory = memoryOf(`PORT=${port}`)
    const [ofWeb, ofWorker] = [`PORT=${port}`, `BENCH_PROCESS=${WORKER.BENCH_PROCESS}`].map(watchMemory)

    let isDone = false
    const start = performance.now()
    const imported = importFile(site, cookie, client, file).finally(() => {
      isDone = true
    })
    const locks = measureLocks(databaseUrl, () => isDone)
    const meanwhile: number[] = []
    while (!isDone) meanwhile.push(await measureEvenReaders(new URL('/deals', site), 2))
    const { rows, checkedAfter } = await imported
    const waited = await locks
    const seconds = (performance.now() - start) / 1_000
    const [grown, worked, p99] = [ofWeb!() - idleMemory, ofWorker!(), median(meanwhile)]
    return [
      {
        what: `${rows} rows sent to the import screen`,
        ours: `checked after ${checkedAfter.toFixed(0)} s, written after ${seconds.toFixed(0)} s`,
      },
      {
        what: 'memory of the web process meanwhile',
        ours: `+${grown.toFixed(0)} MB`,
        floor: `${idleMemory.toFixed(0)} MB idle`,
        goal: `+${WEB_GROWTH_MB} MB at most`,
        isMet: grown <= WEB_GROWTH_MB,
      },
      {
        what: 'memory of the job worker meanwhile',
        ours: `${worked.toFixed(0)} MB`,
        goal: `${WORKER_MEMORY_MB} MB at most`,
        isMet: worked <= WORKER_MEMORY_MB,
      },
      {
        what: '/deals p99 meanwhile',
        ours: `${p99.toFixed(1)} ms`,
        floor: `${idle.toFixed(1)} ms idle`,
        ratio: p99 / idle,
        goal: `<= ${READERS_RATIO}`,
        isMet: p99 / idle <= READERS_RATIO,
      },
      {
        what: 'longest wait for the lock of new products, of a category or of a deal',
        ours: `${waited.toFixed(0)} ms`,
        goal: `<= ${LOCK_WAIT_MS} ms`,
        isMet: waited <= LOCK_WAIT_MS,
      },
    ]
  } finally {
    await Promise.all([web.stop(), worker.stop()])
  }
}

/** Uploads the file, waits for the dry run and confirms the import. */
async function importFile(site: URL, cookie: string, client: pg.Client, file: string) {
  const start = performance.now()
  const form = new FormData()
  form.set('file', await openAsBlob(file, { type: 'text/csv' }), 'uploaded.csv')
  const send = (path: string, body: BodyInit) =>
    fetch(new URL(path, site), { method: 'POST', body, headers: { Cookie: cookie }, redirect: 'manual' })
  const location = (await send('/admin/csv-import', form)).headers.get('Location')
  if (!location) throw new Error('The upload was rejected.')
  const id = location.split('/').at(-1)!
  await waitForStatus(client, id, 'CHECKED')
  const checkedAfter = (performance.now() - start) / 1_000
  await send(location, new URLSearchParams({ intent: 'import' }))
  const rows = await waitForStatus(client, id, 'DONE')
  return { rows, checkedAfter }
}

async function waitForStatus(client: pg.Client, id: string, status: string): Promise<number> {
  for (const start = performance.now(); performance.now() - start < IMPORT_TIMEOUT_MS; await sleep(100)) {
    const { rows } = await client.query('select status, row_count, message from imports where id = $1', [id])
    if (rows[0].status === status) return rows[0].row_count
    if (['FAILED', 'CANCELLED'].includes(rows[0].status)) throw new Error(`The import ended: ${rows[0].message}`)
  }
  throw new Error(`The import did not get to ${status} in time.`)
}

// What saving a deal, creating one, and changing a category wait for.
const LOCKS = [
  `select pg_advisory_xact_lock(hashtextextended('new products', 0))`,
  'select from categories order by random() limit 1 for update',
  `select from deals where slug = 'deal-' || (1 + floor(random() * 50000)) for update`,
]

/** Takes each lock again and again. Milliseconds of the longest wait. */
async function measureLocks(databaseUrl: string, isDone: () => boolean) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  let longest = 0
  try {
    while (!isDone()) {
      for (const lock of LOCKS) {
        const start = performance.now()
        await client.query(`begin; ${lock}; rollback`)
        longest = Math.max(longest, performance.now() - start)
      }
      await sleep(50)
    }
  } finally {
    await client.end()
  }
  return longest
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
