import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentPolicy } from '~/edge/content-policy'
import { findRequestContext } from '~/edge/context.server'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp((request, response) => {
    response.setHeader('X-Powered-By', 'Express')
    if (request.url === '/nonce') response.end(findRequestContext()?.nonce)
    else if (request.url === '/moved') response.writeHead(302, { Location: '/' }).end()
    else if (request.url === '/broken') response.writeHead(500, { 'Content-Type': 'text/plain' }).end('x')
    else if (request.url === '/cookie') {
      response.writeHead(200, { 'Set-Cookie': 'a=b', 'Cache-Control': 'public, max-age=60' }).end()
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

describe('every answer carries the headers', () => {
  test.each(['/', '/deals.data', '/moved', '/broken', '/assets/x.js', '/healthz', '/readyz', '/%zz', '/__manifest'])(
    'for %s',
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
    ['a refusal', 'POST / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n'],
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('for %s', async (_what, bytes) => {
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

test('an answer may be stricter about its referrer', async () => {
  expect((await send('/own')).headers.get('referrer-policy')).toBe('no-referrer')
})

test('plain text says how it is encoded', async () => {
  expect((await send('/broken')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

describe('the policy', () => {
  test('has a nonce of its own for every answer, and the app knows it', async () => {
    const [one, other] = await Promise.all([send('/nonce'), send('/nonce')])
    const nonces = await Promise.all([one.text(), other.text()])
    expect(new Set(nonces).size).toBe(2)
    expect(one.headers.get('content-security-policy')).toContain(`'nonce-${nonces[0]}'`)
  })

  test('never allows what is unsafe on the built site', () => {
    expect(contentPolicy({ nonce: 'x', isHttps: true, isDevelopment: false })).not.toMatch(/unsafe|http:|\*/)
  })

  test('closes what default-src does not', () => {
    const policy = contentPolicy({ nonce: 'x', isHttps: true, isDevelopment: false })
    for (const part of [`base-uri 'none'`, `object-src 'none'`, `form-action 'self'`, `frame-ancestors 'none'`]) {
      expect(policy.split('; ')).toContain(part)
    }
  })
})

describe('caches', () => {
  test('keep nothing that does not ask for it', async () => {
    expect((await send('/')).headers.get('cache-control')).toBe('private, no-store')
  })
  test('may keep what does', async () => {
    expect((await send('/public')).headers.get('cache-control')).toBe('public, max-age=60')
  })
  test('never keep an answer that sets a cookie', async () => {
    expect((await send('/cookie')).headers.get('cache-control')).toBe('private, no-store')
  })
})

test.each(['/admin', '/Admin/deals', '//account', '/%61uth?mode=reset', '/auth.data', '/go/x', '/deals.data'])(
  'search engines are kept out of %s',
  async (path) => {
    expect((await send(path)).headers.get('x-robots-tag')).toBe('noindex')
  },
)
test.each(['/', '/deals', '/administration', '/deals/admin'])('search engines may list %s', async (path) => {
  expect((await send(path)).headers.get('x-robots-tag')).toBeNull()
})

test('a public page is for nobody else once somebody is signed in', async () => {
  const [visitor, member] = await Promise.all([
    send('/deals', { headers: { Cookie: 'theme=dark' } }),
    send('/deals', { headers: { Cookie: 'theme=dark; session=abc' } }),
  ])
  expect(visitor.headers.get('Cache-Control')).toBe('public, max-age=0')
  expect(member.headers.get('Cache-Control')).toBe('private, no-store')
})
