import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { resetPassword } from '~/features/people/accounts/new-password.server'
import { confirmSetUp, findSetUp, startSetUp } from '~/features/people/second-factors/authenticators.server'
import { makeRecoveryCodes } from '~/features/people/second-factors/recovery-codes.server'
import { endSession } from '~/features/people/sessions/sessions.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import * as security from '~/routes/account_.security/route'
import { action as signIn } from '~/routes/auth/route'
import { action, loader } from '~/routes/auth_.second-factor/route'
import { makeAccount } from '../factories'
import { listQueuedMails } from '../jobs'
import { renderPage } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
const REDIRECT = '?redirectTo=%2Fdeals%3Fsort%3Drating'
let ada: Awaited<ReturnType<typeof makeAccount>>
let app: TOTP
let codes: string[]
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
  const here = await requestAs(ada, '/account/security')
  await startSetUp(here, ada.id)
  app = new TOTP({ secret: (await findSetUp(here, ada))!.secret.replaceAll(' ', '') })
  const done = await confirmSetUp(here, ada, app.generate())
  codes = (done as { codes: string[] }).codes
  // As if it had been added a while ago: the code of this half minute was used to confirm it.
  await db.updateTable('authenticators').set({ last_step: 0 }).execute()
  await endSession(here)
})

async function enterPassword(password = 'correct horse', email = 'ada@example.com') {
  const request = await requestAs(null, `/auth${REDIRECT}`, { email, password })
  return (await answer(signIn({ request, ...context }))) as Response
}

const cookieFrom = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0]

async function begin() {
  return cookieFrom(await enterPassword(), 'second-factor')!
}

async function send(cookie: string, code: string, query = REDIRECT) {
  const request = await requestAs(null, `/auth/second-factor${query}`, { code })
  request.headers.set('Cookie', cookie)
  return answer(action({ request, ...context }))
}

test('the right password leads to the second step and starts no session', async () => {
  const response = await enterPassword()
  expect(response.headers.get('Location')).toBe(`/auth/second-factor${REDIRECT}`)
  expect(cookieFrom(response, 'session')).toBeUndefined()
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  const Cookie = cookieFrom(response, 'second-factor')!
  expect(await findUser(new Request('http://localhost:3000/', { headers: { Cookie } }))).toBeUndefined()
  const audit = await db.selectFrom('audit_log').select('action').where('action', 'like', 'sign-in%').execute()
  expect(audit).toEqual([])
})

test('a wrong password says the same as for an account without a second factor', async () => {
  const other = await makeAccount('correct horse', { email: 'eve@example.com' })
  const sendTo = async (email: string) => {
    const request = await requestAs(null, '/auth', { email, password: 'wrong horse' })
    const { data, init } = (await answer(signIn({ request, ...context }))) as { data: object; init: object }
    return { data: { ...data, initialValue: undefined }, init }
  }
  expect(await sendTo(ada.email)).toEqual(await sendTo(other.email))
})

test('the right code signs in and returns to where the sign-in began', async () => {
  const response = (await send(await begin(), app.generate())) as Response
  expect(response.headers.get('Location')).toBe('/deals?sort=rating')
  const Cookie = cookieFrom(response, 'session')!
  expect(await findUser(new Request('http://localhost:3000/', { headers: { Cookie } }))).toMatchObject({ id: ada.id })
  expect(cookieFrom(response, 'second-factor')).toBe('second-factor=')
})

test('a code that signed in does not do so again, in another browser either', async () => {
  const [one, other] = [await begin(), await begin()]
  const code = app.generate()
  expect(await send(one, code)).toBeInstanceOf(Response)
  expect(await send(other, code)).toMatchObject({ init: { status: 400 } })
  expect(((await send(one, app.generate())) as Response).headers.get('Location')).toBe(`/auth${REDIRECT}`)
})

test('a recovery code signs in once and is mailed about', async () => {
  const query = `${REDIRECT}&with=recovery-code`
  const response = (await send(await begin(), codes[0]!, query)) as Response
  expect(cookieFrom(response, 'session')).toBeDefined()
  expect(await send(await begin(), codes[0]!, query)).toMatchObject({ init: { status: 400 } })
})

