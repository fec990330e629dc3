import bcrypt from 'bcryptjs'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { newPasswordForm } from '~/features/people/accounts/account-form.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { checkPassword, requestReset, resetPassword } from '~/features/people/accounts/new-password.server'
import { verifyPassword } from '~/features/people/accounts/passwords.server'
import { resendConfirmation, signIn } from '~/features/people/accounts/sign-in.server'
import { signUp } from '~/features/people/accounts/sign-up.server'
import { nameDevice } from '~/features/people/sessions/device-name.server'
import {
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
  startSession,
} from '~/features/people/sessions/sessions.server'
import { findTokenOwner } from '~/features/people/sessions/tokens.server'
import { cleanUp } from '~/features/site/operations/clean-up-task.server'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'
import { cookieOf, requestAs } from '../requests'

const tryToSignIn = async (email: string, password: string) =>
  signIn(await requestAs(null, '/auth', { email, password }))
let ada: Awaited<ReturnType<typeof makeAccount>>
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
})

test.each(['ada@example.com', ' ADA@Example.COM ', 'ａｄａ@example.com'])(
  'the email %s signs in to the same account',
  async (email) => {
    expect(await tryToSignIn(email, 'correct horse')).toEqual({ outcome: 'signed-in', userId: ada.id })
  },
)

test('passwords are case-sensitive and not trimmed', async () => {
  expect(await tryToSignIn('ada@example.com', ' correct horse')).toEqual({ outcome: 'failed' })
  expect(await tryToSignIn('ada@example.com', 'Correct horse')).toEqual({ outcome: 'failed' })
})

test('sign-in reveals an unconfirmed account only after the correct password', async () => {
  await db.updateTable('profiles').set({ confirmed_at: null }).execute()
  expect(await tryToSignIn('ada@example.com', 'wrong horse')).toEqual({ outcome: 'failed' })
  expect(await tryToSignIn('ada@example.com', 'correct horse')).toEqual({
    outcome: 'unconfirmed',
    account: { email: 'ada@example.com', passwordSince: expect.any(String) },
  })
})

test.each(['ada@example.com', 'nobody@example.com'])(
  'sign-in for %s is locked after ten wrong passwords, even for the correct one',
  async (email) => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => tryToSignIn(email, 'wrong horse')))
    expect(tries.filter(({ outcome }) => outcome === 'failed')).toHaveLength(10)

    const locked = await tryToSignIn(email, 'correct horse')
    expect(locked).toMatchObject({ outcome: 'locked' })
    expect(locked.outcome === 'locked' && locked.retryAfter).toBeGreaterThan(0)
    expect(locked.outcome === 'locked' && locked.retryAfter).toBeLessThanOrEqual(15 * 60)
  },
)

test('a sign-in lock neither ends sessions nor prevents a password reset', async () => {
  const live = await requestAs(ada, '/')
  for (let i = 0; i < 11; i++) await tryToSignIn('ada@example.com', 'wrong horse')
  expect(await findUser(live)).toBeDefined()
  await requestReset('ada@example.com')
  expect(await listQueuedMails()).toMatchObject([{ kind: 'reset' }])
})

test('the correct password resets the count of wrong attempts', async () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 8; i++) await tryToSignIn('ada@example.com', 'wrong horse')
    expect(await tryToSignIn('ada@example.com', 'correct horse')).toMatchObject({ outcome: 'signed-in' })
  }
})

test('sign-in answers 503 when attempts cannot be counted', async () => {
  await sql`alter table rate_limits rename to rate_limits_away`.execute(db)
  try {
    await expect(tryToSignIn('ada@example.com', 'correct horse')).rejects.toMatchObject({ status: 503 })
  } finally {
    await sql`alter table rate_limits_away rename to rate_limits`.execute(db)
  }
})

test('a failed sign-in is recorded in the audit log without email or password', async () => {
  await tryToSignIn('ada@example.com', 'wrong horse')
  const entries = await db.selectFrom('audit_log').select(['action', 'entity_id', 'detail']).execute()
  expect(entries).toEqual([{ action: 'sign-in.failed', entity_id: ada.id, detail: {} }])
})

test('sign-in attempts are counted under a keyed hash of the email', async () => {
  await tryToSignIn('ada@example.com', 'wrong horse')
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.key).not.toContain('ada')
})

test.each(['ada@example.com', 'nobody@example.com'])(
  'sign-in with a wrong password for %s makes one comparison, with a hash of the configured cost',
  async (email) => {
    const threads = vi.spyOn(Piscina.prototype, 'run')
    await tryToSignIn(email, 'wrong horse')
    const compared = threads.mock.calls.map(([task, options]) => ({
      name: options?.name,
      cost: bcrypt.getRounds(task.hash),
    }))
    threads.mockRestore()
    expect(compared).toEqual([{ name: 'compare', cost: env.BCRYPT_COST }])
  },
)

