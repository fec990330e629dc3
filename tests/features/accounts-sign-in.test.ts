import bcrypt from 'bcryptjs'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { requestReset } from '~/features/people/accounts/new-password.server'
import { resendConfirmation, signIn } from '~/features/people/accounts/sign-in.server'
import { signUp } from '~/features/people/accounts/sign-up.server'
import { makeAccount } from '../factories'
import { listQueuedMails } from '../jobs'
import { requestAs } from '../requests'

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
  expect(await listQueuedMails()).toMatchObject([{ payload: { mail: 'reset' } }])
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
  expect(await listQueuedMails()).toMatchObject([{ payload: { mail: 'confirm', email: 'ada@example.com' } }])

  await signUp({ name: 'Ada', email: 'ada@example.com', password: 'battery staple' })
  const before = await listQueuedMails()
  await resendConfirmation(shown.account)
  expect(await listQueuedMails()).toEqual(before)
})
