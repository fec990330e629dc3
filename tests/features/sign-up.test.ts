import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { signInForm, signUpForm } from '~/features/people/accounts/account-form.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { resetPassword } from '~/features/people/accounts/new-password.server'
import { signIn } from '~/features/people/accounts/sign-in.server'
import { confirmAccount, signUp } from '~/features/people/accounts/sign-up.server'
import { addMail, type REQUESTED_MAILS } from '~/features/people/mails/mails.server'
import { findTokenOwner, issueToken, redeemToken } from '~/features/people/sessions/tokens.server'
import { makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'
import { requestAs } from '../requests'

const readAccounts = () => db.selectFrom('profiles').select(['id', 'name', 'email', 'confirmed_at']).execute()
const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }

test('a new account has no session until it is confirmed by its emailed link, which works once and is nowhere stored', async () => {
  await signUp(ada)
  const created = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  expect(created).toMatchObject({ name: 'Ada', email: 'ada@example.com', role: 'USER', confirmed_at: null })
  expect(await findUser(await requestAs(created, '/'))).toBeUndefined()

  expect(JSON.stringify(await listQueuedMails())).not.toMatch(/[\w-]{43}/)
  await sendQueuedMails()
  const [mail] = takeMails()
  expect(mail).toContain('Subject: Confirm your email | Lifetime Ledger')
  expect(mail).toContain('http://localhost:3000/auth/confirm?token=')

  const token = tokenIn(mail)
  const { token_hash } = await db.selectFrom('tokens').select('token_hash').executeTakeFirstOrThrow()
  expect(token_hash.toString('base64url')).not.toBe(token)
  expect(await confirmAccount(token)).toMatchObject({ email: 'ada@example.com' })
  expect(await confirmAccount(token)).toBeUndefined()
  const { confirmed_at } = await db.selectFrom('profiles').select('confirmed_at').executeTakeFirstOrThrow()
  expect(confirmed_at).toBeInstanceOf(Date)
})

test('twenty concurrent sign-ups with one email create one account and send one email, of the last one', async () => {
  await Promise.all(Array.from({ length: 20 }, () => signUp(ada)))
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1)
  await sendQueuedMails()
  const mails = takeMails()
  expect(mails).toHaveLength(1)
  expect(await confirmAccount(tokenIn(mails[0]))).toMatchObject({ email: 'ada@example.com' })
})

test('signing up with a confirmed email changes nothing and notifies its owner at most five times an hour', async () => {
  await signUp(ada)
  await db.updateTable('profiles').set({ confirmed_at: new Date() }).execute()
  const read = () => Promise.all([readAccounts(), db.selectFrom('credentials').selectAll().execute()])
  const before = await read()
  await db.deleteFrom('mails').execute()
  for (let round = 0; round < 8; round++) {
    await Promise.all([1, 2, 3].map(() => signUp({ ...ada, name: 'Eve', password: 'another one' })))
    await sendQueuedMails()
  }
  expect(await read()).toEqual(before)
  const mails = takeMails()
  expect(mails).toHaveLength(5)
  for (const mail of mails) expect(mail).toContain('Subject: You already have an account')
})

test('all account emails that anyone can trigger for an address share one limit', async () => {
  const eve = await makeProfile({ email: 'eve@example.com', confirmed_at: null })
  const ask = async (kind: (typeof REQUESTED_MAILS)[number] | 'password-changed', email = eve.email) => {
    await addMail(db, { to: { address: email }, kind })
    await sendQueuedMails()
    return takeMails().length
  }
  expect([await ask('confirm'), await ask('reset'), await ask('taken'), await ask('confirm')]).toEqual([1, 1, 1, 1])
  await db.updateTable('profiles').set({ confirmed_at: new Date() }).execute()
  // No email is due, so none is counted.
  expect(await ask('confirm')).toBe(0)
  expect([await ask('reset'), await ask('reset'), await ask('taken')]).toEqual([1, 0, 0])
  // The owner is always notified of a password change, and emails to other people are not limited by this.
  expect(await ask('password-changed')).toBe(1)
  expect(await ask('reset', (await makeProfile()).email)).toBe(1)
})

test('a newer sign-up replaces an unconfirmed one and invalidates its link', async () => {
  await signUp({ ...ada, name: 'Eve', password: 'chosen by eve' })
  await sendQueuedMails()
  const older = tokenIn(takeMails()[0])
  await signUp(ada)
  await sendQueuedMails()
  const newer = tokenIn(takeMails()[0])

  expect(await findTokenOwner(older, 'CONFIRM')).toBeUndefined()
  expect(await confirmAccount(older)).toBeUndefined()
  expect(await findTokenOwner(newer, 'CONFIRM')).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
  expect(await confirmAccount(newer)).toMatchObject({ email: 'ada@example.com' })
  const tryToSignIn = async (password: string) =>
    (await signIn(await requestAs(null, '/auth', { email: ada.email, password }))).outcome
  expect([await tryToSignIn('chosen by eve'), await tryToSignIn(ada.password)]).toEqual(['failed', 'signed-in'])
})

