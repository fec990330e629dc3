import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#scripts/database/embedded-server'
import { makeDataDir, type OwnSite, startOwnSite } from '#scripts/testing/own-site'
import { sendSignal } from '#scripts/testing/processes'
import { waitUntil } from '#scripts/testing/wait-until'
import { ROUTES } from '~/edge/request-log.server'
import { routesOfBuild } from '../setup/routes-of-build'

const TOKEN = '8f1c0de59a7428e96d4be0712ac58f3b'
const dir = makeDataDir()
let site: OwnSite
let port: number

beforeAll(async () => {
  port = await findFreePort()
  site = await startOwnSite({
    dir,
    env: { WEB_CONCURRENCY: '2', METRICS_PORT: String(port), METRICS_TOKEN: TOKEN, RATE_LIMIT: '1' },
  })
})
afterAll(async () => {
  await site?.stop()
  fs.rmSync(dir, { recursive: true, force: true })
})

const ask = (path = '/metrics', headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers })

/** The value of a series, with its labels in the order of the metric; 0 if there is none yet. */
async function read(series: string) {
  const line = (await (await ask()).text()).split('\n').find((text) => text.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('only who knows the token reads the metrics, and nothing else is there', async () => {
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await ask('/metrics', {})).status).toBe(401)
  expect((await ask('/metrics', { Authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
  expect((await ask('/')).status).toBe(404)
  // The port of the site does not have them.
  expect((await site.get('/metrics')).status).toBe(404)
})

test('requests are counted over all web processes, by route and never by address', async () => {
  const about = 'ledger_http_requests_total{route="routes/about",method="GET",status="200"}'
  const other = 'ledger_http_requests_total{route="routes/$",method="GET",status="404"}'
  const before = [await read(about), await read(other)]
  // Each on a connection of its own, so that both processes get some.
  for (let i = 0; i < 20; i++) {
    expect((await site.get('/about', { headers: { Connection: 'close' } })).status).toBe(200)
    expect((await site.get(`/no-such-page-${i}`, { headers: { Connection: 'close' } })).status).toBe(404)
  }
  await waitUntil(async () => (await read(about)) === before[0]! + 20)
  expect(await read(other)).toBe(before[1]! + 20)
  expect(await (await ask()).text()).not.toContain('no-such-page')
  expect(await read('ledger_http_request_duration_seconds_count{route="routes/about"}')).toBeGreaterThanOrEqual(20)
  const [hits, misses] = [
    await read('ledger_page_cache_total{state="hit"}'),
    await read('ledger_page_cache_total{state="miss"}'),
  ]
  expect(misses).toBeGreaterThan(0)
  expect(hits + misses).toBeGreaterThanOrEqual(20)
})

test('the metrics know every route of the build', async () => {
  const built = (await routesOfBuild()).map(({ id }) => id).filter((id) => id !== 'root')
  expect(ROUTES.map(({ id }) => id).sort()).toEqual(built.sort())
})

test('jobs that wait are read from the database', async () => {
  const client = new pg.Client(site.databaseUrl())
  await client.connect()
  await client.query(`select graphile_worker.add_job('no_such_task', '{}', run_at := now() - interval '1 hour')`)
  await client.end()
  expect(await read('ledger_jobs_waiting{task="no_such_task"}')).toBe(1)
  expect(await read('ledger_jobs_oldest_due_seconds{task="no_such_task"}')).toBeGreaterThan(3_500)
  expect(await read('ledger_database_up')).toBe(1)
  // Each of the two processes has a pool.
  expect(await read('ledger_database_pool_connections{state="idle"}')).toBeGreaterThan(0)
})

test('while a process hangs the metrics answer 503, and without a database the others are still there', async () => {
  const [web] = site.pidsOf('web')
  sendSignal(web!, 'SIGSTOP')
  expect((await ask()).status).toBe(503)
  sendSignal(web!, 'SIGCONT')
  const database = site.processes().filter(({ command }) => /^postgres: |bin\/postgres -D/.test(command))
  for (const { pid } of database) sendSignal(pid, 'SIGSTOP')
  try {
    await waitUntil(async () => (await (await ask()).text()).includes('\nledger_database_up 0'))
    expect(await (await ask()).text()).toContain('ledger_http_requests_total')
  } finally {
    for (const { pid } of database) sendSignal(pid, 'SIGCONT')
  }
})
