import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { cookieOf, toastOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { sendRaw } from '../setup/raw-request'
import { siteHasHeard } from '../setup/site-has-heard'

const settings = { RATE_LIMIT: '0', SESSION_SECRET: process.env.SESSION_SECRET! }
let app: BuiltApp
let other: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp(settings)
  other = await startBuiltApp(settings)
})
afterAll(() => Promise.all([app?.stop(), other?.stop()]))
beforeEach(async () => {
  // Both processes have handled the truncation of the tables, and listen again where a test cut them off.
  for (const process of [app, other]) {
    await siteHasHeard(process)
    await expect.poll(() => stateOf(process.get('/about'))).toBe('hit')
  }
})

/** Cookie headers that some parser accepts; each line becomes a header of its own. */
const ODD_COOKIES = [
  ' NAME=VALUE',
  'NAME=VALUE',
  ' NAME =VALUE',
  ' NAME\t=VALUE',
  '\tNAME=VALUE',
  ' NAME \t = VALUE',
  ' \t NAME= \t VALUE \t ',
  ' a=b;NAME=VALUE',
  ' a=b;\tNAME=VALUE',
  ' a=b; \t NAME \t =VALUE',
  ' a=b;;NAME=VALUE',
  ' a;NAME =VALUE',
  ' ;;; NAME =VALUE;',
  ' =x; NAME =VALUE',
  ' NAME ="VALUE"',
  ' a="b; NAME =VALUE"',
  ' a=b\n NAME =VALUE',
  ' NAME =VALUE\n NAME=x',
  ' NAME =VALUE; NAME =x',
  ' toast =x; NAME\t=VALUE',
]

async function stateOf(answer: Promise<Response>) {
  return (await answer).headers.get('X-Cache')
}

