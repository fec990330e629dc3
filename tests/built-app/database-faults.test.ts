import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedServer } from '#scripts/database/embedded-server'
import { migrateToLatest } from '#scripts/database/migrations'
import { makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type FaultyProxy, startFaultyProxy } from '../setup/faulty-proxy'

/** URLs too long to be cached: each request queries the database. */
const UNSTORED = `/deals?page=${'0'.repeat(3_000)}`
const OTHER = `/changes?page=${'0'.repeat(3_000)}`

let app: BuiltApp
let proxy: FaultyProxy
let admin: pg.Client
const database = new URL(process.env.DATABASE_URL!)

beforeAll(async () => {
  proxy = await startFaultyProxy(() => Number(database.port))
  const throughProxy = new URL(database)
  throughProxy.port = String(proxy.port)
  app = await startBuiltApp({ DATABASE_URL: throughProxy.href, SESSION_SECRET: process.env.SESSION_SECRET! })
  admin = new pg.Client(database.href)
  await admin.connect()
}, 180_000)
afterAll(async () => {
  await app?.stop()
  await admin?.end()
  await proxy?.close()
})
afterEach(async () => {
  proxy.become('pass')
  await untilReady(app)
})

async function countBusyConnections() {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name = 'lifetime-ledger' and datname = current_database() and state = 'active'`,
  )
  return rows[0]!.count
}

/** Resolves to the milliseconds until a page that needs the database answers 200 again. */
async function untilReady({ get }: BuiltApp, path = UNSTORED) {
  const start = performance.now()
  while ((await get(path).catch(() => undefined))?.status !== 200) {
    if (performance.now() - start > 10_000) throw new Error('The app did not recover')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return performance.now() - start
}

async function timed(path: string, init?: RequestInit) {
  const start = performance.now()
  const answer = await app.get(path, init)
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), ms: performance.now() - start }
}

async function expectToBeAlive() {
  expect(app.process.exitCode).toBeNull()
  expect(await timed('/healthz')).toMatchObject({ status: 200 })
  expect(await timed('/favicon.svg')).toMatchObject({ status: 200 })
}

describe('with the database down', () => {
  test('every entry point answers 503 while the database is down, and the process stays alive', async () => {
    proxy.become('refuse')
    const page = await app.get(OTHER, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(page.headers.get('Retry-After')).toBe('2')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const html = await page.text()
    expect(html).toContain('<h1>Back in a moment</h1>')
    expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/[\w-]+\.css"/)
    for (const entryPoint of [
      '/deals.data',
      '/deals.data?_routes=routes%2Fdeals._index',
      '/deals?_data=routes%2Fdeals._index',
    ]) {
      expect(await timed(entryPoint)).toMatchObject({ status: 503, retryAfter: '2' })
    }
    expect(await timed('/readyz')).toMatchObject({ status: 503 })
    await expectToBeAlive()
  })

  test('the log does not grow with every request while the database is down', async () => {
    proxy.become('refuse')
    const before = app.log().length
    for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 20 }, () => timed(UNSTORED)))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const lines = app
      .log()
      .slice(before)
      .filter(({ level }) => level === 'error' || level === 'warn')
    const stacks = lines.filter(({ err }) => (err as { stack?: string } | undefined)?.stack)
    expect(lines.length).toBeLessThan(60)
    expect(stacks.length).toBeLessThan(8)
    const failures = lines.filter(({ msg }) => msg === 'The database failed a request')
    const told = failures.reduce((sum, { count }) => sum + Number(count ?? 1), 0)
    expect(told).toBeGreaterThanOrEqual(200)
  })

  test.each([
    ['a review', '/deals/x?index', { rating: '4', title: 'Worth it' }, 'Failed to submit review'],
    ['a deal', '/admin/deals/new', { title: 'Quillstack' }, 'Failed to save deal'],
    ['a name', '/account/settings', { intent: 'change-name', name: 'Ada' }, 'Failed to save changes'],
  ])(
    'the form for %s answers 503 with what was not saved while the database is down',
    async (_, path, form: Record<string, string>, failure) => {
      const cookie = await cookieOf(await makeProfile({ role: 'ADMIN' }))
      proxy.become('refuse')
      const headers = { Accept: 'text/html', Cookie: cookie }
      const page = await app.get(path, { method: 'POST', headers, body: new URLSearchParams(form) })
      expect(page.status).toBe(503)
      expect(page.headers.get('Retry-After')).toMatch(/^\d$/)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      const html = await page.text()
      expect(html).toContain(`<b>${failure}.</b> Go back: what you typed is still in the form.`)
      expect(html).toContain('Wait a few seconds before you go back, or reload this page to send the form again.')
      expect(html).not.toContain('Refresh Page')
    },
  )

  test.each([
    ['/deals/quillstack', 'Failed to load deal details'],
    ['/admin/deals?q=a', 'Failed to load deals'],
    ['/admin/deals/new', 'Failed to load form data'],
    [`/admin/deals/${crypto.randomUUID()}`, 'Failed to load deal'],
    ['/admin/reviews', 'Failed to load reviews'],
    ['/admin/comments', 'Failed to load comments'],
    ['/admin/csv-import', 'Failed to load reference data'],
    ['/admin/users', 'Failed to load users'],
    ['/admin/analytics', 'Failed to load analytics'],
    ['/account', 'Back in a moment'],
  ])('%s says "%s" inside the layout while the database is down', async (path, message) => {
    const cookie = await cookieOf(await makeProfile({ role: 'ADMIN' }))
    proxy.become('refuse')
    const page = await app.get(path, { headers: { Accept: 'text/html', Cookie: cookie } })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const html = await page.text()
    expect(html).toContain(`<h1>${message}</h1>`)
    expect(html).toMatch(new RegExp(`<a href="${path.replace('?', '\\?')}" class="btn[^>]*>.*?Try again`))
    expect(html).toContain('<nav class="site-nav" aria-label="Main">')
    expect(html.includes('aria-label="Admin"')).toBe(path.startsWith('/admin'))
    expect(html).toContain('href="/account"')
  })

  test.each([
    '/categories/design',
    '/platforms/stackyard',
    '/vendors',
    '/vendors/northpane',
    '/changes',
    '/transparency',
    '/compare?d=quillstack',
    `/people/${crypto.randomUUID()}`,
  ])('visitors see inside the layout that %s could not be loaded while the database is down', async (path) => {
    proxy.become('refuse')
    const page = await app.get(path, { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2'])
    const html = await page.text()
    expect(html).toContain('<h1>Back in a moment</h1>')
    expect(html).toContain('Try again')
    expect(html).toContain('<nav class="site-nav" aria-label="Main">')
  })

  test.each([
    ['/deals?q=crm', 'No deals found'],
    ['/categories', 'No categories available'],
    ['/platforms', 'No platforms available'],
  ])('%s is a page with the text of an empty list while the database is down', async (path, text) => {
    proxy.become('refuse')
    const page = await app.get(path, { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2'])
    const html = await page.text()
    expect(html).toContain(text)
    expect(html).toContain('<nav class="site-nav" aria-label="Main">')
  })

  test('/auth shows its own form again without the password while the database is down', async () => {
    proxy.become('refuse')
    const body = new URLSearchParams({ email: 'ada@example.com', password: 'correct horse' })
    const page = await app.get('/auth', { method: 'POST', headers: { Accept: 'text/html' }, body })
    const html = await page.text()
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(html).toContain('Authentication failed')
    expect(html).toContain('value="ada@example.com"')
    expect(html).not.toContain('correct horse')
  })

  test('error pages reveal nothing about the database', async () => {
    proxy.become('refuse')
    for (const entryPoint of [UNSTORED, '/deals.data', '/readyz']) {
      expect(await (await app.get(entryPoint)).text()).not.toMatch(
        /ECONN|postgres|127\.0\.0\.1|node_modules|Connection/,
      )
    }
  })

  test('a process started without a database becomes ready once the database answers', async () => {
    proxy.become('refuse')
    const throughProxy = new URL(database)
    throughProxy.port = String(proxy.port)
    const late = await startBuiltApp({ DATABASE_URL: throughProxy.href })
    try {
      expect((await late.get('/readyz')).status).toBe(503)
      proxy.become('pass')
      expect(await untilReady(late, '/readyz')).toBeLessThan(2_000)
    } finally {
      await late.stop()
    }
  }, 60_000)
})

describe('recovery within two seconds', () => {
  test('the app recovers within two seconds after all connections are terminated repeatedly', async () => {
    for (let round = 0; round < 10; round++) {
      const pages = Array.from({ length: 8 }, () => timed(UNSTORED).catch(() => ({ status: 0 })))
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'lifetime-ledger' and datname = current_database()`,
      )
      for (const { status } of await Promise.all(pages)) expect([200, 503]).toContain(status)
    }
    expect(await untilReady(app)).toBeLessThan(2_000)
    await expectToBeAlive()
  })

  test.each([
    ['were reset', () => proxy.reset()],
    ['were half closed', () => proxy.halfClose()],
  ])('the app recovers within two seconds after its database connections %s', async (_what, harm) => {
    await Promise.all([timed(UNSTORED), timed(UNSTORED), timed(OTHER)])
    harm()
    expect(await untilReady(app)).toBeLessThan(2_000)
    await expectToBeAlive()
  })

  test('the app recovers within two seconds after the database refused connections', async () => {
    proxy.become('refuse')
    await timed(UNSTORED)
    await new Promise((resolve) => setTimeout(resolve, 500))
    proxy.become('pass')
    expect(await untilReady(app)).toBeLessThan(2_000)
  })

  test('a hung database answers 503 within four seconds, and the app recovers within two', async () => {
    await Promise.all([timed(UNSTORED), timed(UNSTORED)])
    proxy.become('hang')
    const [page, other] = await Promise.all([timed(UNSTORED), timed(OTHER)])
    expect(page).toMatchObject({ status: 503, retryAfter: '2' })
    expect(Math.max(page.ms, other.ms)).toBeLessThan(4_000)
    await expectToBeAlive()
    proxy.become('pass')
    expect(await untilReady(app)).toBeLessThan(2_000)
  })
})

describe('with a slow or locked database', () => {
  test('a page that waits for a lock answers 503 after three seconds and frees its connection', async () => {
    // No background task reads the categories: only the page waits for them.
    await admin.query('begin; lock table categories in access exclusive mode')
    try {
      const page = await timed(UNSTORED)
      expect(page).toMatchObject({ status: 503, retryAfter: '2' })
      expect(page.ms).toBeGreaterThan(2_500)
      expect(page.ms).toBeLessThan(4_000)
      // The page's other queries start a moment later and time out a moment later.
      await expect.poll(countBusyConnections, { timeout: 4_000 }).toBe(0)
    } finally {
      await admin.query('rollback')
    }
  })

  test('a request answers 503 within two seconds when the connection pool is full', async () => {
    await admin.query('begin; lock table deals in access exclusive mode')
    try {
      const holders = Array.from({ length: 12 }, () => timed(UNSTORED))
      await new Promise((resolve) => setTimeout(resolve, 200))
      const late = await timed(OTHER)
      expect(late).toMatchObject({ status: 503, retryAfter: '2' })
      expect(late.ms).toBeLessThan(2_000)
      for (const { status } of await Promise.all(holders)) expect(status).toBe(503)
    } finally {
      await admin.query('rollback')
    }
  })

  test('a two-second network delay slows the app down without breaking it', async () => {
    proxy.become('slow')
    const page = await timed('/healthz')
    expect(page.status).toBe(200)
    expect([200, 503]).toContain((await timed(UNSTORED)).status)
    proxy.become('pass')
    expect(await untilReady(app)).toBeLessThan(4_000)
  })
})

test.each(['shut down', 'killed'])(
  'the app process survives a PostgreSQL restart after the server was %s',
  async (end) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-restart-'))
    fs.chmodSync(dir, 0o711)
    let server = await startEmbeddedServer({ dir, isScratch: true })
    const own = await startFaultyProxy(() => Number(new URL(server.url('postgres')).port))
    await migrateToLatest(server.url('postgres'))
    const url = new URL(server.url('postgres'))
    url.port = String(own.port)
    const survivor = await startBuiltApp({ DATABASE_URL: url.href })
    try {
      await untilReady(survivor)
      if (end === 'killed') {
        const [pid] = fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGQUIT')
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      } else await server.stop()
      expect((await survivor.get(UNSTORED)).status).toBe(503)
      server = await startEmbeddedServer({ dir, isScratch: true })
      expect(await untilReady(survivor)).toBeLessThan(2_000)
      expect(survivor.process.exitCode).toBeNull()
    } finally {
      await survivor.stop()
      await own.close()
      await server.stop()
      fs.rmSync(dir, { recursive: true, force: true })
    }
  },
  120_000,
)
