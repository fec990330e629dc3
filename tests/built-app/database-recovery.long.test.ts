import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedServer } from '#scripts/database/embedded-server'
import { migrateToLatest } from '#scripts/database/migrations'
import { type AppBehindProxy, startAppBehindProxy, untilAnswered } from '../setup/app-behind-proxy'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type FaultyProxy, startFaultyProxy } from '../setup/faulty-proxy'

/** URLs too long to be cached: each request queries the database. */
const UNSTORED = `/deals?page=${'0'.repeat(3_000)}`
const OTHER = `/changes?page=${'0'.repeat(3_000)}`
const THIRD = `/vendors?page=${'0'.repeat(3_000)}`
const POOL_SIZE = 8

let own: AppBehindProxy
let app: BuiltApp
let proxy: FaultyProxy
let admin: pg.Client

beforeAll(async () => {
  own = await startAppBehindProxy({ POOL_SIZE: String(POOL_SIZE) })
  ;({ app, proxy, admin } = own)
})
afterAll(() => own?.stop())
afterEach(async () => {
  proxy.become('pass')
  await untilAnswered(app, UNSTORED)
})

async function ask(path: string) {
  const answer = await app.get(path)
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After') }
}

/** The connections that wait for a lock. Unlike pg_stat_activity, pg_locks is not frozen within a transaction. */
const countWaiting = async () => (await admin.query('select distinct pid from pg_locks where not granted')).rowCount

async function expectToBeAlive() {
  expect(app.process.exitCode).toBeNull()
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/favicon.svg')).status).toBe(200)
}

describe('recovery', () => {
  test('the app recovers after all connections are terminated repeatedly', async () => {
    for (let round = 0; round < 10; round++) {
      const pages = Array.from({ length: 8 }, () => ask(UNSTORED).catch(() => ({ status: 0 })))
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'lifetime-ledger' and datname = current_database()`,
      )
      for (const { status } of await Promise.all(pages)) expect([200, 503]).toContain(status)
    }
    await untilAnswered(app, UNSTORED)
    await expectToBeAlive()
  })

  test.each([
    ['were reset', () => proxy.reset()],
    ['were half closed', () => proxy.halfClose()],
  ])('the app recovers after its database connections %s', async (_what, harm) => {
    await Promise.all([ask(UNSTORED), ask(UNSTORED), ask(OTHER)])
    harm()
    await untilAnswered(app, UNSTORED)
    await expectToBeAlive()
  })

  test('the app recovers after the database refused connections', async () => {
    proxy.become('refuse')
    await ask(UNSTORED)
    proxy.become('pass')
    await untilAnswered(app, UNSTORED)
  })

  test('a hung database answers 503 while it hangs, and the app recovers', async () => {
    await Promise.all([ask(UNSTORED), ask(UNSTORED)])
    proxy.become('hang')
    const [page, other] = await Promise.all([ask(THIRD), ask(OTHER)])
    expect(page).toMatchObject({ status: 503, retryAfter: '2' })
    expect(other).toMatchObject({ status: 503, retryAfter: '2' })
    await expectToBeAlive()
    proxy.become('pass')
    await untilAnswered(app, UNSTORED)
  })
})

describe('with a slow or locked database', () => {
  test('a page that waits for a lock answers 503 and frees its connection while the lock is still held', async () => {
    // No background task reads the categories: only the page waits for them.
    await admin.query('begin; lock table categories in access exclusive mode')
    try {
      const page = await ask(UNSTORED)
      expect(page).toMatchObject({ status: 503, retryAfter: '2' })
      // The page's other queries start a moment later and time out a moment later.
      await expect.poll(countWaiting).toBe(0)
    } finally {
      await admin.query('rollback')
    }
  })

  test('a request answers 503 when the connection pool is full, sooner than those that wait for a lock', async () => {
    await admin.query('begin; lock table deals in access exclusive mode')
    try {
      let waiting = 0
      const hold = async () => {
        waiting++
        // Each reads the changes of its own; the list of deals is counted once for all.
        const page = await ask(OTHER)
        waiting--
        return page
      }
      const holders = Array.from({ length: 12 }, hold)
      await expect.poll(countWaiting, { interval: 5 }).toBeGreaterThanOrEqual(POOL_SIZE)
      expect(await ask(THIRD)).toMatchObject({ status: 503, retryAfter: '2' })
      expect(waiting).toBeGreaterThan(0)
      for (const { status } of await Promise.all(holders)) expect(status).toBe(503)
    } finally {
      await admin.query('rollback')
    }
  })

  test('a two-second network delay slows the app down without breaking it', async () => {
    proxy.become('slow')
    const page = await ask('/healthz')
    expect(page.status).toBe(200)
    expect([200, 503]).toContain((await ask(UNSTORED)).status)
    proxy.become('pass')
    await untilAnswered(app, UNSTORED)
  })
})

test.each(['shut down', 'killed'])(
  'the app process survives a PostgreSQL restart after the server was %s',
  async (end) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-restart-'))
    fs.chmodSync(dir, 0o711)
    let server = await startEmbeddedServer({ dir, isScratch: true })
    const between = await startFaultyProxy(() => Number(new URL(server.url('postgres')).port))
    await migrateToLatest(server.url('postgres'))
    const url = new URL(server.url('postgres'))
    url.port = String(between.port)
    const survivor = await startBuiltApp({ DATABASE_URL: url.href })
    try {
      await untilAnswered(survivor, UNSTORED)
      if (end === 'killed') {
        const [pid] = fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGQUIT')
      } else await server.stop()
      await expect.poll(async () => (await survivor.get(UNSTORED)).status).toBe(503)
      server = await startEmbeddedServer({ dir, isScratch: true })
      await untilAnswered(survivor, UNSTORED)
      expect(survivor.process.exitCode).toBeNull()
    } finally {
      await survivor.stop()
      await between.close()
      await server.stop()
      fs.rmSync(dir, { recursive: true, force: true })
    }
  },
)
