import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAccount, makeDeal } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

/** Too long to be cached: every request queries the database. */
const UNCACHED = `/deals?page=${'0'.repeat(3_000)}`
const SESSION_SECRET = process.env.SESSION_SECRET!
const DAY = 86_400_000
const PASSWORD = 'correct horse'
let app: BuiltApp
const admin = new pg.Client(process.env.DATABASE_URL)

beforeAll(async () => {
  // A zone with summer time, which the server of a small site may well have.
  const clock = { TZ: 'Europe/Berlin', NODE_OPTIONS: `--import ${path.resolve('tests/setup/shift-clock.js')}` }
  app = await startBuiltApp({ RATE_LIMIT: '0', SESSION_SECRET, ...clock })
  await admin.connect()
})
afterAll(async () => {
  await app?.stop()
  await admin.end()
})

/** The length of the log when the test began. */
let logged = 0
beforeEach(() => {
  logged = app.log().length
})
const listErrors = () =>
  app
    .log()
    .slice(logged)
    .filter(({ level }) => level === 'error' || level === 'fatal')

async function countBusyConnections() {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name = 'lifetime-ledger' and datname = current_database() and state <> 'idle'`,
  )
  return rows[0]!.count
}

test('clients that hang up while their page is read from the database leave no query, error or dead process', async () => {
  await admin.query('begin; lock table deals in access exclusive mode')
  // Twice as many as there are connections: some wait for the lock, and some for a connection.
  const controllers = Array.from({ length: 16 }, () => new AbortController())
  const pages = controllers.map(({ signal }) => app.get(UNCACHED, { signal }).catch(() => 'gone'))
  const countWaiting = async () => (await admin.query('select from pg_locks where not granted')).rowCount
  await expect.poll(countWaiting).toBeGreaterThan(1)
  for (const controller of controllers) controller.abort()
  await admin.query('rollback')
  expect(await Promise.all(pages)).toEqual(Array(16).fill('gone'))

  // Half a response: the page is longer than what is read of it.
  for (let n = 0; n < 20; n++) {
    const socket = net.connect(app.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${UNCACHED} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.resetAndDestroy()
  }
  // Sooner than PostgreSQL ends transactions that were left open, after ten seconds.
  await expect.poll(countBusyConnections, { timeout: 8_000 }).toBe(0)
  expect((await app.get(UNCACHED)).status).toBe(200)
  expect(app.process.exitCode).toBeNull()
  expect(listErrors()).toEqual([])
})

describe('the wall clock', () => {
  const shiftBy = async (shift: number) => {
    const told = once(app.process, 'message')
    app.process.send({ shift })
    await told
  }
  /** From now until a time on the next day on which Berlin changes its clocks. */
  const untilChange = (month: number, time: string) => {
    for (let day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 31)); ; day = new Date(+day - DAY)) {
      if (day.getUTCDay() === 0) return Date.parse(`${day.toISOString().slice(0, 10)}T${time}Z`) - Date.now()
    }
  }

  test.each([
    ['an hour back', () => -3_600_000],
    ['a day ahead', () => DAY],
    ['a year back', () => -365 * DAY],
    ['ten years ahead', () => 3_650 * DAY],
    ['just before summer time begins', () => untilChange(2, '00:59:59')],
    ['just after summer time has begun', () => untilChange(2, '01:00:01')],
    ['into the hour that winter time repeats', () => untilChange(9, '01:30:00')],
  ])('pages, sign-in and writes answer without an error after the clock jumped %s', async (_where, shift) => {
    const deal = await makeDeal({ end_date: '2026-12-24' })
    const ada = await makeAccount(PASSWORD, { email: 'ada@example.com' })
    const cookie = await cookieOf(ada)
    await app.get('/deals')
    const by = shift()
    await shiftBy(by)
    try {
      await app.get('/about')
      // The clock of the process has indeed changed.
      const told = () => Date.parse(String(app.log().findLast(({ path }) => path === '/about')?.time))
      await expect.poll(() => Math.abs(told() - (Date.now() + by))).toBeLessThan(60_000)
      for (const place of ['/', '/deals', UNCACHED, `/deals/${deal.slug}`, '/changes', '/feed.xml', '/auth']) {
        expect((await app.get(place)).status, place).toBeLessThan(500)
      }
      expect((await app.get(`/deals/${deal.slug}`)).status).toBe(200)
      const signIn = await ask(app.port, '/auth', { form: { email: 'ada@example.com', password: PASSWORD } })
      expect(signIn.status).toBe(303)
      const fresh = signIn.setCookies.find((one) => one.startsWith('session='))!.split(';')[0]
      // The session from before the jump ends early or stays; both are an answer.
      expect([200, 302]).toContain((await ask(app.port, '/account', { cookie })).status)
      expect((await ask(app.port, '/account', { cookie: fresh })).status).toBe(200)
      const form = { body: 'Does it export files?' }
      expect((await ask(app.port, `/deals/${deal.slug}/comments`, { cookie: fresh, form })).status).toBe(303)
    } finally {
      await shiftBy(0)
    }
    expect((await app.get(UNCACHED)).status).toBe(200)
    expect(listErrors()).toEqual([])
  })
})

test('a process that ran out of file descriptors accepts connections again once some are closed', async () => {
  const limit = (soft: number) => execFileSync('prlimit', ['--pid', String(app.process.pid), `--nofile=${soft}:`])
  const [old] = String(
    execFileSync('prlimit', ['--pid', String(app.process.pid), '--nofile', '-o', 'SOFT', '--noheadings']),
  )
    .trim()
    .split(/\s+/)
  limit(80)
  const sockets = Array.from({ length: 150 }, () => net.connect(app.port, '127.0.0.1').on('error', () => {}))
  try {
    const countOpen = () => fs.readdirSync(`/proc/${app.process.pid}/fd`).length
    // One is kept in reserve, to refuse those who come now.
    await expect.poll(countOpen).toBeGreaterThanOrEqual(79)
    expect(app.process.exitCode).toBeNull()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  await expect
    .poll(() =>
      app.get(UNCACHED).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  limit(Number(old))
  expect(app.process.exitCode).toBeNull()
})
