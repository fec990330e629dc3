import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { completeSignIn } from '~/features/people/accounts/finish-sign-in.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import { endOneSession, endOtherSessions, listSessions, startSession } from '~/features/people/sessions/sessions.server'
import { cleanUp } from '~/features/site/operations/clean-up-task.server'
import { makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { cookieOf, requestAs } from '../requests'

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

type Browser = { cookie: string }
const CLIENT_ADDRESS = '203.0.113.77'

/** Signs in with a browser, which keeps its cookies. */
async function signIn(profile: { id: string }, browser: Browser, userAgent = FIREFOX) {
  const headers = { Cookie: browser.cookie, 'User-Agent': userAgent, 'X-Forwarded-For': CLIENT_ADDRESS }
  const set = await completeSignIn(new Request('http://localhost:3000/auth', { headers }), profile.id)
  browser.cookie = set
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return set
}

const listNotices = async () => (await listQueuedMails()).map(({ payload }) => payload)
const requestOf = ({ cookie }: Browser) => new Request('http://localhost:3000/', { headers: { Cookie: cookie } })

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

test('the first sign-in is not mailed, one with another browser is, once', async () => {
  const profile = await makeProfile()
  const [own, other] = [{ cookie: '' }, { cookie: '' }]
  const cookies = (await signIn(profile, own)).getSetCookie()
  expect(cookies.find((cookie) => cookie.startsWith('device='))).toMatch(
    /^device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  await signIn(profile, own)
  expect(await listNotices()).toEqual([])

  await signIn(profile, other, SAFARI)
  const notice = {
    mail: 'new-device',
    email: profile.email,
    signIn: { device: 'Safari on iOS', at: expect.any(String) },
  }
  expect(await listNotices()).toEqual([notice])
  await signIn(profile, other, SAFARI)
  await signIn(profile, own)
  expect(await listNotices()).toHaveLength(1)
})

test('a browser that one member used is new for another', async () => {
  const [ada, bob] = [await makeProfile(), await makeProfile()]
  const shared = { cookie: '' }
  await signIn(ada, shared)
  await signIn(bob, { cookie: '' })
  await signIn(bob, shared)
  expect((await listNotices()).map(({ email }) => email)).toEqual([bob.email])
})

test('a forged device cookie is a new device', async () => {
  const profile = await makeProfile()
  await signIn(profile, { cookie: '' })
  await signIn(profile, { cookie: `device=${btoa(JSON.stringify('A'.repeat(43)))}.forged` })
  expect(await listNotices()).toHaveLength(1)
})

test('twenty devices of a person are known, and each for a year', async () => {
  const profile = await makeProfile()
  for (let i = 0; i < 23; i++) await signIn(profile, { cookie: '' })
  const listKnown = () => db.selectFrom('known_devices').select('device').where('user_id', '=', profile.id).execute()
  expect(await listKnown()).toHaveLength(20)
  await sql`update known_devices set last_seen_at = last_seen_at - interval '1 year 1 minute'`.execute(db)
  await cleanUp()
  expect(await listKnown()).toEqual([])
})

test('the list has live sessions only, the own one first', async () => {
  const profile = await makeProfile()
  await startSession(new Request('http://localhost:3000/', { headers: { 'User-Agent': SAFARI } }), profile.id)
  await sql`update sessions set last_seen_at = now() - interval '8 days'`.execute(db)
  const phone = { cookie: '' }
  await signIn(profile, phone, SAFARI)
  const own = { cookie: '' }
  await signIn(profile, own)
  await signIn(await makeProfile(), { cookie: '' })
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where device = 'Firefox on Windows'`.execute(
    db,
  )

  expect(await listSessions(requestOf(own), profile.id)).toMatchObject([
    { device: 'Firefox on Windows', is_current: true },
    { device: 'Safari on iOS', is_current: false },
  ])
})

test('a member can end one of their sessions, but no session of another member', async () => {
  const [ada, bob] = [await makeProfile(), await makeProfile()]
  const [own, phone, foreign] = [{ cookie: '' }, { cookie: '' }, { cookie: '' }]
  await signIn(ada, own)
  await signIn(ada, phone, SAFARI)
  await signIn(bob, foreign)
  const [, other] = await listSessions(requestOf(own), ada.id)
  const [ofBob] = await listSessions(requestOf(foreign), bob.id)

  expect(await endOneSession(ada.id, ofBob!.id)).toBeUndefined()
  expect(await findUser(requestOf(foreign))).toBeDefined()
  expect(await endOneSession(ada.id, other!.id)).toBe('Safari on iOS')
  expect(await findUser(requestOf(phone))).toBeUndefined()
  expect(await endOneSession(ada.id, other!.id)).toBeUndefined()
  expect(await findUser(requestOf(own))).toBeDefined()
})

test('ending all others leaves the own session, and those of others', async () => {
  const [ada, bob] = [await makeProfile(), await makeProfile()]
  const own = await requestAs(ada, '/')
  const [second, foreign] = [await cookieOf(ada), await cookieOf(bob)]
  expect(await endOtherSessions(own, ada.id)).toBe(1)
  expect(await findUser(own)).toBeDefined()
  expect(await findUser(requestOf({ cookie: second }))).toBeUndefined()
  expect(await findUser(requestOf({ cookie: foreign }))).toBeDefined()
})

test('neither sessions nor devices hold a network address or the whole User-Agent', async () => {
  const profile = await makeProfile()
  await signIn(profile, { cookie: '' })
  await signIn(profile, { cookie: '' }, SAFARI)
  const { rows } = await sql<{ stored: string }>`
    select row_to_json(sessions)::text as stored from sessions
    union all select row_to_json(known_devices)::text from known_devices
    union all select payload::text from graphile_worker._private_jobs`.execute(db)
  expect(rows.length).toBeGreaterThan(3)
  for (const { stored } of rows) {
    expect(stored).not.toContain(CLIENT_ADDRESS)
    expect(stored).not.toMatch(/Mozilla|Gecko/)
  }
})