test('the confirmation email is resent only while the password shown is still current', async () => {
  await db.updateTable('profiles').set({ confirmed_at: null }).execute()
  const shown = await tryToSignIn('ada@example.com', 'correct horse')
  if (shown.outcome !== 'unconfirmed') throw new Error(shown.outcome)
  await resendConfirmation(shown.account)
  expect(await listQueuedMails()).toMatchObject([{ kind: 'confirm', email: 'ada@example.com' }])

  await signUp({ name: 'Ada', email: 'ada@example.com', password: 'battery staple' })
  const before = await listQueuedMails()
  await resendConfirmation(shown.account)
  expect(await listQueuedMails()).toEqual(before)
})

const hashOf = async (user_id: string) => {
  const query = db.selectFrom('credentials').select('password_hash').where('user_id', '=', user_id)
  return (await query.executeTakeFirst())?.password_hash
}

test('a password reset ends every session, confirms the email, notifies its owner and signs no one in', async () => {
  await db.updateTable('profiles').set({ confirmed_at: null }).execute()
  const live = await requestAs(ada, '/')
  takeMails()
  await requestReset(ada.email)
  await sendQueuedMails()
  const token = tokenIn(takeMails()[0])

  expect(await resetPassword(token, 'battery staple')).toMatchObject({ email: ada.email })
  expect(await resetPassword(token, 'once again')).toBeUndefined()
  expect(await verifyPassword('battery staple', await hashOf(ada.id))).toBe(true)
  const { confirmed_at } = await db.selectFrom('profiles').select('confirmed_at').executeTakeFirstOrThrow()
  expect(confirmed_at).toBeInstanceOf(Date)
  expect(await findUser(live)).toBeUndefined()
  expect(await listQueuedMails()).toMatchObject([{ kind: 'password-changed', email: ada.email }])
})

test('a reset request for an unknown email is queued like any other and sends no email', async () => {
  takeMails()
  await requestReset('nobody@example.com')
  expect(await listQueuedMails()).toHaveLength(1)
  await sendQueuedMails()
  expect(takeMails()).toEqual([])
})

test('at most five reset emails an hour are sent to one address, and the last link stays valid', async () => {
  takeMails()
  for (let i = 0; i < 8; i++) {
    await requestReset(ada.email)
    await sendQueuedMails()
  }
  const mails = takeMails()
  expect(mails).toHaveLength(5)
  expect(await findTokenOwner(tokenIn(mails.at(-1)), 'RESET')).toMatchObject({ id: ada.id })
})

test('the current password is locked after ten wrong attempts', async () => {
  for (let i = 0; i < 10; i++) expect(await checkPassword(ada.id, 'wrong')).toBe('wrong')
  expect(await checkPassword(ada.id, 'correct horse')).toBe('locked')
})

test('two different new passwords are rejected', () => {
  const form = newPasswordForm({ email: 'ada@example.com', name: 'Ada' })
  const result = form.safeParse({ password: 'battery staple', passwordAgain: 'battery stable' })
  expect(result.error?.issues[0]).toMatchObject({ path: ['passwordAgain'], message: 'The passwords do not match.' })
})

