import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProfile } from '#tests/factories'
import { cookieOf } from '#tests/requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type FaultyProxy, startFaultyProxy } from '../setup/faulty-proxy'

let app: BuiltApp
let proxy: FaultyProxy
let cookie: string

beforeAll(async () => {
  const database = new URL(process.env.DATABASE_URL!)
  const { port } = database
  proxy = await startFaultyProxy(() => Number(port))
  database.port = String(proxy.port)
  app = await startBuiltApp({
    DATABASE_URL: database.href,
    RATE_LIMIT: '0',
    SESSION_SECRET: process.env.SESSION_SECRET!,
  })
  cookie = await cookieOf(await makeProfile({ role: 'ADMIN' }))
}, 180_000)
afterAll(async () => {
  await app?.stop()
  await proxy?.close()
})
afterEach(() => proxy.become('pass'))

async function post(path: string, form: Record<string, string>) {
  const answer = await app.get(path, {
    method: 'POST',
    headers: { Accept: 'text/html', Cookie: cookie },
    body: new URLSearchParams(form),
  })
  return { answer, html: await answer.text() }
}

const ID = '0b8f5a5e-3f0a-4b6e-9a58-0f6f4f6f2a11'

// Path, submitted fields, error message, and the text that the re-rendered form must contain.
test.each([
  [
    '/deals/x?index',
    { rating: '4', title: 'Worth it', body: 'Used daily' },
    'Failed to submit review',
    ['Worth it', 'Used daily'],
  ],
  ['/deals/x/comments', { body: 'Does it import?' }, 'Failed to submit comment', ['Does it import?']],
  [
    '/deals/x/changes',
    { title: 'Five seats', description: 'It says so' },
    'Failed to submit change report',
    ['Five seats', 'It says so'],
  ],
  ['/admin/users?q=ada', { intent: 'change-role', id: ID, role: 'MANAGER' }, 'Failed to update user role', []],
  ['/admin/users', { intent: 'change-status', id: ID, status: 'SUSPENDED' }, 'Failed to update user status', []],
  ['/admin/deals', { intent: 'publish', id: ID }, 'Failed to save deal', []],
  [`/admin/users/${ID}/role?to=ADMIN`, { role: 'ADMIN', expected: 'USER' }, 'Failed to update user role', []],
  ['/admin/deals/bulk?do=publish', { count: '1' }, 'Failed to save deal', []],
  [
    `/admin/deals/${ID}`,
    { title: 'Quillstack', 'faqs[0].question': 'Is there an API?' },
    'Failed to save deal',
    ['Quillstack', 'Is there an API?'],
  ],
  ['/admin/deals/new', { title: 'Quillstack' }, 'Failed to save deal', ['Quillstack']],
  [`/admin/deals/${ID}/delete`, {}, 'Failed to delete deal', []],
  [
    '/admin/reviews',
    { intent: 'reject', id: ID, reason: 'SPAM', note: 'A referral link' },
    'Failed to moderate review',
    ['A referral link'],
  ],
  ['/admin/comments', { intent: 'approve', id: ID, version: '1' }, 'Failed to moderate comment', []],
  ['/admin/categories/new', { name: 'Design' }, 'Failed to save category', ['Design']],
  [`/admin/categories/${ID}/merge`, { into: ID, sure: 'on' }, 'Failed to merge categories', []],
  ['/admin/platforms/new', { name: 'Stackyard' }, 'Failed to save platform', ['Stackyard']],
  ['/admin/seo/new', { meta_title: 'A title' }, 'Failed to save entry', ['A title']],
  [
    '/contact',
    { name: 'Maya', email: 'maya@example.com', subject: 'A price', message: 'It says 45 dollars now' },
    'Failed to send message',
    ['Maya', 'A price', 'It says 45 dollars now'],
  ],
  [
    '/account/purchases/new?deal=quillstack',
    { bought_on: '2026-03-14', paid: '59.50' },
    'Failed to save purchase',
    ['59.50'],
  ],
  ['/account/settings', { intent: 'change-name', name: 'Ada Byron' }, 'Failed to change name', ['Ada Byron']],
])('without the database %s repeats the form', async (path, form: Record<string, string>, failure, typed) => {
  proxy.become('refuse')
  const { answer, html } = await post(path, form)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toMatch(/^\d$/)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  expect(answer.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
  expect(html).toContain(`role="alert"><b>${failure}.</b>`)
  expect(html).toContain(`method="post" action="${path}"`)
  for (const text of typed)
    expect(html).toMatch(new RegExp(`<(input class="input"|textarea).*${text.replace('?', '\\?')}`))
  for (const name of Object.keys(form)) expect(html).toContain(`name="${name}"`)
  expect(html).not.toContain('correct horse')
})

test('re-rendered form text is escaped and keeps its line breaks', async () => {
  proxy.become('refuse')
  const body = "\"><script>alert(1)</script>\r\n'second' & </textarea>"
  const { html } = await post('/deals/x/comments?"><b>', { body, '"><i>': '"><img src=x>' })
  expect(html).not.toMatch(/<script>alert|<img src=x|<\/textarea>&|\?"><b>|"><i>/)
  const [, content] = /<textarea[^>]*>(.*?)<\/textarea>/s.exec(html)!
  const decoded = content!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  expect(decoded).toBe(body)
})

test('GET requests are not re-rendered as forms when the database is down', async () => {
  proxy.become('refuse')
  const answer = await app.get('/account?body=typed', {
    headers: { Accept: 'text/html', Cookie: cookie },
  })
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toContain('<form')
})

test('/auth re-renders its own form without the password when the database is down', async () => {
  proxy.become('refuse')
  const answer = await app.get('/auth', {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ email: 'ada@example.com', password: 'correct horse' }),
  })
  const html = await answer.text()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(html).toContain('Authentication failed')
  expect(html).toContain('value="ada@example.com"')
  expect(html).not.toContain('correct horse')
})
