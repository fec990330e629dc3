import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { endSession, startSession } from '~/features/people/sessions/sessions.server'
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
