import { TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '~/env.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { findSetUp } from '~/features/people/second-factors/authenticators.server'
import { action as security, loader as securityPage } from '~/routes/account_.security/route'
import { action as passkeyOptions } from '~/routes/account_.security_.passkey'
import { action as confirm, loader as confirmPage } from '~/routes/auth_.set-up'
import { makeAccount } from '../factories'
import { sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'
import { answer, cookieOf } from '../requests'

const context = { params: {}, context: {} }
let ada: Awaited<ReturnType<typeof makeAccount>>
/** The session of the owner, and the one of someone who knows the password. */
let own: string
let stolen: string
beforeEach(async () => {
  env.REQUIRE_2FA = true
  ada = await makeAccount('correct horse', { email: 'ada@example.com', role: 'ADMIN' })
  own = await cookieOf(ada)
  stolen = await cookieOf(ada)
})
afterEach(() => {
  env.REQUIRE_2FA = false
})

function requestOf(cookie: string, path: string, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form)
  const headers = { Cookie: cookie }
  return new Request(`http://localhost:3000${path}`, { method: form ? 'POST' : 'GET', headers, body })
}

const send = async (cookie: string, form: Record<string, string>) =>
  (await answer(security({ request: requestOf(cookie, '/account/security', form), ...context }))) as Response
const start = (cookie: string) => send(cookie, { intent: 'start-authenticator', currentPassword: 'correct horse' })

/** Opens the emailed link in the browser of a session, and presses its button. */
async function followLink(cookie: string, token: string) {
  const opened = (await answer(
    confirmPage({ request: requestOf(cookie, `/auth/set-up?token=${token}`), ...context }),
  )) as Response
  const link = opened.headers.getSetCookie()[0]!.split(';')[0]
  return (await answer(
    confirm({ request: requestOf(`${cookie}; ${link}`, '/auth/set-up', {}), ...context }),
  )) as Response
}

async function requestLink(cookie: string) {
  takeMails()
  await send(cookie, { intent: 'mail-set-up' })
  await sendQueuedMails()
  return tokenIn(takeMails()[0])
}

test('a stolen password is not enough to set up the second factor that the role requires', async () => {
  expect((await start(stolen)).status).toBe(403)
  expect((await send(stolen, { intent: 'confirm-authenticator', code: '000000' })).status).toBe(403)
  expect((await send(stolen, { intent: 'add-passkey', answer: '{}' })).status).toBe(403)
  const options = requestOf(stolen, '/account/security/passkey', { currentPassword: 'correct horse' })
  expect(((await answer(passkeyOptions({ request: options, ...context }))) as Response).status).toBe(403)
})

test('an emailed link allows the set-up in the session that confirmed it, and in no other', async () => {
  const token = await requestLink(stolen)
  expect((await followLink(own, token)).headers.get('Location')).toBe('/account/security')
  expect((await start(stolen)).status).toBe(403)
  expect((await start(own)).status).toBe(303)

  const page = await securityPage({ request: requestOf(own, '/account/security'), ...context })
  expect(page).toMatchObject({ canSetUp: true, isRequired: true })
  const { secret } = (await findSetUp(requestOf(own, '/'), ada))!
  const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate()
  await send(own, { intent: 'confirm-authenticator', code })
  expect((await findUser(requestOf(own, '/')))?.needsSecondFactor).toBeUndefined()
})

test('the link of a set-up works once and only for its own account', async () => {
  const token = await requestLink(own)
  const eve = await cookieOf(await makeAccount('correct horse', { role: 'ADMIN' }))
  expect(await followLink(eve, token)).toMatchObject({ init: { status: 400 } })
  expect((await start(eve)).status).toBe(403)
  expect((await followLink(own, token)).status).toBe(303)
  expect(await followLink(stolen, token)).toMatchObject({ init: { status: 400 } })
})

test('members whose role requires no second factor set one up without an emailed link', async () => {
  const member = await cookieOf(await makeAccount('correct horse'))
  expect((await start(member)).status).toBe(303)
})
