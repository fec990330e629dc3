import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.takeReached()
  app.bytesRead = 0
})

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const send = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${app.port}${path}`, init)
const post = (path: string, headers: Record<string, string>, body = 'a=b') =>
  sendRaw(
    app.port,
    [
      `POST ${path} HTTP/1.1`,
      ...Object.entries({
        Host: `127.0.0.1:${app.port}`,
        ...FORM,
        'Content-Length': String(body.length),
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )

describe('cross-site POST requests', () => {
  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another subdomain of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another site in a browser without Sec-Fetch-Site', { Origin: 'https://evil.test' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['a host that starts like ours', { Origin: 'http://localhost:3000.evil.test' }],
    ['another site with our own Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }],
  ])('rejects a POST from %s', async (_from, headers) => {
    for (const path of ['/deals/x', '/deals/x.data', '/deals/x.data?_routes=routes%2Fdeals', '/deals/x?_data=root']) {
      expect(await post(path, headers)).toMatchObject({ status: 403 })
    }
    expect(await app.takeReached()).toEqual([])
    expect(app.bytesRead).toBe(0)
  })

  test.each([
    ['the same origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['the same origin in a browser without Sec-Fetch-Site', { Origin: 'http://localhost:3000' }],
    ['a non-browser client', {}],
  ])('accepts a POST from %s', async (_from, headers) => {
    expect(await post('/deals/x', headers)).toMatchObject({ status: 200 })
  })

  test('accepts a POST whose Origin matches the requested host', async () => {
    expect(await post('/', { Origin: `http://127.0.0.1:${app.port}` })).toMatchObject({ status: 200 })
  })

  test('the origin check does not apply to GET', async () => {
    expect(await send('/', { headers: { Origin: 'https://evil.test' } })).toMatchObject({ status: 200 })
  })
})

describe('malformed requests', () => {
  test.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE'])('rejects the method %s', async (method) => {
    const answer = await send('/', { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST')
  })

  test.each(['TRACE / HTTP/1.1', 'CONNECT example.com:443 HTTP/1.1', 'PROPFIND / HTTP/1.1'])(
    'rejects %s',
    async (line) => {
      expect(await sendRaw(app.port, `${line}\r\nHost: localhost\r\n\r\n`)).toMatchObject({ status: 405 })
    },
  )

  test.each([
    ['malformed percent-encoding', '/deals/%zz', 400],
    ['bytes that are not UTF-8', '/deals/%ff', 400],
    ['a NUL in the path', '/deals/a%00b', 400],
    ['a line break in the path', '/deals/a%0d%0ab', 400],
    ['a NUL in the query', '/deals?q=%00', 400],
    ['a very long URL', `/${'a'.repeat(7_000)}`, 414],
    ['a path with hundreds of segments', '/a'.repeat(500), 404],
    ['a request for the route manifest', '/__manifest?p=/&p=/deals', 404],
    ['a list of a thousand routes', `/deals.data?_routes=${','.repeat(1_000)}`, 400],
    ['a repeated _routes parameter', '/deals.data?_routes=a&_routes=b', 400],
    ['hundreds of parameters', `/deals?${'a&'.repeat(500)}`, 400],
    ['the URL of another host', 'http://evil.test/deals', 400],
  ])('rejects %s before it reaches the app', async (_what, path, status) => {
    const answer = await sendRaw(app.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(answer.status).toBe(status)
    expect(await app.takeReached()).toEqual([])
  })

  test.each(['', 'Host: a b\r\n', 'Host: [::\r\n', 'Host: evil.test/path\r\n', 'Host: a@b\r\n'])(
    'rejects the host line %j',
    async (line) => {
      expect(await sendRaw(app.port, `GET / HTTP/1.1\r\n${line}\r\n`)).toMatchObject({ status: 400 })
    },
  )

  test('accepts a bare percent sign in a search', async () => {
    expect(await send('/deals?q=100%')).toMatchObject({ status: 200 })
  })

  test('answers bytes that are not HTTP with a 400', async () => {
    expect(await sendRaw(app.port, 'hello\r\n\r\n')).toMatchObject({ status: 400 })
  })

  test('rejects oversized headers with 431', async () => {
    const answer = await sendRaw(app.port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(answer.status).toBe(431)
  })

  test('rejects an unknown Expect header with 417', async () => {
    const answer = await sendRaw(app.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n')
    expect(answer.status).toBe(417)
  })
})

test('client-supplied host and forwarding headers do not reach the app', async () => {
  let seen = {}
  const teller = await startGuardedApp(({ headers }, response) => {
    seen = headers
    response.end()
  })
  await sendRaw(
    teller.port,
    'GET / HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: x\r\nForwarded: host=evil\r\nOrigin: http://evil.test\r\n\r\n',
  )
  await teller.stop()
  expect(seen).toEqual({ host: 'localhost:3000' })
})

test('errors are HTML for browsers and one line of text for other clients', async () => {
  const page = await send('/%zz', { headers: { Accept: 'text/html' } })
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toMatch(/<h1[^>]*>Bad request<\/h1>[\s\S]*href="\/"/)
  const line = await send('/%zz')
  expect(line.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await line.text()).toBe('This address cannot be read.\n')
})