test('five wrong codes end the attempt, also when they are sent at once', async () => {
  const cookie = await begin()
  const tries = await Promise.all(Array.from({ length: 8 }, () => send(cookie, '000000')))
  expect(tries.filter((result) => !(result instanceof Response))).toHaveLength(4)
  expect(tries.filter((result) => result instanceof Response).map((ended) => toastOf(ended as Response))).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ title: 'Please sign in again' })),
  )
  const late = (await send(cookie, app.generate())) as Response
  expect(late.headers.get('Location')).toBe(`/auth${REDIRECT}`)
  expect(cookieFrom(late, 'session')).toBeUndefined()
})

test('ten wrong codes lock the account for the right one too, whatever the number of attempts', async () => {
  for (let i = 0; i < 3; i++) {
    const cookie = await begin()
    for (let j = 0; j < 4; j++) await send(cookie, '000000')
  }
  expect(await send(await begin(), app.generate())).toMatchObject({ init: { status: 429 } })
})

test('wrong codes that lock an account are reported to its owner in one email', async () => {
  const locks = async () => (await listQueuedMails()).filter(({ kind }) => kind === 'second-factor-locked')
  for (let i = 0; i < 3; i++) {
    const cookie = await begin()
    for (let j = 0; j < 3; j++) await send(cookie, '000000')
  }
  expect(await locks()).toEqual([])
  const cookie = await begin()
  await Promise.all([1, 2, 3].map(() => send(cookie, '000000')))
  for (let i = 0; i < 2; i++) await send(await begin(), '000000')
  expect(await locks()).toMatchObject([{ email: ada.email }])
})

test('after 5 minutes the sign-in has to begin again', async () => {
  const cookie = await begin()
  await db
    .updateTable('sign_in_challenges')
    .set({ created_at: new Date(Date.now() - 5 * 60_000 - 1_000) })
    .execute()
  const response = (await send(cookie, app.generate())) as Response
  expect(response.headers.get('Location')).toBe(`/auth${REDIRECT}`)
})

test('a new password ends sign-ins that began with the old one', async () => {
  const cookie = await begin()
  await resetPassword(await issueToken(ada.id, 'RESET'), 'battery staple')
  const response = (await send(cookie, app.generate())) as Response
  expect(cookieFrom(response, 'session')).toBeUndefined()
  expect(response.headers.get('Location')).toBe(`/auth${REDIRECT}`)
})

test('the second step needs the password first, and signed-in members are redirected', async () => {
  const visitor = await requestAs(null, '/auth/second-factor')
  expect(((await answer(loader({ request: visitor, ...context }))) as Response).headers.get('Location')).toBe('/auth')
  const member = await requestAs(ada, `/auth/second-factor${REDIRECT}`)
  const response = (await answer(loader({ request: member, ...context }))) as Response
  expect(response.headers.get('Location')).toBe('/deals?sort=rating')
})

test('recovery codes without an app are not asked for, and work again when there is one', async () => {
  const eve = await makeAccount('correct horse', { email: 'eve@example.com' })
  const kept = await inTransaction((trx) => makeRecoveryCodes(eve.id, trx))
  const open = () =>
    renderPage(eve, { pattern: '/account/security', path: '/account/security', routes: [security as never] })
  expect(cookieFrom(await enterPassword('correct horse', eve.email), 'session')).toBeDefined()
  const before = await open()
  expect(before).toContain('They work again when you set up an authenticator app.')
  expect(before).not.toContain('Make new codes')

  const here = await requestAs(eve, '/account/security')
  await startSetUp(here, eve.id)
  const code = new TOTP({ secret: (await findSetUp(here, eve))!.secret.replaceAll(' ', '') }).generate()
  expect(await confirmSetUp(here, eve, code)).toEqual({ codes: undefined })
  expect(await open()).toContain('Make new codes')
  const response = await enterPassword('correct horse', eve.email)
  expect(cookieFrom(response, 'session')).toBeUndefined()
  const step = await send(cookieFrom(response, 'second-factor')!, kept[0]!, `${REDIRECT}&with=recovery-code`)
  expect(cookieFrom(step as Response, 'session')).toBeDefined()
})
