import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeal, makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type AppBehindProxy, startAppBehindProxy } from '../setup/app-behind-proxy'
import type { BuiltApp } from '../setup/built-app'
import type { FaultyProxy } from '../setup/faulty-proxy'
import { sendRaw } from '../setup/raw-request'
import { siteHasHeard } from '../setup/site-has-heard'

const LINE =
  /<div class="wrap"><p class="[^"]*" role="status">We are having trouble; this page was saved at (\d\d:\d\d) UTC\.<\/p><\/div>/

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

/** Includes pages that render without the database, which happens until the outage is detected. */
async function untilSaved() {
  for (const path of pages) await expect.poll(() => stateOf(app.get(path))).toBe('stale')
}

test('during an outage of the database visitors get saved pages, which say when they were saved, and Get Deal works', async () => {
  const { slug } = await makeDeal({ cta_url: 'https://vendor.example/only-listed' })
  await expect.poll(async () => (await app.get('/deals')).text()).toContain(`href="/go/${slug}"`)
  await storeAll()
  const cookie = await cookieOf(await makeProfile())
  const before = await Promise.all(pages.map((path) => app.get(path)))
  const stored = new Date()
  proxy.become('refuse')
  await untilSaved()
  for (const [at, path] of pages.entries()) {
    const page = await app.get(path)
    const html = await page.text()
    expect({ status: page.status, state: page.headers.get('X-Cache') }).toEqual({ status: 200, state: 'stale' })
    const [line, time] = LINE.exec(html)!
    const age = (stored.getUTCHours() * 60 + stored.getUTCMinutes() - minutesOf(time!) + 1_440) % 1_440
    expect(age).toBeLessThanOrEqual(2)
    expect(html.replace(line, '')).toBe(await before[at]!.text())
    expect(page.headers.get('ETag')).not.toBe(before[at]!.headers.get('ETag'))
    expect(page.headers.get('Content-Security-Policy')).toBe(before[at]!.headers.get('Content-Security-Policy'))
  }

  const plain = await sendRaw(app.port, 'GET /deals HTTP/1.1\r\nHost: localhost\r\n\r\n')
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const head = `GET /deals HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`
    const { headers, body } = await sendRaw(app.port, head)
    expect(headers.get('Content-Encoding')).toBe(encoding)
    expect(unpack(Buffer.from(body, 'latin1')).toString('latin1')).toBe(plain.body)
  }
  const head = await app.get('/deals', { method: 'HEAD' })
  expect(head.headers.get('X-Cache')).toBe('stale')
  const again = await app.get('/deals', { headers: { 'If-None-Match': head.headers.get('ETag')! } })
  expect(again.status).toBe(304)

  for (const own of [cookie, cookie.replace('=', '\t='), 'session=x', 'toast =x']) {
    const page = await app.get('/deals', { headers: { Cookie: own } })
    expect({ own, status: page.status }).toEqual({ own, status: 503 })
    expect(page.headers.get('X-Cache')).not.toBe('stale')
  }
  expect((await app.get('/readyz')).status).toBe(503)
  expect((await app.get('/platforms')).status).toBe(503)

  const logged = app.log().length
  const left = await app.get(`/go/${slug}`)
  expect([left.status, left.headers.get('Location')]).toEqual([302, 'https://vendor.example/only-listed'])
  const lost = () =>
    app
      .log()
      .slice(logged)
      .filter(({ msg }) => String(msg).includes('click'))
  await expect.poll(lost).toMatchObject([{ msg: 'A click was not counted, because the database is down' }])
  expect((await app.get('/go/never-shown')).status).toBe(503)
})

test('around outages visitors of saved pages get no error, and once the database is back no stale page and every change', async () => {
  const seen: unknown[] = []
  let isOver = false
  const read = async () => {
    while (!isOver) for (const path of pages) seen.push((await app.get(path)).status)
  }
  const readers = [read(), read(), read()]
  for (const trouble of ['refuse', 'hang'] as const) {
    proxy.become(trouble)
    await untilSaved()
    await admin.query(`update deals set title = 'Renamed during ${trouble}'`)
    proxy.become('pass')
    await expect.poll(async () => (await app.get('/readyz')).status, { interval: 5 }).toBe(200)
    for (const path of ['/deals', pages[2]!]) {
      expect(await (await app.get(path)).text()).toContain(`Renamed during ${trouble}`)
    }
    for (let n = 0; n < 30; n++) {
      for (const path of pages) expect(await stateOf(app.get(path))).not.toBe('stale')
    }
    await storeAll()
  }
  isOver = true
  await Promise.all(readers)
  expect(seen.filter((status) => status !== 200)).toEqual([])
})

test('a page rendered without its SEO entry is not cached', async () => {
  await admin.query('begin; lock table seo_metadata in access exclusive mode')
  try {
    const path = pages[2]!
    await admin.query(`select pg_notify('content_changed', '')`)
    await admin.query('commit; begin; lock table seo_metadata in access exclusive mode')
    await expect.poll(() => stateOf(app.get(path))).toBe('bypass')
  } finally {
    await admin.query('rollback')
  }
})

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
