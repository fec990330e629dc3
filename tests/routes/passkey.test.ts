import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { action as security } from '~/routes/account_.security/route'
import { action as optionsToAdd } from '~/routes/account_.security_.passkey'
import { action as signIn } from '~/routes/auth/route'
import { action as optionsToSign } from '~/routes/auth_.passkey'
import { action as secondStep } from '~/routes/auth_.second-factor/route'
import { action as verify } from '~/routes/auth_.verify/route'
import { makeAccount } from '../factories'
import { answer, requestAs } from '../requests'
import { SoftwareAuthenticator } from '../software-authenticator'
import { makeAuthenticator } from '../staff-factories'

const context = { params: {}, context: {} }
let ada: Awaited<ReturnType<typeof makeAccount>>
let key: SoftwareAuthenticator
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
  key = new SoftwareAuthenticator(env.SITE_URL)
})

type Action = (args: { request: Request; params: object; context: object }) => Promise<unknown>

async function send(
  action: unknown,
  path: string,
  form: Record<string, string>,
  cookies = '',
  as: typeof ada | null = null,
) {
  const request = await requestAs(as, path, form)
  const own = request.headers.get('Cookie')
  request.headers.set('Cookie', [own, cookies].filter(Boolean).join('; '))
  return (await answer((action as Action)({ request, ...context }))) as Response
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function add() {
  const asked = await send(optionsToAdd, '/account/security/passkey', { currentPassword: 'correct horse' }, '', ada)
  const made = key.create((await asked.json()) as CreationOptions)
  const form = { intent: 'add-passkey', name: '', answer: JSON.stringify(made) }
  return send(security, '/account/security', form, cookiesOf(asked), ada)
}

test('a new passkey signs its owner out everywhere else', async () => {
  const elsewhere = await requestAs(ada, '/')
  await add()
  expect(await findUser(elsewhere)).toBeUndefined()
})

async function proofFor(purpose: string, cookies = '') {
  const asked = await send(optionsToSign, '/auth/passkey', { for: purpose }, cookies)
  const answer = JSON.stringify(key.get((await asked.json()) as RequestOptions))
  return { form: { intent: 'passkey', answer }, cookies: `${cookies}; ${cookiesOf(asked)}` }
}

const ownerOf = async (response: Response) =>
  findUser(new Request('http://localhost:3000/', { headers: { Cookie: cookiesOf(response) } }))

test('a passkey is added after the password, and named after the browser unless its owner names it', async () => {
  const refused = await send(optionsToAdd, '/account/security/passkey', { currentPassword: 'wrong' }, '', ada)
  expect([refused.status, await refused.text()]).toEqual([400, 'This is not your password.'])
  expect(await add()).toMatchObject({ data: { status: 'success', codes: { length: 10 } } })
  expect(await db.selectFrom('passkeys').select('name').execute()).toEqual([{ name: 'Unknown browser' }])
})

test('a passkey signs in without the password and returns to where the sign-in began', async () => {
  await add()
  const { form, cookies } = await proofFor('sign-in')
  const response = await send(signIn, '/auth?redirectTo=%2Fdeals', form, cookies)
  expect(response.headers.get('Location')).toBe('/deals')
  expect(await ownerOf(response)).toMatchObject({ id: ada.id })
  expect(await send(signIn, '/auth', form, cookies)).toMatchObject({ init: { status: 400 } })
})

test('a passkey is the second step after the password', async () => {
  await add()
  const begun = await send(signIn, '/auth', { email: ada.email, password: 'correct horse' })
  expect(begun.headers.get('Location')).toBe('/auth/second-factor')
  const { form, cookies } = await proofFor('second-factor', cookiesOf(begun))
  const response = await send(secondStep, '/auth/second-factor', form, cookies)
  expect(await ownerOf(response)).toMatchObject({ id: ada.id })
})

test("another member's passkey is no second step", async () => {
  await add()
  const eve = await makeAccount('correct horse', { email: 'eve@example.com' })
  await makeAuthenticator(eve.id)
  const begun = await send(signIn, '/auth', { email: eve.email, password: 'correct horse' })
  const { form, cookies } = await proofFor('second-factor', cookiesOf(begun))
  expect(await send(secondStep, '/auth/second-factor', form, cookies)).toMatchObject({ init: { status: 400 } })
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', eve.id).execute()).toEqual([])
})

test('the second step needs the password first', async () => {
  const asked = await send(optionsToSign, '/auth/passkey', { for: 'second-factor' })
  expect(asked.status).toBe(400)
})

test('what to sign says the same to everybody', async () => {
  const ask = async () =>
    (await send(optionsToSign, '/auth/passkey', { for: 'sign-in' })).json() as Promise<RequestOptions>
  const before = await ask()
  await add()
  const after = await ask()
  expect({ ...after, challenge: '' }).toEqual({ ...before, challenge: '' })
  expect(after.allowCredentials).toBeUndefined()
})

test.each([
  '',
  'x',
  'null',
  '[]',
  '{}',
  JSON.stringify({ id: '!', rawId: '!', type: 'public-key', response: {} }),
  `"${'a'.repeat(70_000)}"`,
])('an answer that no browser gives is refused: %#', async (odd) => {
  const { cookies } = await proofFor('sign-in')
  expect(await send(signIn, '/auth', { intent: 'passkey', answer: odd }, cookies)).toMatchObject({
    init: { status: 400 },
  })
  expect(await send(security, '/account/security', { intent: 'add-passkey', answer: odd }, cookies, ada)).toMatchObject(
    {
      init: { status: 400 },
    },
  )
})

test("a passkey confirms the session of its own account, and no other's", async () => {
  await add()
  const eve = await makeAccount('correct horse', { email: 'eve@example.com' })
  const outdate = () =>
    db
      .updateTable('sessions')
      .set({ verified_at: new Date(0) })
      .execute()
  const verified = () => db.selectFrom('sessions').select('id').where('verified_at', '>', new Date(1)).execute()
  for (const [person, isRight] of [
    [eve, false],
    [ada, true],
  ] as const) {
    const asked = await send(optionsToSign, '/auth/passkey', { for: 'verify' }, '', person)
    const answer = JSON.stringify(key.get((await asked.json()) as RequestOptions))
    const request = await requestAs(person, '/auth/verify', { intent: 'passkey', answer })
    request.headers.append('Cookie', cookiesOf(asked))
    request.headers.set('Cookie', request.headers.get('Cookie')!.replace(', ', '; '))
    await outdate()
    const response = (await (verify as Action)({ request, ...context })) as Response
    expect(response instanceof Response).toBe(isRight)
    expect(await verified()).toHaveLength(isRight ? 1 : 0)
  }
})