describe('the page cache', () => {
  test('the page cache serves the next visitor the same bytes', async () => {
    await makeDeal({ title: 'Quillstack' })
    await siteHasHeard(app)
    await expect.poll(() => app.get('/deals').then((page) => page.text())).toContain('Quillstack')
    const [first, second] = [await app.get('/deals'), await app.get('/deals')]
    expect(second.headers.get('X-Cache')).toBe('hit')
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect(second.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
  })

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('cached pages are also served as %s, with an ETag of their own', async (encoding, unpack) => {
    const plain = await sendRaw(app.port, 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const { status, headers, body } = await sendRaw(
      app.port,
      `GET /about HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
    )
    expect({ status, encoding: headers.get('Content-Encoding') }).toEqual({ status: 200, encoding })
    expect(unpack(Buffer.from(body, 'latin1')).toString('latin1')).toBe(plain.body)
    expect(headers.get('ETag')).toMatch(/^"[\w-]+"$/)
    expect(headers.get('ETag')).not.toBe(plain.headers.get('ETag'))
  })

  test('cached pages answer 304 to a matching ETag until the page changes', async () => {
    const deal = await makeDeal({ title: 'Before' })
    const path = `/deals/${deal.slug}`
    await expect.poll(() => stateOf(app.get(path))).toBe('hit')
    const etag = (await app.get(path)).headers.get('ETag')!
    expect((await app.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await app.get(path, { headers: { 'If-None-Match': `W/"x", ${etag}` } })).status).toBe(304)
    await db.updateTable('deals').set({ title: 'After' }).where('id', '=', deal.id).execute()
    await expect.poll(async () => (await app.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })

  test('HEAD answers a cached page with headers only', async () => {
    const head = await app.get('/about', { method: 'HEAD' })
    expect(head.headers.get('X-Cache')).toBe('hit')
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(1_000)
    expect(await head.text()).toBe('')
  })

  test('cached pages allow their inline scripts by hash and contain no nonce', async () => {
    const page = await app.get('/about')
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /script-src 'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+';/,
    )
    expect(await page.text()).not.toContain('nonce=')
  })
})

describe('the cache key', () => {
  test('the cache key ignores campaign parameters and the order of parameters', async () => {
    await expect.poll(() => stateOf(app.get('/deals?sort=rating&status=ACTIVE'))).toBe('hit')
    expect(await stateOf(app.get('/deals?utm_source=mail&status=ACTIVE&gclid=1&sort=rating'))).toBe('hit')
  })

  test('two visitors who chose different views of the list never get the page of the other', async () => {
    await makeDeal({ title: 'Quillstack' })
    const [rows, none] = [{ Cookie: 'a=b; deals-view=list' }, { Cookie: 'a=b' }]
    const viewOf = async (path: string, headers: Record<string, string>) => {
      const answer = await app.get(path, { headers })
      const text = await answer.text()
      return { state: answer.headers.get('X-Cache'), hasTable: text.includes('<table'), answer }
    }
    await expect.poll(() => viewOf('/deals', rows)).toMatchObject({ state: 'hit', hasTable: true })
    await expect.poll(() => viewOf('/deals', none)).toMatchObject({ state: 'hit', hasTable: false })
    expect(await viewOf('/deals?view=list', none)).toMatchObject({ state: 'hit', hasTable: true })

    // The address wins, and the response with the cookie comes from the cache as well.
    const grid = await viewOf('/deals?view=grid', rows)
    expect(grid).toMatchObject({ state: 'hit', hasTable: false })
    expect(grid.answer.headers.get('Set-Cookie')).toMatch(/^deals-view=; Max-Age=0;/)
    expect(grid.answer.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
    expect((await viewOf('/deals', none)).answer.headers.get('Set-Cookie')).toBeNull()
  })

  test('a random view in the cookie or the address is answered from the pages in the cache', async () => {
    await expect.poll(() => stateOf(app.get('/deals'))).toBe('hit')
    for (let n = 0; n < 20; n++) {
      const headers = { Cookie: `deals-view=${crypto.randomUUID()}` }
      expect(await stateOf(app.get(`/deals?view=${crypto.randomUUID()}`, { headers }))).toBe('hit')
    }
  })

  test.each(['/about?q=', '/deals?colour=', '/platforms?page='])(
    'the cache key ignores parameters that the page does not read: %s',
    async (path) => {
      await expect.poll(() => stateOf(app.get(`${path}1`))).toBe('hit')
      for (let i = 0; i < 20; i++) expect(await stateOf(app.get(`${path}${Math.random()}`))).toBe('hit')
    },
  )

  test.each(['/auth', '/no-such-page', '/deals/no-such-deal', '/Deals', '/account', '/deals?page=1'])(
    '%s is never cached',
    async (path) => {
      for (let i = 0; i < 2; i++) expect(await stateOf(app.get(path))).not.toBe('hit')
    },
  )

  test('the cache cannot be poisoned by request headers', async () => {
    await makeDeal()
    const odd = {
      Host: 'evil.test',
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'evil',
      Referer: 'https://evil.test/',
    }
    const headers = Object.entries(odd).map((pair) => pair.join(': '))
    const first = await sendRaw(
      app.port,
      `GET /platforms HTTP/1.1\r\n${headers.join('\r\n')}\r\nUser-Agent: evil.test\r\n\r\n`,
    )
    expect(first.status).toBe(200)
    const second = await app.get('/platforms')
    expect(await second.text()).not.toContain('evil')
  })
})

describe('cached pages and cookies', () => {
  test('signed-in members get their own page, which is not cached for others', async () => {
    const ada = await makeProfile({ name: 'Ada' })
    const headers = { Cookie: await cookieOf(ada) }
    const own = await app.get('/deals', { headers })
    expect(own.headers.get('X-Cache')).toBe('bypass')
    expect(own.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await own.text()).toContain('href="/account"')
    const visitor = await app.get('/deals')
    expect(await visitor.text()).not.toContain('href="/account"')
  })

  test('signed-in members never get a public response, however the cookie is formatted', async () => {
    const ada = await makeProfile({ name: 'Ada Odd' })
    const { slug } = await makeDeal()
    const [name, value] = (await cookieOf(ada)).split(/=(.*)/s) as [string, string]
    let recognized = 0
    for (const cookie of ODD_COOKIES.map((odd) => odd.replaceAll('NAME', name).replaceAll('VALUE', value))) {
      for (const path of ['/deals', `/deals/${slug}`, '/deals.data', `/deals/${slug}.data?_routes=root`, '/session']) {
        const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', ...cookie.split('\n').map((line) => `Cookie:${line}`)]
        const answer = await sendRaw(app.port, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
        const isHers = /Ada Odd|href="\/account"|"isSignedIn":true/.test(answer.body)
        if (isHers) recognized++
        const told = { path, cookie, control: answer.headers.get('Cache-Control') }
        if (isHers) expect(told).toEqual({ path, cookie, control: 'private, no-store' })
        if (isHers) expect(answer.headers.get('X-Cache') ?? 'bypass').toBe('bypass')
      }
    }
    // Most spellings are recognized; if none were, this would prove nothing.
    expect(recognized).toBeGreaterThan(ODD_COOKIES.length)
    for (const path of ['/deals', `/deals/${slug}`]) {
      expect(await (await app.get(path)).text()).not.toMatch(/Ada Odd|href="\/account"/)
    }
  })

  test('a toast message is shown to its visitor and not cached for the next one', async () => {
    const answer = await app.get('/sign-out', {
      method: 'POST',
      headers: { Cookie: await cookieOf(await makeProfile()) },
    })
    const toast = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))!
    await expect.poll(() => stateOf(app.get('/'))).toBe('hit')
    const told = await app.get('/', { headers: { Cookie: toast.split(';')[0]! } })
    expect(await told.text()).toContain('Signed out successfully')
    expect(told.headers.get('X-Cache')).toBe('bypass')
    expect(told.headers.get('Cache-Control')).toBe('private, no-store')
    expect(told.headers.get('ETag')).toBeNull()
    const visitor = await app.get('/')
    expect(visitor.headers.get('X-Cache')).toBe('hit')
    expect(await visitor.text()).not.toContain('Signed out successfully')
  })
})

describe('cache invalidation', () => {
  test('a change is visible at once in the process that made it', async () => {
    const ada = await makeProfile({ name: 'Ada Before' })
    const { deal_id } = await makeReview({ user_id: ada.id, status: 'APPROVED' })
    const { slug } = await db.selectFrom('deals').select('slug').where('id', '=', deal_id).executeTakeFirstOrThrow()
    const headers = { Cookie: await cookieOf(ada) }
    for (let round = 0; round < 20; round++) {
      await expect.poll(() => stateOf(app.get(`/deals/${slug}`))).toBe('hit')
      const body = new URLSearchParams({ intent: 'change-name', name: `Ada ${round}` })
      expect((await app.get('/account/settings', { method: 'POST', headers, body })).status).toBe(303)
      expect(await (await app.get(`/deals/${slug}`)).text()).toContain(`Ada ${round}`)
    }
  })

  test('the page that visitors get counts a vote for a review at once', async () => {
    const deal = await makeDeal()
    const review = await makeReview({ deal_id: deal.id, title: 'Worth it', status: 'APPROVED' })
    const path = `/deals/${deal.slug}`
    await expect.poll(() => stateOf(app.get(path))).toBe('hit')
    expect(await (await app.get(path)).text()).toContain('aria-label="Helpful: Worth it"')
    const headers = { Cookie: await cookieOf(await makeProfile()), Accept: 'text/html' }
    const body = new URLSearchParams({ intent: 'add', review: review.id })
    const voted = await app.get(`${path}/helpful`, { method: 'POST', headers, body })
    expect(toastOf(voted)).toMatchObject({ title: 'Marked as helpful' })
    const answer = await app.get(path)
    const state = `a page with X-Cache: ${answer.headers.get('X-Cache')}`
    expect(await answer.text(), state).toContain('aria-label="Helpful (1): Worth it"')
    await expect.poll(() => stateOf(app.get(path))).toBe('hit')
    expect(await (await app.get(path)).text()).toContain('aria-label="Helpful (1): Worth it"')
  })

  test('no process serves an older page after a change, with concurrent writers and readers', async () => {
    const deals = await Promise.all(['a', 'b', 'c'].map((slug) => makeDeal({ slug, title: 'Round 0' })))
    const stale: string[] = []
    const shown = async ({ get }: BuiltApp, path: string) =>
      Number(/Round (\d+)/.exec(await (await get(path)).text())?.[1])

    const write = async ({ id, slug }: (typeof deals)[number]) => {
      for (let round = 1; round <= 12; round++) {
        await db
          .updateTable('deals')
          .set({ title: `Round ${round}` })
          .where('id', '=', id)
          .execute()
        for (const process of [app, other]) {
          await siteHasHeard(process)
          const seen = await shown(process, `/deals/${slug}`)
          if (seen < round) stale.push(`${slug}: ${seen} after ${round}`)
        }
      }
    }
    let isWriting = true
    const written = Promise.all(deals.map(write)).finally(() => {
      isWriting = false
    })
    const read = async (process: BuiltApp) => {
      const latest = new Map<string, number>()
      while (isWriting) {
        for (const { slug } of deals) {
          const seen = await shown(process, `/deals/${slug}`)
          if (seen < (latest.get(slug) ?? 0)) stale.push(`${slug} went back to ${seen}`)
          latest.set(slug, seen)
        }
      }
      return latest
    }
    const [, ...readers] = await Promise.all([written, ...[app, other, app, other].map(read)])
    expect(stale).toEqual([])
    // Each reader saw deals change while they were written.
    for (const latest of readers) expect(Math.max(...latest.values())).toBeGreaterThan(0)
  })

  test('without a LISTEN connection the cache is bypassed, so an unannounced change is still visible', async () => {
    const deal = await makeDeal({ title: 'Heard' })
    await expect.poll(() => stateOf(app.get(`/deals/${deal.slug}`))).toBe('hit')
    const admin = new pg.Client(process.env.DATABASE_URL)
    await admin.connect()
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'lifetime-ledger-listener' and datname = current_database()`,
    )
    await admin.query(`update deals set title = 'Unheard'`)
    await admin.end()
    await expect.poll(async () => (await app.get(`/deals/${deal.slug}`)).text()).toContain('Unheard')
    await expect.poll(() => stateOf(app.get(`/deals/${deal.slug}`))).toBe('hit')
  })
})

describe('build assets', () => {
  test('build assets are served precompressed, with an immutable Cache-Control', async () => {
    const html = await (await app.get('/about')).text()
    for (const [path] of html.matchAll(/\/assets\/[\w-]+\.(css|js)/g)) {
      const plain = await sendRaw(app.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const packed = await sendRaw(app.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`)
      expect(packed.headers.get('Content-Encoding')).toBe('br')
      expect(packed.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(packed.headers.get('Content-Type')).toBe(plain.headers.get('Content-Type'))
      expect(brotliDecompressSync(Buffer.from(packed.body, 'latin1')).toString('latin1')).toBe(plain.body)
      const again = await app.get(path, {
        headers: { 'If-None-Match': plain.headers.get('ETag')!, 'Accept-Encoding': 'identity' },
      })
      expect(again.status).toBe(304)
    }
    expect((await app.get('/assets/none-0000.js')).status).toBe(404)
  })
})
