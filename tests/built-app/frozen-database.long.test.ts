import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeal } from '../factories'
import { type AppBehindProxy, startAppBehindProxy } from '../setup/app-behind-proxy'
import type { BuiltApp } from '../setup/built-app'
import type { FaultyProxy } from '../setup/faulty-proxy'
import { siteHasHeard } from '../setup/site-has-heard'

let own: AppBehindProxy
let app: BuiltApp
let proxy: FaultyProxy
let admin: pg.Client

beforeAll(async () => {
  own = await startAppBehindProxy({ RATE_LIMIT: '0' })
  ;({ app, proxy, admin } = own)
})
afterAll(() => own?.stop())
let pages: string[]
beforeEach(async () => {
  const { slug } = await makeDeal({ title: 'Quillstack' })
  pages = ['/', '/deals', `/deals/${slug}`, '/about']
  await storeAll()
})
afterEach(async () => {
  proxy.become('pass')
  await expect.poll(async () => (await app.get('/readyz')).status).toBe(200)
})

const stateOf = async (answer: Promise<Response>) => (await answer).headers.get('X-Cache')

async function storeAll() {
  await siteHasHeard(app)
  for (const path of pages) await expect.poll(() => stateOf(app.get(path))).toBe('hit')
}

/** Pages rendered before the outage is detected are not stale yet. */
async function untilStale(path: string) {
  await expect
    .poll(async () => {
      const { status, headers } = await app.get(path)
      expect(status).toBe(200)
      return headers.get('X-Cache')
    })
    .toBe('stale')
}

test('a frozen database is detected, and visitors get stale pages without an error', async () => {
  proxy.become('hang')
  for (const path of pages) await untilStale(path)
  expect((await app.get('/readyz')).status).toBe(503)
})

test('a change is visible although the LISTEN connection is frozen', async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'lifetime-ledger-listener' and datname = current_database()`,
  )
  expect(rows).toHaveLength(1)
  const [{ pid }] = rows as [{ pid: number }]
  process.kill(pid, 'SIGSTOP')
  try {
    await admin.query(`update deals set title = 'Not announced'`)
    await expect.poll(async () => (await app.get('/deals')).text()).toContain('Not announced')
    await expect.poll(() => stateOf(app.get('/deals'))).toBe('hit')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})
