import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findFreePort } from '../database/embedded-server'
import { startJobWorker } from '../serve/job-worker'
import { startWebServer } from '../serve/web-server'
import { memoryOf, watchMemory } from './memory'
import { signInPeople } from './people'
import { QUIET } from './quiet'
import { measureReaders } from './readers'
import type { Measurement } from './report'

const SECONDS = 10
const PATIENCE = 300_000
/** In megabytes: what the web process may grow by, and what the worker may have. */
const WEB_GROWTH = 50
const WORKER_MEMORY = 200
/** By which its process is known among the others. */
const WORKER = { BENCH_PROCESS: 'worker' }

/** A file sent to the admin screen, checked and imported by the job worker: the memory of both, and readers meanwhile. */
export async function measureUpload(databaseUrl: string, client: pg.Client, file: string): Promise<Measurement[]> {
  const port = await findFreePort()
  const web = await startWebServer({ port, databaseUrl, env: { ...QUIET }, output: 'ignore' })
  const worker = startJobWorker({ ...QUIET, ...WORKER, NODE_ENV: 'production', DATABASE_URL: databaseUrl }, 'ignore')
  try {
    const site = new URL(`http://127.0.0.1:${port}/`)
    const [cookie] = await signInPeople(client, 1, 'MANAGER')
    const read = () => measureReaders(new URL('/deals', site), SECONDS)
    await read()
    const quiet = await read()
    const idle = memoryOf(`PORT=${port}`)
    const [ofWeb, ofWorker] = [`PORT=${port}`, `BENCH_PROCESS=${WORKER.BENCH_PROCESS}`].map(watchMemory)

    let isDone = false
    const start = performance.now()
    const imported = importFile(site, cookie!, client, file).finally(() => {
      isDone = true
    })
    const meanwhile: number[] = []
    while (!isDone) meanwhile.push((await measureReaders(new URL('/deals', site), 2)).p99)
    const { rows, checkedAfter } = await imported
    const seconds = (performance.now() - start) / 1_000
    const [grown, worked, p99] = [ofWeb!() - idle, ofWorker!(), median(meanwhile)]
    return [
      {
        what: `${rows} rows sent to the import screen`,
        ours: `checked after ${checkedAfter.toFixed(0)} s, written after ${seconds.toFixed(0)} s`,
      },
      {
        what: 'memory of the web process meanwhile',
        ours: `+${grown.toFixed(0)} MB`,
        floor: `${idle.toFixed(0)} MB idle`,
        goal: `+${WEB_GROWTH} MB at most`,
        isMet: grown <= WEB_GROWTH,
      },
      {
        what: 'memory of the job worker meanwhile',
        ours: `${worked.toFixed(0)} MB`,
        goal: `${WORKER_MEMORY} MB at most`,
        isMet: worked <= WORKER_MEMORY,
      },
      {
        what: '/deals p99 meanwhile',
        ours: `${p99.toFixed(1)} ms`,
        floor: `${quiet.p99.toFixed(1)} ms quiet`,
        ratio: p99 / quiet.p99,
        goal: '<= 2',
        isMet: p99 / quiet.p99 <= 2,
      },
    ]
  } finally {
    await Promise.all([web.stop(), worker.stop()])
  }
}

/** As an editor does: send the file, read what would happen, say yes. */
async function importFile(site: URL, cookie: string, client: pg.Client, file: string) {
  const start = performance.now()
  const form = new FormData()
  form.set('file', await openAsBlob(file, { type: 'text/csv' }), 'uploaded.csv')
  const send = (path: string, body: BodyInit) =>
    fetch(new URL(path, site), { method: 'POST', body, headers: { Cookie: cookie }, redirect: 'manual' })
  const place = (await send('/admin/csv-import', form)).headers.get('Location')
  if (!place) throw new Error('The file was not taken.')
  const id = place.split('/').at(-1)!
  await untilStatus(client, id, 'CHECKED')
  const checkedAfter = (performance.now() - start) / 1_000
  await send(place, new URLSearchParams({ intent: 'import' }))
  const rows = await untilStatus(client, id, 'DONE')
  return { rows, checkedAfter }
}

async function untilStatus(client: pg.Client, id: string, status: string): Promise<number> {
  for (const start = performance.now(); performance.now() - start < PATIENCE; await sleep(100)) {
    const { rows } = await client.query('select status, row_count, message from imports where id = $1', [id])
    if (rows[0].status === status) return rows[0].row_count
    if (['FAILED', 'CANCELLED'].includes(rows[0].status)) throw new Error(`The import ended: ${rows[0].message}`)
  }
  throw new Error(`The import did not get to ${status} in time.`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
