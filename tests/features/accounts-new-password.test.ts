import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { newPasswordForm } from '~/features/people/accounts/account-form.server'
import { findUser } from '~/features/people/accounts/guards.server'
import {
  changePassword,
  checkPassword,
  requestReset,
  resetPassword,
} from '~/features/people/accounts/new-password.server'
import { verifyPassword } from '~/features/people/accounts/passwords.server'
import { findTokenOwner, issueToken } from '~/features/people/sessions/tokens.server'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'
import { requestAs } from '../requests'

const hashOf = async (user_id: string) => {
  const query = db.selectFrom('credentials').select('password_hash').where('user_id', '=', user_id)
  return (await query.executeTakeFirst())?.password_hash
}

test('a password reset ends every session, notifies the owner by email and signs no one in', async () => {
  const ada = await makeAccount('correct horse')
  const live = await requestAs(ada, '/')
  takeMails()
  await requestReset(ada.email)
  await sendQueuedMails()
  const token = tokenIn(takeMails()[0])

  expect(await resetPassword(token, 'battery staple')).toMatchObject({ email: ada.email })
  expect(await resetPassword(token, 'once again')).toBeUndefined()
  expect(await verifyPassword('battery staple', await hashOf(ada.id))).toBe(true)
  expect(await findUser(live)).toBeUndefined()
  expect(await listQueuedMails()).toMatchObject([{ payload: { mail: 'password-changed', email: ada.email } }])
})

test('a reset request for an unknown email is queued like any other and sends no email', async () => {
  takeMails()
  await requestReset('nobody@example.com')
  expect(await listQueuedMails()).toHaveLength(1)
  await sendQueuedMails()
  expect(takeMails()).toEqual([])
})

test('at most five reset emails an hour are sent to one address, and the last link stays valid', async () => {
  const ada = await makeAccount('correct horse')
  takeMails()
  for (let i = 0; i < 8; i++) await requestReset(ada.email)
  await sendQueuedMails()
  const mails = takeMails()
  expect(mails).toHaveLength(5)
  expect(await findTokenOwner(tokenIn(mails.at(-1)), 'RESET')).toMatchObject({ id: ada.id })
})

test('a password reset also confirms the email address', async () => {
  const eve = await makeProfile({ confirmed_at: null })
  await resetPassword(await issueToken(eve.id, 'RESET'), 'battery staple')
  const { confirmed_at } = await db.selectFrom('profiles').select('confirmed_at').executeTakeFirstOrThrow()
  expect(confirmed_at).toBeInstanceOf(Date)
})

test('changing the password requires the current one and ends every session', async () => {
  const ada = await makeAccount('correct horse')
  const live = await requestAs(ada, '/')
  expect(await changePassword(ada, { currentPassword: 'wrong', password: 'battery staple' })).toBe('wrong')
  expect(await findUser(live)).toBeDefined()
  expect(await changePassword(ada, { currentPassword: 'correct horse', password: 'battery staple' })).toBe('right')
  expect(await findUser(live)).toBeUndefined()
})

test('the current password is locked after ten wrong attempts', async () => {
  const ada = await makeAccount('correct horse')
  for (let i = 0; i < 10; i++) expect(await checkPassword(ada.id, 'wrong')).toBe('wrong')
  expect(await checkPassword(ada.id, 'correct horse')).toBe('locked')
})

test('two different new passwords are rejected', () => {
  const form = newPasswordForm({ email: 'ada@example.com', name: 'Ada' })
  const result = form.safeParse({ password: 'battery staple', passwordAgain: 'battery stable' })
  expect(result.error?.issues[0]).toMatchObject({
    path: ['passwordAgain'],
    message: 'The passwords do not match.',
  })
})
