import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import {
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
  startSession,
} from '~/features/people/sessions/sessions.server'
import { cleanUp } from '~/features/site/operations/clean-up-task.server'
import { makeProfile } from '../factories'
import { cookieOf, requestAs } from '../requests'

const withCookie = (cookie: string) => new Request('http://localhost:3000/', { headers: { Cookie: cookie } })
const age = (column: string, by: string) =>
  sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval`.execute(db)

test('the session cookie contains an opaque id, and the database only its hash', async () => {
  const profile = await makeProfile()
  const setCookie = await startSession(withCookie(''), profile.id)

  expect(setCookie).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const id = JSON.parse(Buffer.from(decodeURIComponent(setCookie.slice(8)).split('.')[0]!, 'base64').toString())
  expect(id).toMatch(/^[\w-]{43}$/)
  const { id_hash } = await db.selectFrom('sessions').select('id_hash').executeTakeFirstOrThrow()
  expect(id_hash.toString('base64url')).not.toBe(id)
})

test('a session returns the current role and status of its owner', async () => {
  const profile = await makeProfile({ role: 'MANAGER' })
  const request = await requestAs(profile, '/')
  expect(await findUser(request)).toEqual({
    id: profile.id,
    name: 'Ada',
    email: profile.email,
    role: 'MANAGER',
    status: 'ACTIVE',
  })

  await db.updateTable('profiles').set({ role: 'USER', status: 'SUSPENDED' }).execute()
  expect(await findUser(request)).toMatchObject({ role: 'USER', status: 'SUSPENDED' })
})

test('a stolen session cookie is useless after sign-out', async () => {
  const request = await requestAs(await makeProfile(), '/')
  expect(await endSession(request)).toMatch(/^session=;? ?.*Max-Age=0/)
  expect(await findUser(request)).toBeUndefined()
})

test.each([
  ['seven idle days', 'last_seen_at', '7 days'],
  ['thirty days', 'expires_at', '30 days'],
])('a session expires after %s, and cleanUp deletes it', async (_why, column, by) => {
  const request = await requestAs(await makeProfile(), '/')
  await age(column, by)
  expect(await findUser(request)).toBeUndefined()
  await cleanUp()
  expect(await db.selectFrom('sessions').select('id_hash').execute()).toEqual([])
})

test('a visit extends the idle time at most every five minutes and never the absolute lifetime', async () => {
  const request = await requestAs(await makeProfile(), '/')
  const read = () => db.selectFrom('sessions').select(['last_seen_at', 'expires_at']).executeTakeFirstOrThrow()

  await age('last_seen_at', '4 minutes')
  const before = await read()
  await findUser(request)
  expect(await read()).toEqual(before)

  await age('last_seen_at', '3 minutes')
  await findUser(request)
  const after = await read()
  expect(after.last_seen_at.getTime()).toBeGreaterThan(before.last_seen_at.getTime())
  expect(after.expires_at).toEqual(before.expires_at)
})

test('signing in issues a new session id and ends the old session', async () => {
  const profile = await makeProfile()
  const old = await cookieOf(profile)
  const fresh = (await startSession(withCookie(old), profile.id)).split(';')[0]!

  expect(fresh).not.toBe(old)
  expect(await findUser(withCookie(old))).toBeUndefined()
  expect(await findUser(withCookie(fresh))).toBeDefined()
})

test('cookies with a forged signature count as signed out', async () => {
  const cookie = await cookieOf(await makeProfile())
  const [value, signature] = decodeURIComponent(cookie.slice('session='.length)).split('.')
  for (const forged of [
    `session=${encodeURIComponent(`${value}.${signature!.slice(0, -2)}AA`)}`,
    `session=${value}`,
    'session=garbage; session=%E0%A4%A',
    `session=${'x'.repeat(4_000)}`,
    'session=',
  ]) {
    expect(await findUser(withCookie(forged))).toBeUndefined()
  }
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const NAMES = [
  [FIREFOX, 'Firefox on Windows'],
  [SAFARI, 'Safari on iOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['', 'Unknown browser'],
  ['x', 'Unknown browser'],
  ['<script>alert(1)</script>\u202e', 'Unknown browser'],
] as const

test.each(NAMES)('the User-Agent %j is called %j', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

const longNames = ['A'.repeat(5_000), `Mozilla/5.0 (${'x'.repeat(400)}) Foo/1.0`, '\0\n\t', 'Mozilla/5.0 (;;;) )(']
test.each(longNames)('any User-Agent gets a name that the database takes: %j', async (userAgent) => {
  const profile = await makeProfile()
  const request = new Request('http://localhost:3000/', {
    headers: { 'User-Agent': userAgent.replace(/[\0\n]/g, ' ') },
  })
  await startSession(request, profile.id)
  expect(nameDevice(userAgent).length).toBeGreaterThan(0)
})

const CLIENT_ADDRESS = '203.0.113.77'

/** Signs in with a browser of its own. @returns a request in that session */
async function signIn(profile: { id: string }, userAgent = FIREFOX) {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': CLIENT_ADDRESS }
  const setCookie = await startSession(new Request('http://localhost:3000/auth', { headers }), profile.id)
  return withCookie(setCookie.split(';')[0]!)
}

test('the list has live sessions only, the own one first', async () => {
  const profile = await makeProfile()
  await signIn(profile, SAFARI)
  await age('last_seen_at', '8 days')
  await signIn(profile, SAFARI)
  const own = await signIn(profile)
  await signIn(await makeProfile())
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where device = 'Firefox on Windows'`.execute(
    db,
  )

  expect(await listSessions(own, profile.id)).toMatchObject([
    { device: 'Firefox on Windows', is_current: true },
    { device: 'Safari on iOS', is_current: false },
  ])
})

test('a member can end one of their sessions, but no session of another member', async () => {
  const [ada, bob] = [await makeProfile(), await makeProfile()]
  const [own, phone, foreign] = [await signIn(ada), await signIn(ada, SAFARI), await signIn(bob)]
  const [, other] = await listSessions(own, ada.id)
  const [ofBob] = await listSessions(foreign, bob.id)

  expect(await endOneSession(ada.id, ofBob!.id)).toBeUndefined()
  expect(await findUser(foreign)).toBeDefined()
  expect(await endOneSession(ada.id, other!.id)).toBe('Safari on iOS')
  expect(await findUser(phone)).toBeUndefined()
  expect(await endOneSession(ada.id, other!.id)).toBeUndefined()
  expect(await findUser(own)).toBeDefined()
})

test('ending all others leaves the own session, and those of others', async () => {
  const [ada, bob] = [await makeProfile(), await makeProfile()]
  const own = await requestAs(ada, '/')
  const [second, foreign] = [await cookieOf(ada), await cookieOf(bob)]
  expect(await endOtherSessions(own, ada.id)).toBe(1)
  expect(await findUser(own)).toBeDefined()
  expect(await findUser(withCookie(second))).toBeUndefined()
  expect(await findUser(withCookie(foreign))).toBeDefined()
})

test('a session holds neither a network address nor the whole User-Agent', async () => {
  const profile = await makeProfile()
  await signIn(profile)
  await signIn(profile, SAFARI)
  const { rows } = await sql<{ stored: string }>`select row_to_json(sessions)::text as stored from sessions`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { stored } of rows) {
    expect(stored).not.toContain(CLIENT_ADDRESS)
    expect(stored).not.toMatch(/Mozilla|Gecko/)
  }
})
