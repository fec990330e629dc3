import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentPolicy } from '~/edge/security-headers.server'
import { findRequestContext } from '~/request-context.server'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp((request, response) => {
    response.setHeader('X-Powered-By', 'Express')
    if (request.url === '/nonce') response.end(findRequestContext()?.nonce)
    else if (request.url === '/moved') response.writeHead(302, { Location: '/' }).end()
    else if (request.url === '/broken') response.writeHead(500, { 'Content-Type': 'text/plain' }).end('x')
    else if (request.url === '/cookie' || request.url === '/cookie-unchanged') {
      const status = request.url === '/cookie' ? 200 : 304
      response.writeHead(status, { 'Set-Cookie': 'a=b', 'Cache-Control': 'public, max-age=60' }).end()
    } else if (request.url === '/public') response.writeHead(200, { 'Cache-Control': 'public, max-age=60' }).end()
    else if (request.url === '/deals') {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=0' }).end()
    } else if (request.url === '/own') response.writeHead(200, { 'Referrer-Policy': 'no-referrer' }).end()
    else response.end('page')
  })
})
afterAll(() => app.stop())

const send = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${app.port}${path}`, { redirect: 'manual', ...init })

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
}

describe('security headers', () => {
  test.each(['/', '/deals.data', '/moved', '/broken', '/assets/x.js', '/healthz', '/readyz', '/%zz', '/__manifest'])(
    '%s has all security headers',
    async (path) => {
      const answer = await send(path)
      const headers = Object.fromEntries(answer.headers)
      expect(headers).toMatchObject(EVERYWHERE)
      expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('strict-transport-security')
    },
  )

  test.each([
    [
      'a rejected request',
      'POST / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n',
    ],
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a CONNECT request', 'CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a request with oversized headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('the answer to %s has all security headers', async (_what, bytes) => {
    const answer = await sendRaw(app.port, bytes)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...EVERYWHERE,
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
      'cache-control': 'private, no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
  })
})

test('a response may set a stricter Referrer-Policy', async () => {
  expect((await send('/own')).headers.get('referrer-policy')).toBe('no-referrer')
})

test('text/plain responses state their charset', async () => {
  expect((await send('/broken')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

describe('the content security policy', () => {
  test('the content security policy has a new nonce for each response, which the app can read', async () => {
    const [one, other] = await Promise.all([send('/nonce'), send('/nonce')])
    const nonces = await Promise.all([one.text(), other.text()])
    expect(new Set(nonces).size).toBe(2)
    expect(one.headers.get('content-security-policy')).toContain(`'nonce-${nonces[0]}'`)
  })

  test('the content security policy of the built site contains no unsafe source', () => {
    expect(contentPolicy({ nonce: 'x', isDevelopment: false })).not.toMatch(/unsafe|https?:|\*/)
  })

  test('the content security policy restricts directives that default-src does not cover', () => {
    const policy = contentPolicy({ nonce: 'x', isDevelopment: false })
    for (const part of [
      `img-src 'self'`,
      `base-uri 'none'`,
      `object-src 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
  })
})

describe('Cache-Control', () => {
  test('responses are no-store by default', async () => {
    expect((await send('/')).headers.get('cache-control')).toBe('private, no-store')
  })
  test('a response may set a public Cache-Control', async () => {
    expect((await send('/public')).headers.get('cache-control')).toBe('public, max-age=60')
  })
  test.each(['/cookie', '/cookie-unchanged'])(
    'a response that sets a cookie is never publicly cacheable: %s',
    async (path) => {
      expect((await send(path)).headers.get('cache-control')).toBe('private, no-store')
    },
  )
})

test.each([
  '/admin',
  '/Admin/deals',
  '//account',
  '/%61uth?mode=reset',
  '/auth.data',
  '/go/x',
  '/deals.data',
  '/calendar/token.ics',
  '/feed/token.rss',
])('search engines must not index %s', async (path) => {
  expect((await send(path)).headers.get('x-robots-tag')).toBe('noindex')
})
test.each(['/', '/deals', '/administration', '/deals/admin', '/feeds'])('search engines may index %s', async (path) => {
  expect((await send(path)).headers.get('x-robots-tag')).toBeNull()
})

test('public pages are no-store for signed-in people', async () => {
  const [visitor, member] = await Promise.all([
    send('/deals', { headers: { Cookie: 'theme=dark' } }),
    send('/deals', { headers: { Cookie: 'theme=dark; session=abc' } }),
  ])
  expect(visitor.headers.get('Cache-Control')).toBe('public, max-age=0')
  expect(member.headers.get('Cache-Control')).toBe('private, no-store')
})
