import { createCookie } from '@remix-run/node'
import { expect, test } from 'vitest'
import { findUser } from '~/features/people/accounts/guards.server'
import { readUnconfirmed } from '~/features/people/accounts/unconfirmed-cookie.server'
import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { deriveKey, type KeyPurpose, signingKeys } from '~/http/signing-keys.server'
import { readToast } from '~/http/toast.server'
import { makeProfile } from '../factories'
import { cookieOf } from '../requests'

const SECRET = process.env.SESSION_SECRET!
const PURPOSES: KeyPurpose[] = [
  'session cookie',
  'toast cookie',
  'confirm link cookie',
  'reset link cookie',
  'unconfirmed cookie',
  'mail sent cookie',
  'rate limits',
  'visitor keys',
  'unsubscribe links',
  'second factor cookie',
  'authenticator secrets',
]

/** Signs the value of a cookie again with another key. */
async function signAgain(cookie: string, key: string) {
  const [name, value] = cookie.split('=') as [string, string]
  const signed = decodeURIComponent(value)
  const content = JSON.parse(Buffer.from(signed.slice(0, signed.lastIndexOf('.')), 'base64').toString())
  return (await createCookie(name, { secrets: [key] }).serialize(content)).split(';')[0]!
}

const withCookie = (cookie: string) => new Request('http://localhost:3000/auth', { headers: { Cookie: cookie } })

test('every purpose has its own signing key, and none is the secret', () => {
  const keys = PURPOSES.map((purpose) => signingKeys(purpose)[0])
  expect(new Set(keys).size).toBe(PURPOSES.length)
  expect(keys).not.toContain(SECRET)
  expect(deriveKey('another-secret-another-secret-another', 'session cookie')).not.toBe(keys[0])
})

test('a session id signed for another purpose or with the secret itself is rejected', async () => {
  const cookie = await cookieOf(await makeProfile())
  expect(await findUser(withCookie(await signAgain(cookie, deriveKey(SECRET, 'session cookie'))))).toBeDefined()
  const others = PURPOSES.filter((purpose) => purpose !== 'session cookie').map((purpose) => deriveKey(SECRET, purpose))
  for (const key of [SECRET, ...others]) {
    expect(await findUser(withCookie(await signAgain(cookie, key)))).toBeUndefined()
  }
})

test('the value of one cookie is rejected under the name of another', async () => {
  const session = await cookieOf(await makeProfile())
  const value = session.slice(SESSION_COOKIE.length + 1)
  expect(await readUnconfirmed(withCookie(`unconfirmed=${value}`))).toBeUndefined()
  expect((await readToast(withCookie(`toast=${value}`))).toast).toBeUndefined()
})