const withCookie = (cookie: string) => new Request('http://localhost:3000/', { headers: { Cookie: cookie } })
const age = (column: string, by: string) =>
  sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval`.execute(db)

test('the session cookie lasts 30 days, and the database has only the hash of its id', async () => {
  const setCookie = await startSession(withCookie(''), ada.id)
  expect(setCookie).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const id = JSON.parse(Buffer.from(decodeURIComponent(setCookie.slice(8)).split('.')[0]!, 'base64').toString())
  expect(id).toMatch(/^[\w-]{43}$/)
  const { id_hash } = await db.selectFrom('sessions').select('id_hash').executeTakeFirstOrThrow()
  expect(id_hash.toString('base64url')).not.toBe(id)
})

test('a session knows its owner until it is ended, and then its cookie is useless', async () => {
  const owner = await makeProfile({ role: 'MANAGER' })
  const request = await requestAs(owner, '/')
  const { id, name, email, role, status } = owner
  expect(await findUser(request)).toEqual({ id, name, email, role, status })
  expect(await endSession(request)).toMatch(/^session=;? ?.*Max-Age=0/)
  expect(await findUser(request)).toBeUndefined()
})

test.each([
  ['seven idle days', 'last_seen_at', '7 days'],
  ['thirty days', 'expires_at', '30 days'],
])('a session expires after %s, and cleanUp deletes it', async (_why, column, by) => {
  const request = await requestAs(ada, '/')
  await age(column, by)
  expect(await findUser(request)).toBeUndefined()
  await cleanUp()
  expect(await db.selectFrom('sessions').select('id_hash').execute()).toEqual([])
})

test('a visit extends the idle time at most every five minutes and never the absolute lifetime', async () => {
  const request = await requestAs(ada, '/')
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
  const old = await cookieOf(ada)
  const fresh = (await startSession(withCookie(old), ada.id)).split(';')[0]!
  expect(fresh).not.toBe(old)
  expect(await findUser(withCookie(old))).toBeUndefined()
  expect(await findUser(withCookie(fresh))).toBeDefined()
})

const webKit = (system: string, versions: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${versions} Safari/537.36`
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MACOS = 'Macintosh; Intel Mac OS X 10_15_7'
const FIREFOX = `Mozilla/5.0 (${WINDOWS}; rv:145.0) Gecko/20100101 Firefox/145.0`
const SAFARI = webKit('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Version/18.1 Mobile/15E148')

const NAMES = [
  [FIREFOX, 'Firefox on Windows'],
  [SAFARI, 'Safari on iOS'],
  [webKit(MACOS, 'Chrome/142.0.0.0'), 'Chrome on macOS'],
  [webKit('Linux; Android 15; Pixel 9', 'Chrome/142.0.0.0 Mobile'), 'Chrome on Android'],
  [`${webKit(WINDOWS, 'Chrome/142.0.0.0')} Edg/142.0.0.0`, 'Microsoft Edge on Windows'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [webKit(MACOS, 'Version/18.1'), 'Safari on macOS'],
  ['', 'Unknown browser'],
  ['x', 'Unknown browser'],
  ['<script>alert(1)</script>\u202e', 'Unknown browser'],
] as const

test.each(NAMES)('the User-Agent %j is called %j', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

const longNames = ['A'.repeat(5_000), `Mozilla/5.0 (${'x'.repeat(400)}) Foo/1.0`, '\0\n\t', 'Mozilla/5.0 (;;;) )(']
test.each(longNames)('any User-Agent gets a name that the database takes: %j', async (userAgent) => {
  const headers = { 'User-Agent': userAgent.replace(/[\0\n]/g, ' ') }
  await startSession(new Request('http://localhost:3000/', { headers }), ada.id)
  expect(nameDevice(userAgent).length).toBeGreaterThan(0)
})

const CLIENT_ADDRESS = '203.0.113.77'

/** Signs in with a browser of its own. @returns a request in that session */
async function signInWith(userAgent = FIREFOX, profile: { id: string } = ada) {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': CLIENT_ADDRESS }
  const setCookie = await startSession(new Request('http://localhost:3000/auth', { headers }), profile.id)
  return withCookie(setCookie.split(';')[0]!)
}

test('the list has live sessions only, the own one first', async () => {
  await signInWith(SAFARI)
  await age('last_seen_at', '8 days')
  await signInWith(SAFARI)
  const own = await signInWith()
  await signInWith(FIREFOX, await makeProfile())
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where device = 'Firefox on Windows'`.execute(
    db,
  )

  expect(await listSessions(own, ada.id)).toMatchObject([
    { device: 'Firefox on Windows', is_current: true },
    { device: 'Safari on iOS', is_current: false },
  ])
})

test('a member can end one of their sessions, but no session of another member', async () => {
  const bob = await makeProfile()
  const [own, phone, foreign] = [await signInWith(), await signInWith(SAFARI), await signInWith(FIREFOX, bob)]
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
  const bob = await makeProfile()
  const own = await requestAs(ada, '/')
  const [second, foreign] = [await cookieOf(ada), await cookieOf(bob)]
  expect(await endOtherSessions(own, ada.id)).toBe(1)
  expect(await findUser(own)).toBeDefined()
  expect(await findUser(withCookie(second))).toBeUndefined()
  expect(await findUser(withCookie(foreign))).toBeDefined()
})

test('a session holds neither a network address nor the whole User-Agent', async () => {
  for (const userAgent of [FIREFOX, SAFARI]) await signInWith(userAgent)
  const { rows } = await sql<{ stored: string }>`select row_to_json(sessions)::text as stored from sessions`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { stored } of rows) {
    expect(stored).not.toContain(CLIENT_ADDRESS)
    expect(stored).not.toMatch(/Mozilla|Gecko/)
  }
})
