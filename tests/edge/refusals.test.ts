import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
})
afterAll(() => app.stop())
beforeEach(() => {
  app.reached = []
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

describe('a write from another site', () => {
  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['an old browser on another site', { Origin: 'https://evil.test' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['a host that only starts alike', { Origin: 'http://localhost:3000.evil.test' }],
    [
      'another site that names our origin beside it',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' },
    ],
  ])('is refused when it comes from %s', async (_from, headers) => {
    for (const path of ['/deals/x', '/deals/x.data', '/deals/x.data?_routes=routes%2Fdeals', '/deals/x?_data=root']) {
      expect(await post(path, headers)).toMatchObject({ status: 403 })
    }
    expect(app).toMatchObject({ reached: [], bytesRead: 0 })
  })

  test.each([
    ['a page of ours', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['an old browser on the site', { Origin: 'http://localhost:3000' }],
    ['a program that is no browser', {}],
  ])('is not what a write from %s is', async (_from, headers) => {
    expect(await post('/deals/x', headers)).toMatchObject({ status: 200 })
  })

  test('is not what a write to the host in the address bar is', async () => {
    expect(await post('/', { Origin: `http://127.0.0.1:${app.port}` })).toMatchObject({ status: 200 })
  })

  test('is no matter for reading', async () => {
    expect(await send('/', { headers: { Origin: 'https://evil.test' } })).toMatchObject({ status: 200 })
  })
})

describe('odd requests', () => {
  test.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
    const answer = await send('/', { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST')
  })

  test.each(['TRACE / HTTP/1.1', 'CONNECT example.com:443 HTTP/1.1', 'PROPFIND / HTTP/1.1'])(
    '%s is not allowed',
    async (line) => {
      expect(await sendRaw(app.port, `${line}\r\nHost: localhost\r\n\r\n`)).toMatchObject({ status: 405 })
    },
  )

  test.each([
    ['malformed percent-encoding', '/deals/%zz', 400],
    ['bytes that are no UTF-8', '/deals/%ff', 400],
    ['a NUL in the path', '/deals/a%00b', 400],
    ['a line break in the path', '/deals/a%0d%0ab', 400],
    ['a NUL in the query', '/deals?q=%00', 400],
    ['a very long address', `/${'a'.repeat(7_000)}`, 414],
    ['a path without end', '/a'.repeat(500), 404],
    ['a manifest this site does not have', '/__manifest?p=/&p=/deals', 404],
    ['a thousand routes', `/deals.data?_routes=${','.repeat(1_000)}`, 400],
    ['the routes twice', '/deals.data?_routes=a&_routes=b', 400],
    ['hundreds of parameters', `/deals?${'a&'.repeat(500)}`, 400],
    ['an address of another host', 'http://evil.test/deals', 400],
  ])('%s is refused at once', async (_what, path, status) => {
    const answer = await sendRaw(app.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(answer.status).toBe(status)
    expect(answer.ms).toBeLessThan(300)
    expect(app.reached).toEqual([])
  })

  test.each(['', 'Host: a b\r\n', 'Host: [::\r\n', 'Host: evil.test/path\r\n', 'Host: a@b\r\n'])(
    'the host line %j is refused',
    async (line) => {
      expect(await sendRaw(app.port, `GET / HTTP/1.1\r\n${line}\r\n`)).toMatchObject({ status: 400 })
    },
  )

  test('a percent sign that a person typed into a search is a percent sign', async () => {
    expect(await send('/deals?q=100%')).toMatchObject({ status: 200 })
  })

  test('bytes that are no HTTP are answered in HTTP', async () => {
    expect(await sendRaw(app.port, 'hello\r\n\r\n')).toMatchObject({ status: 400 })
  })

  test('two lengths are one answer: no', async () => {
    const both = 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n'
    const answer = await sendRaw(
      app.port,
      `POST / HTTP/1.1\r\nHost: localhost\r\n${both}\r\n0\r\n\r\nGET /x HTTP/1.1\r\n`,
    )
    expect(answer.status).toBe(400)
    expect(app.reached).toEqual([])
  })

  test('headers without end are refused', async () => {
    const answer = await sendRaw(app.port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(answer.status).toBe(431)
  })

  test('a strange expectation is not met', async () => {
    const answer = await sendRaw(app.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n')
    expect(answer.status).toBe(417)
  })
})

test('what a visitor says of hosts and origins goes no further', async () => {
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

test('a person gets a page, a program a line', async () => {
  const page = await send('/%zz', { headers: { Accept: 'text/html' } })
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toMatch(/<h1>Bad request<\/h1>[\s\S]*href="\/"/)
  const line = await send('/%zz')
  expect(line.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await line.text()).toBe('This address cannot be read.\n')
})
