import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'

/** A URL too long to be cached: it is rendered each time. */
const UNSTORED = `/deals?page=${'0'.repeat(3_000)}`

// remix-serve has no hook for the edge: these tests fail if an upgrade bypasses it.

describe('responses behind a TLS proxy', () => {
  let app: BuiltApp
  beforeAll(async () => {
    app = await startBuiltApp({ SITE_URL: 'https://deals.example.com', TRUST_PROXY: '1' })
  })
  afterAll(() => app.stop())

  test.each(['/', '/deals', '/deals.data', '/nowhere', '/favicon.svg', '/og-default.png', '/auth', '/%zz', '/healthz'])(
    '%s has every security header',
    async (path) => {
      const answer = await app.get(path)
      const headers = Object.fromEntries(answer.headers)
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=63072000',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': path === '/og-default.png' ? 'cross-origin' : 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
      })
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      expect(headers['content-security-policy']).not.toMatch(/unsafe-|http:/)
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  test.each([
    ['/deals/none', 'Deal not found', 'Back to Deals', '/deals'],
    ['/go/none', 'Deal not found', 'Back to Deals', '/deals'],
    ['/categories/none', 'Category not found', 'Back to Categories', '/categories'],
    ['/platforms/none', 'Platform not found', 'Back to Platforms', '/platforms'],
  ])('%s answers 404 with "%s", a link back and a search', async (path, heading, back, to) => {
    const answer = await app.get(path)
    expect(answer.status).toBe(404)
    const main = (await answer.text()).match(/<main.*<\/main>/s)![0]
    expect(main).toMatch(new RegExp(`<h1[^>]*>(?:<[^>]*>)*${heading}<`))
    expect(main).toMatch(new RegExp(`<a[^>]* href="${to}"[^>]*>(?:(?!</a>).)*${back}`, 's'))
    expect(main).toContain('type="search"')
  })

  test.each([
    ['a cached page', '/deals'],
    ['an uncached page', UNSTORED],
  ])('what %s holds inline is allowed by nonce or hash, and no element has a style', async (_which, path) => {
    const answer = await app.get(path)
    const policy = answer.headers.get('content-security-policy')!
    const html = await answer.text()
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)([^>]*)>(.*?)<\/script>/gs)]
    expect(inline.length).toBeGreaterThan(1)
    for (const [, attributes, script] of inline) {
      const nonce = /nonce="([\w-]+)"/.exec(attributes!)?.[1]
      const source = nonce ? `nonce-${nonce}` : `sha256-${createHash('sha256').update(script!).digest('base64')}`
      expect(policy).toContain(`'${source}'`)
    }
    const sheets = [...html.matchAll(/<style>(.*?)<\/style>/gs)]
    expect(sheets.map(([, sheet]) => sheet!.length > 10_000)).toEqual([false, true])
    for (const [, sheet] of sheets) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(sheet!).digest('base64')}'`)
    }
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
  })

  test('a data request to a path that is not canonical is answered with a redirect for the router', async () => {
    const answer = await app.get('/Deals/.data?page=2&_routes=routes%2Fdeals._index')
    expect(answer.status).toBe(202)
    expect(await answer.text()).toContain('"/deals?page=2"')
  })

  test('a same-origin form is accepted when the proxy changes the Host header', async () => {
    const answer = await app.get('/deals', {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
      headers: { Origin: 'https://deals.example.com' },
    })
    // The route has no action; without the edge, Remix would report a cross-site attack and answer 500.
    expect(answer.status).toBe(405)
  })

  test('rate limiting applies to one client address, despite forged X-Forwarded-For entries, and spares others', async () => {
    // A cached page, so that even a loaded machine can send requests faster than the limit.
    const send = (forwarded: string) => app.get('/about', { headers: { 'X-Forwarded-For': forwarded } })
    await send('203.0.113.8')
    const flood: Response[] = []
    for (let i = 0; i < 900; i += 100) {
      flood.push(...(await Promise.all(Array.from({ length: 100 }, (_, n) => send(`10.0.0.${n}, 203.0.113.7`)))))
    }
    const refused = flood.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(50)
    expect(Number(refused[0]!.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect((await send('203.0.113.8')).status).toBe(200)
    expect((await app.get('/favicon.svg', { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(200)
  })
})

describe('the request log', () => {
  test('the log has one line per request, without tokens, passwords, cookies or addresses', async () => {
    const app = await startBuiltApp()
    await app.get('/auth/confirm?token=tOkEn1234567890&email=ann%40example.com', {
      headers: { Cookie: 'session=sEcReT; toast=x', 'User-Agent': 'aGeNt', Authorization: 'Basic bAsIc' },
    })
    await app.get('/reset/ann@example.com')
    await app.get('/auth', {
      method: 'POST',
      body: new URLSearchParams({ email: 'ann@example.com', password: 'pAsSwOrD' }),
    })
    const listRequests = () => app.log().filter(({ path }) => path !== undefined && path !== '/healthz')
    await expect.poll(() => listRequests().length).toBe(3)
    const lines = app.log()
    const requests = listRequests()
    await app.stop()

    expect(requests[0]).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/auth/confirm',
      status: expect.any(Number),
    })
    expect(requests[0]!.id).toMatch(/^[\w-]{12}$/)
    expect(requests[0]!.ms).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toMatch(/tOkEn|\bann\b|sEcReT|aGeNt|bAsIc|pAsSwOrD|127\.0\.0\.1"/)
    // Apart from the log, only remix-serve writes to the console, once.
    expect(lines.filter(({ text }) => text).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\[remix-serve\] http/),
    ])
  })
})