test('confirming during a second sign-up confirms the first sign-up or neither', async () => {
  for (let round = 0; round < 10; round++) {
    const email = `ada${round}@example.com`
    await signUp({ ...ada, email })
    const { id } = await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const token = await issueToken(id, 'CONFIRM')
    const [confirmed] = await Promise.all([
      confirmAccount(token),
      signUp({ ...ada, email, name: 'Eve', password: 'chosen by eve' }),
      issueToken(id, 'RESET'),
    ])
    const { name } = await db.selectFrom('profiles').select('name').where('email', '=', email).executeTakeFirstOrThrow()
    expect(name).toBe(confirmed ? 'Ada' : 'Eve')
  }
})

test('the database rejects redirects to other sites', async () => {
  const { id } = await makeProfile()
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\\\evil.example', '/a\nb', '']) {
    await expect(issueToken(id, 'CONFIRM', elsewhere), elsewhere).rejects.toMatchObject({ code: '23514' })
  }
})

test('a sign-up that fails halfway leaves neither account nor email', async () => {
  await sql`alter table credentials rename to credentials_away`.execute(db)
  await expect(signUp(ada)).rejects.toThrow()
  await sql`alter table credentials_away rename to credentials`.execute(db)
  expect(await db.selectFrom('profiles').select('id').execute()).toEqual([])
  expect(await listQueuedMails()).toEqual([])
})

test('a token works only for its own purpose, and a newer one replaces it', async () => {
  const { id } = await makeProfile({ confirmed_at: null })
  const older = await issueToken(id, 'CONFIRM')
  const newer = await issueToken(id, 'CONFIRM')
  expect(await findTokenOwner(older, 'CONFIRM')).toBeUndefined()
  expect(await findTokenOwner(newer, 'RESET')).toBeUndefined()
  expect(await resetPassword(newer, 'a new password')).toBeUndefined()
  expect(await findTokenOwner(newer, 'CONFIRM')).toMatchObject({ id })
})

test.each([
  ['CONFIRM', '23 hours', '24 hours'],
  ['RESET', '29 minutes', '30 minutes'],
] as const)('a %s link works after %s but not after %s', async (purpose, works, tooLong) => {
  const { id } = await makeProfile()
  for (const [by, expected] of [
    [works, id],
    [tooLong, undefined],
  ] as const) {
    const token = await issueToken(id, purpose)
    await sql`update tokens set expires_at = expires_at - ${by}::interval`.execute(db)
    const redeemed = await inTransaction((trx) => redeemToken(token, purpose, trx))
    expect(redeemed?.userId).toBe(expected)
  }
})

test('only one of two concurrent confirmations with a token succeeds', async () => {
  const { id } = await makeProfile({ confirmed_at: null })
  const token = await issueToken(id, 'CONFIRM')
  const both = await Promise.all([confirmAccount(token), confirmAccount(token)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['abcde', 'Password must be at least 6 characters.'],
  ['é'.repeat(37), 'Password must be at most 72 bytes. Use fewer letters, accents or emoji.'],
  ['Ada@Example.com', 'Your password cannot be your email or your name.'],
  ['ada lovelace', 'Your password cannot be your email or your name.'],
])('sign-up rejects the password %s', (password, message) => {
  const result = signUpForm.safeParse({ name: 'Ada Lovelace', email: 'ada@example.com', password })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each(['abcdef', '      ', 'a'.repeat(72), '😀'.repeat(6)])('sign-up accepts the password "%s"', (password) => {
  expect(signUpForm.parse({ ...ada, password }).password).toBe(password)
})

test.each([
  ...['ada', 'ada@localhost', 'ada@example.com\r\nBcc: eve@example.com', '"ada"@example.com'],
  ...['ada@example.com, eve@example.com', 'Ada <ada@example.com>', 'ada..b@example.com', 'ada@-example.com'],
  ...['ада@example.com', `${'a'.repeat(65)}@example.com`, `ada@${'a.'.repeat(130)}com`],
])('%s is rejected as an email address', (email) => {
  expect(signInForm.safeParse({ email, password: 'abcdef' }).error?.issues[0]?.message).toBe(
    'Enter a valid email address.',
  )
})
