import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { startJobWorker } from '../../serve/job-worker'
import { SERVER_ENV, startBuiltSite } from '../../testing/built-site'
import { signInOne } from '../../testing/sign-in-people'
import { measureEvenReaders } from '../load/even-readers'
import { memoryOf, watchMemory } from '../measure/memory'
import type { Measurement } from '../report'

const SECONDS = 10
const IMPORT_TIMEOUT_MS = 300_000
/** The limits for the growth of the web process and for the memory of the worker. */
const WEB_GROWTH_MB = 50
const WORKER_MEMORY_MB = 200
/** Identifies the worker's process for `memoryOf`. */
const WORKER = { BENCH_PROCESS: 'worker' }

/** An import through the admin screen and the job worker: memory of both processes and readers' response times. */
export async function measureUpload(databaseUrl: string, client: pg.Client, file: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const web = await startBuiltSite({ port, databaseUrl })
  const worker = startJobWorker(
    { ...SERVER_ENV, ...WORKER, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    'ignore',
  )
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
    const meanwhile: number[] = []
    while (!isDone) meanwhile.push(await measureEvenReaders(new URL('/deals', site), 2))
    const { rows, checkedAfter } = await imported
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
        goal: '<= 2',
        isMet: p99 / idle <= 2,
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
