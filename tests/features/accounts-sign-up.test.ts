import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { signInForm, signUpForm } from '~/features/accounts/account-form.server'
import { resetPassword } from '~/features/accounts/new-password.server'
import { confirmAccount, signUp } from '~/features/accounts/sign-up.server'
import { findTokenOwner, issueToken, redeemToken } from '~/features/accounts/tokens.server'
import { makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
beforeEach(() => void takeMails())

test('a new account waits for its link, and the link works once', async () => {
  await signUp(ada)
  expect(await db.selectFrom('profiles').select(['name', 'email', 'role', 'confirmed_at']).execute()).toEqual([
    { name: 'Ada', email: 'ada@example.com', role: 'USER', confirmed_at: null },
  ])

  await sendQueuedMails()
  const [mail] = takeMails()
  expect(mail).toContain('Subject: Confirm your email | Lifetime Ledger')
  expect(mail).toContain('http://localhost:3000/auth/confirm?token=')

  const token = tokenIn(mail)
  expect(await confirmAccount(token)).toMatchObject({ email: 'ada@example.com' })
  expect(await confirmAccount(token)).toBeUndefined()
  const { confirmed_at } = await db.selectFrom('profiles').select('confirmed_at').executeTakeFirstOrThrow()
  expect(confirmed_at).toBeInstanceOf(Date)
})

test('the queue holds no token, the table only its hash', async () => {
  await signUp(ada)
  expect(JSON.stringify(await listQueuedMails())).not.toMatch(/[\w-]{43}/)
  await sendQueuedMails()
  const token = tokenIn(takeMails()[0])
  const { token_hash } = await db.selectFrom('tokens').select('token_hash').executeTakeFirstOrThrow()
  expect(token_hash.toString('base64url')).not.toBe(token)
})

test('twenty sign-ups at once make one account; its owner hears of the others', async () => {
  await Promise.all(Array.from({ length: 20 }, () => signUp(ada)))
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1)
  const mails = (await listQueuedMails()).map(({ payload }) => payload.mail)
  expect(mails.filter((mail) => mail === 'confirm')).toHaveLength(1)
  expect(mails.filter((mail) => mail === 'taken')).toHaveLength(19)
})

test('a taken address changes nothing about its account', async () => {
  await signUp(ada)
  const before = await db.selectFrom('credentials').selectAll().execute()
  await signUp({ ...ada, name: 'Eve', password: 'another one' })
  expect(await db.selectFrom('credentials').selectAll().execute()).toEqual(before)
  expect(await db.selectFrom('profiles').select('name').execute()).toEqual([{ name: 'Ada' }])
})

test('a sign-up that fails half-way leaves neither account nor mail', async () => {
  await sql`alter table credentials rename to credentials_away`.execute(db)
  await expect(signUp(ada)).rejects.toThrow()
  await sql`alter table credentials_away rename to credentials`.execute(db)
  expect(await db.selectFrom('profiles').select('id').execute()).toEqual([])
  expect(await listQueuedMails()).toEqual([])
})

test('a link serves its own purpose only, and a newer one ends it', async () => {
  const { id } = await makeProfile({ confirmed_at: null })
  const older = await issueToken(id, 'CONFIRM')
  const newer = await issueToken(id, 'CONFIRM')
  expect(await findTokenOwner(older, 'CONFIRM')).toBeUndefined()
  expect(await findTokenOwner(newer, 'RESET')).toBeUndefined()
  expect(await resetPassword(newer, 'a new password')).toBe(false)
  expect(await findTokenOwner(newer, 'CONFIRM')).toMatchObject({ id })
})

test.each([
  ['CONFIRM', '23 hours', '24 hours'],
  ['RESET', '29 minutes', '30 minutes'],
] as const)('a %s link works for %s and not for %s', async (purpose, works, tooLong) => {
  const { id } = await makeProfile()
  for (const [by, expected] of [
    [works, id],
    [tooLong, undefined],
  ] as const) {
    const token = await issueToken(id, purpose)
    await sql`update tokens set expires_at = expires_at - ${by}::interval`.execute(db)
    expect(await redeemToken(token, purpose)).toBe(expected)
  }
})

test('of two who use a link at once one wins', async () => {
  const { id } = await makeProfile({ confirmed_at: null })
  const token = await issueToken(id, 'CONFIRM')
  const both = await Promise.all([confirmAccount(token), confirmAccount(token)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['abcde', 'Password must be at least 6 characters.'],
  ['é'.repeat(37), 'Password must be at most 72 bytes: fewer letters, or fewer accents and emoji.'],
  ['Ada@Example.com', 'Your password cannot be your email or your name.'],
  ['ada lovelace', 'Your password cannot be your email or your name.'],
])('the password %s is refused', (password, message) => {
  const result = signUpForm.safeParse({ name: 'Ada Lovelace', email: 'ada@example.com', password })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each(['abcdef', '      ', 'a'.repeat(72), '😀'.repeat(6)])('the password "%s" will do', (password) => {
  expect(signUpForm.parse({ ...ada, password }).password).toBe(password)
})

test.each([
  'ada',
  'ada@localhost',
  'ada@example.com\r\nBcc: eve@example.com',
  '"ada"@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  'ada..b@example.com',
  'ada@-example.com',
  'ада@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a.'.repeat(130)}com`,
])('%s is no address', (email) => {
  expect(signInForm.safeParse({ email, password: 'abcdef' }).error?.issues[0]?.message).toBe(
    'Enter a valid email address.',
  )
})
