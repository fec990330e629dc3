import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type AppBehindProxy, startAppBehindProxy, untilAnswered } from '../setup/app-behind-proxy'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import type { FaultyProxy } from '../setup/faulty-proxy'

/** URLs too long to be cached: each request queries the database. */
const UNSTORED = `/deals?page=${'0'.repeat(3_000)}`
const OTHER = `/changes?page=${'0'.repeat(3_000)}`

let own: AppBehindProxy
let app: BuiltApp
let proxy: FaultyProxy

beforeAll(async () => {
  own = await startAppBehindProxy()
  ;({ app, proxy } = own)
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

async function expectToBeAlive() {
  expect(app.process.exitCode).toBeNull()
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/favicon.svg')).status).toBe(200)
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
    expect(html).toMatch(/<h1[^>]*>Back in a moment<\/h1>/)
    expect(html).toContain('<style>/*! tailwindcss')
    for (const entryPoint of [
      '/deals.data',
      '/deals.data?_routes=routes%2Fdeals._index',
      '/deals?_data=routes%2Fdeals._index',
    ]) {
      expect(await ask(entryPoint)).toMatchObject({ status: 503, retryAfter: '2' })
    }
    expect(await ask('/readyz')).toMatchObject({ status: 503 })
    await expectToBeAlive()
  })

  test('the log does not grow with every request while the database is down', async () => {
    proxy.become('refuse')
    const before = app.log().length
    for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 20 }, () => ask(UNSTORED)))
    const complaints = () =>
      app
        .log()
        .slice(before)
        .filter(({ level }) => level === 'error' || level === 'warn')
    const failures = () => complaints().filter(({ msg }) => msg === 'The database failed a request')
    await expect
      .poll(() => failures().reduce((sum, { count }) => sum + Number(count ?? 1), 0))
      .toBeGreaterThanOrEqual(200)
    const lines = complaints()
    const stacks = lines.filter(({ err }) => (err as { stack?: string } | undefined)?.stack)
    expect(lines.length).toBeLessThan(60)
    expect(stacks.length).toBeLessThan(8)
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
    expect(html).toMatch(new RegExp(`<h1[^>]*>${message}</h1>`))
    expect(html).toMatch(new RegExp(`<a href="${path.replace('?', '\\?')}" class="btn[^>]*>.*?Try again`))
    expect(html).toMatch(/<nav [^>]*aria-label="Main">/)
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
    expect(html).toMatch(/<h1[^>]*>Back in a moment<\/h1>/)
    expect(html).toContain('Try again')
    expect(html).toMatch(/<nav [^>]*aria-label="Main">/)
  })

  test.each([
    ['/deals?q=crm', 'No deals found'],
    ['/categories', 'No categories available'],
    ['/platforms', 'No platforms available'],
    ['/', 'Lifetime deals, kept on the record.'],
  ])('%s says above the text "%s" that records cannot be reached while the database is down', async (path, text) => {
    proxy.become('refuse')
    const page = await app.get(path, { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2'])
    const html = await page.text()
    expect(html).toContain(text)
    expect(html).toMatch(/<b>We can&#x27;t reach our records right now.<\/b>/)
    expect(html).toMatch(new RegExp(`<a href="${path.replace('?', '\\?')}" class="btn[^>]*>.*?Try again`))
    expect(html).not.toContain('0 products')
    expect(html).toMatch(/<nav [^>]*aria-label="Main">/)
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
    const late = await startBuiltApp({ DATABASE_URL: own.databaseUrl })
    try {
      expect((await late.get('/readyz')).status).toBe(503)
      proxy.become('pass')
      await untilAnswered(late, '/readyz')
    } finally {
      await late.stop()
    }
  })
})
