import { createCookie } from '@remix-run/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { resetPassword } from '~/features/people/accounts/new-password.server'
import { changeRole, changeStatus } from '~/features/people/accounts/rights.server'
import { startSession } from '~/features/people/sessions/sessions.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import { readSessionId } from '~/http/session-cookie.server'
import { deriveKey } from '~/http/signing-keys.server'
import { makeAccount, makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { type Answer, ask, entryPointsOf, redirectTarget } from '../setup/entry-points'

const OLD_SECRET = process.env.SESSION_SECRET!
const NEW_SECRET = '7ad1f0c2b9e84635a0d3c7e1f9b25804'
const PASSWORD = 'correct horse'
let app: BuiltApp
/** The same site behind TLS, after a rotation of its secret. */
let secure: BuiltApp
let ada: Awaited<ReturnType<typeof makeProfile>>

beforeAll(async () => {
  app = await startBuiltApp({ RATE_LIMIT: '0', SESSION_SECRET: OLD_SECRET })
  const secrets = `${NEW_SECRET},${OLD_SECRET}`
  secure = await startBuiltApp({ SITE_URL: 'https://deals.example.com', TRUST_PROXY: '1', SESSION_SECRET: secrets })
})
afterAll(async () => {
  await app?.stop()
  await secure?.stop()
})
beforeEach(async () => {
  ada = await makeAccount(PASSWORD, { email: 'ada@example.com', name: 'Ada' })
})

const signIn = (at: BuiltApp, form = {}, query = '') =>
  ask(at.port, `/auth${query}`, { form: { email: 'ada@example.com', password: PASSWORD, ...form } })
const ACCOUNT = entryPointsOf('/account', 'routes/account').read

describe('the session cookie', () => {
  test('the session cookie is HttpOnly and SameSite=Lax', async () => {
    const [cookie] = (await signIn(app)).setCookies.filter((one) => one.startsWith('session='))
    expect(cookie).toMatch(/^session=[\w%.-]+; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toMatch(/Domain|Secure/)
  })

  test('cookies on https are Secure, and the session cookie has the __Host- prefix', async () => {
    const { setCookies } = await signIn(secure)
    const [cookie] = setCookies.filter((one) => one.startsWith('__Host-session='))
    expect(cookie).toMatch(/Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
    for (const one of setCookies) expect(one).toMatch(/HttpOnly; Secure; SameSite=Lax$/)
    expect(String(setCookies)).not.toMatch(/Domain/)
  })

  test('the session cookie reveals nothing about its owner', async () => {
    const { setCookies } = await signIn(app)
    const value = decodeURIComponent(/^session=([^;]+)/.exec(setCookies.join('\n'))![1]!)
    const opened = Buffer.from(value.split('.')[0]!, 'base64').toString()
    expect(opened).toMatch(/^"[\w-]{43}"$/)
    expect(value).not.toContain(ada.id)
  })

  test('a session cookie signed with an older secret of the list stays valid', async () => {
    const written = await startSession(new Request('http://localhost/'), ada.id)
    const cookie = `__Host-${written.split(';')[0]}`
    expect((await ask(secure.port, '/account', { cookie })).status).toBe(200)
    const id = await readSessionId(new Request('http://localhost/', { headers: { Cookie: written.split(';')[0]! } }))
    const foreignKeys = ['f'.repeat(40), NEW_SECRET, OLD_SECRET, deriveKey(OLD_SECRET, 'toast cookie')]
    for (const key of foreignKeys) {
      const forged = await createCookie('__Host-session', { secrets: [key] }).serialize(id)
      expect(redirectTarget(await ask(secure.port, '/account', { cookie: forged.split(';')[0] }))).toMatch(/^\/auth/)
    }
  })

  test('a tampered session cookie counts as signed out and never answers 5xx', async () => {
    const good = await cookieOf(ada)
    const [value, signature] = decodeURIComponent(good.slice('session='.length)).split('.')
    // The last characters of a signature have bits that do not count.
    const other = (signature!.startsWith('A') ? 'B' : 'A') + signature!.slice(1)
    const cookies = [
      good.slice(0, -3),
      `session=${value}`,
      `session=${encodeURIComponent(`${value}.${other}`)}`,
      `session=${encodeURIComponent(`${Buffer.from('{"__proto__":1}').toString('base64')}.${signature}`)}`,
      'session=%E0%A4%A',
      'session=',
      'session',
      `session=${'x'.repeat(3_000)}`,
      'session=a; session=b; toast=c; unconfirmed=d; confirm-link=e',
      'toast=eyJ0b2FzdCI6MX0%3D.x; =; ;;',
      '__proto__=1; constructor=2',
      'session=\u00ff\u00fe',
    ]
    for (const cookie of cookies) {
      const answers = await Promise.all(['/', '/deals', '/auth', ...ACCOUNT].map((at) => ask(app.port, at, { cookie })))
      expect(
        answers.slice(0, 3).map(({ status }) => status),
        cookie,
      ).toEqual([200, 200, 200])
      for (const answer of answers.slice(3)) expect(redirectTarget(answer), cookie).toMatch(/^\/auth\?redirectTo=/)
    }
  })
})

describe('sessions end at every entry point', () => {
  const isOutAt = async (cookie: string) => {
    for (const entryPoint of ACCOUNT) {
      expect(redirectTarget(await ask(app.port, entryPoint, { cookie })), entryPoint).toMatch(/^\/auth\?redirectTo=/)
      const form = { intent: 'change-name', name: 'Eve' }
      expect(redirectTarget(await ask(app.port, entryPoint, { cookie, form })), entryPoint).toMatch(
        /^\/auth\?redirectTo=/,
      )
    }
    const { name } = await db.selectFrom('profiles').select('name').where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(name).toBe('Ada')
  }

  test.each([
    ['a suspension', () => changeStatus(null, ada.id, 'SUSPENDED')],
    ['a role change', () => changeRole(null, ada.id, 'MANAGER')],
    ['a password reset', async () => resetPassword(await issueToken(ada.id, 'RESET'), 'battery staple')],
    ['deletion of the session', () => db.deleteFrom('sessions').where('user_id', '=', ada.id).execute()],
  ])('%s ends a session at every entry point from the next request on', async (_what, happen) => {
    const cookie = await cookieOf(ada)
    expect((await ask(app.port, '/account', { cookie })).status).toBe(200)
    await happen()
    await isOutAt(cookie)
  })

  test('role and status are read from the database on each request', async () => {
    const other = await makeProfile({ name: 'Somebody Else', email: 'somebody@example.com' })
    const manager = await makeProfile({ role: 'MANAGER' })
    const cookie = await cookieOf(manager)
    const at = entryPointsOf(`/account?userId=${other.id}`, 'routes/account').read
    for (const entryPoint of at) expect((await ask(app.port, entryPoint, { cookie })).body).toContain('Somebody Else')
    await db.updateTable('profiles').set({ role: 'USER' }).where('id', '=', manager.id).execute()
    for (const entryPoint of at)
      expect((await ask(app.port, entryPoint, { cookie })).body).not.toContain('Somebody Else')

    await db.updateTable('profiles').set({ status: 'SUSPENDED' }).where('id', '=', manager.id).execute()
    for (const entryPoint of ACCOUNT) {
      const answer = await ask(app.port, entryPoint, { cookie, form: { intent: 'change-name', name: 'Eve' } })
      expect(answer.status, entryPoint).toBe(403)
    }
  })
})

test('responses to signed-in people are no-store, so going back after signing out shows nothing', async () => {
  const cookie = await cookieOf(ada)
  for (const place of ['/', '/deals', '/account', '/categories', '/nowhere']) {
    for (const entryPoint of [place, `${place === '/' ? '/_root' : place}.data`]) {
      expect((await ask(app.port, entryPoint, { cookie })).headers['cache-control'], entryPoint).toBe(
        'private, no-store',
      )
    }
  }
  for (const place of ['/session', '/account/download']) {
    expect((await ask(app.port, place, { cookie })).headers['cache-control']).toBe('private, no-store')
  }
})

test('sign-in answers the same for an unknown email and a wrong password', async () => {
  const told = async (form: Record<string, string>) => {
    const { status, headers, body } = await signIn(app, form)
    const { date: _date, 'x-request-id': id, 'content-security-policy': policy, ...others } = headers
    const nonce = /nonce-([\w-]+)/.exec(String(policy))![1]!
    const page = body.replaceAll(nonce, '').replaceAll(String(id), '').replaceAll(form.email!, '')
    return { status, others, page }
  }
  const wrong = await told({ email: 'ada@example.com', password: 'wrong horse' })
  const unknown = await told({ email: 'bob@example.com', password: 'wrong horse' })
  expect(wrong.status).toBe(400)
  expect(wrong.page).toContain('Wrong email or password.')
  expect(wrong.page).not.toContain('wrong horse')
  expect(unknown).toEqual(wrong)
})

test.each([
  'https://evil.test',
  'https:evil.test',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\r\n//evil.test',
  ' //evil.test',
  '/%0d%0aSet-Cookie:a=b',
  '/..//evil.test',
  'javascript:alert(1)',
  '@evil.test',
])('signing in never redirects to %j', async (to) => {
  const query = `?redirectTo=${encodeURIComponent(to)}`
  const form = await ask(app.port, `/auth${query}`)
  expect(form.body).not.toMatch(/(action|href)="(?!\/auth\?)[^"]*evil/)
  const place = redirectTarget(await signIn(app, { redirectTo: to }, query))!
  expect(new URL(place, 'http://localhost').origin).toBe('http://localhost')
  expect(place).not.toMatch(/^\/[/\\]|[\r\n]/)
})

test.each(['CONFIRM', 'RESET'] as const)(
  'the token of a %s link is removed from the URL and appears in no page or log',
  async (purpose) => {
    const token = await issueToken(ada.id, purpose)
    const path = `/auth/${purpose.toLowerCase()}`
    for (const entryPoint of entryPointsOf(`${path}?token=${token}`, `routes/auth_.${purpose.toLowerCase()}`).read) {
      const opened = await ask(app.port, entryPoint)
      expect(redirectTarget(opened), entryPoint).toBe(path)
      expect(opened.headers['referrer-policy']).toBe('no-referrer')
      expect(opened.body).not.toContain(token)
      const [cookie] = opened.setCookies
      expect(cookie).toMatch(/Path=\/auth; .*HttpOnly; SameSite=Lax$/)
      const page: Answer = await ask(app.port, path, { cookie: cookie!.split(';')[0] })
      expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
      expect(page.body).toContain('<button')
      expect(page.body).not.toContain(token)
    }
    // Lines are in the order of the responses, and nothing else asks for this address.
    const last = `/after-${purpose}`
    await ask(app.port, last)
    await expect.poll(() => app.log().some((line) => line.path === last)).toBe(true)
    const log = JSON.stringify(app.log())
    expect(log).toContain(path)
    expect(log).not.toContain(token)
  },
)
