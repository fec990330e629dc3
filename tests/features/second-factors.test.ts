import type { LoaderFunctionArgs } from '@remix-run/node'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { findUser } from '~/features/people/accounts/guards.server'
import { requestReset, resetPassword } from '~/features/people/accounts/new-password.server'
import {
  cancelSetUp,
  confirmSetUp,
  decryptSecret,
  encryptSecret,
  findSetUp,
  keyUri,
  redeemOneTimeCode,
  startSetUp,
} from '~/features/people/second-factors/authenticators.server'
import { redeemRecoveryCode } from '~/features/people/second-factors/recovery-codes.server'
import {
  hasSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactors,
} from '~/features/people/second-factors/second-factors.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import * as signingKeys from '~/http/signing-keys.server'
import { loader as account } from '~/routes/account/route'
import { loader as download } from '~/routes/account_.download'
import { loader as exportDeals } from '~/routes/admin.deals.export'
import { action, loader } from '~/routes/admin.users_.$id.second-factors/route'
import { action as verify } from '~/routes/auth_.verify/route'
import { applySiteSettings } from '~/site.server'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { answer, requestAs, toastOf } from '../requests'
import { makeAuthenticator } from '../staff-factories'

/** The middle of a step, so that half a step of drift stays in it. */
const NOW = 1_800_000_015_000
const STEP = 30_000

let ada: Awaited<ReturnType<typeof makeAccount>>
/** A request in the session that sets the app up. */
let here: Request
beforeEach(async () => {
  ada = await makeAccount(PASSWORD, { email: 'ada@example.com' })
  here = await requestAs(ada, '/account/security')
})

afterEach(() => applySiteSettings({}))

/** Sets an app up and returns it, with the recovery codes. */
async function addApp(now = NOW) {
  await startSetUp(here, ada.id)
  const { secret } = (await findSetUp(here, ada))!
  const app = new TOTP({ secret: secret.replaceAll(' ', '') })
  const done = await confirmSetUp(here, ada, app.generate({ timestamp: now }), now)
  if (typeof done === 'string') throw new Error(done)
  const codeAt = (timestamp: number) => app.generate({ timestamp })
  return { codeAt, codes: done.codes ?? [] }
}

describe('an authenticator app', () => {
  test('protects the account only after its first code', async () => {
    await startSetUp(here, ada.id)
    expect(await hasSecondFactor(ada.id)).toBe(false)
    expect(await confirmSetUp(here, ada, '000000', NOW)).toBe('wrong')
    expect(await hasSecondFactor(ada.id)).toBe(false)
    const { codes } = await addApp()
    expect(await hasSecondFactor(ada.id)).toBe(true)
    expect(codes).toHaveLength(10)
    expect(await findSetUp(here, ada)).toBeUndefined()
  })

  test('is named after the site without its colons', () => {
    applySiteSettings({ name: 'Deals: for life' })
    const { protocol, host, pathname, searchParams } = new URL(keyUri(Buffer.from('secret'), 'ada@example.com'))
    expect({ protocol, host }).toEqual({ protocol: 'otpauth:', host: 'totp' })
    expect(decodeURIComponent(pathname)).toBe('/Deals for life:ada@example.com')
    expect(searchParams.get('issuer')).toBe('Deals for life')
  })

  test('cannot be replaced by setting one up again', async () => {
    const { codeAt } = await addApp()
    await startSetUp(here, ada.id)
    expect(await redeemOneTimeCode(ada.id, codeAt(NOW + STEP), NOW + STEP)).toBe(true)
  })

  test('takes more than 15 minutes to confirm and has to be set up again', async () => {
    await startSetUp(here, ada.id)
    await db
      .updateTable('authenticators')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .execute()
    expect(await findSetUp(here, ada)).toBeUndefined()
    expect(await confirmSetUp(here, ada, '000000', NOW)).toBe('expired')
  })

  test('is visible, confirmed and cancelled only in the session that began to set it up', async () => {
    await startSetUp(here, ada.id)
    const secret = (await findSetUp(here, ada))!.secret.replaceAll(' ', '')
    const other = await requestAs(ada, '/account/security')
    const code = new TOTP({ secret }).generate({ timestamp: NOW })
    expect(await findSetUp(other, ada)).toBeUndefined()
    expect(await confirmSetUp(other, ada, code, NOW)).toBe('expired')
    await cancelSetUp(other, ada.id)
    expect(await confirmSetUp(here, ada, code, NOW)).toMatchObject({ codes: { length: 10 } })
  })

  test('signs its owner out everywhere else when it is turned on, and no other account', async () => {
    const [elsewhere, eve] = [await requestAs(ada, '/'), await makeProfile()]
    const eves = await requestAs(eve, '/')
    await addApp()
    expect(await findUser(elsewhere)).toBeUndefined()
    expect(await findUser(here)).toMatchObject({ id: ada.id })
    expect(await findUser(eves)).toMatchObject({ id: eve.id })
  })

  test.each([
    ['of the step before', -STEP, true],
    ['of the step after', STEP, true],
    ['of two steps before', -2 * STEP, false],
    ['of two steps after', 2 * STEP, false],
  ])('a code %s counts: %s', async (_which, drift, isAccepted) => {
    const { codeAt } = await addApp()
    const now = NOW + 10 * STEP
    expect(await redeemOneTimeCode(ada.id, codeAt(now + drift), now)).toBe(isAccepted)
  })

  test('a code works once, and no earlier one after it', async () => {
    const { codeAt } = await addApp()
    const now = NOW + 10 * STEP
    expect(await redeemOneTimeCode(ada.id, codeAt(now), now)).toBe(true)
    expect(await redeemOneTimeCode(ada.id, codeAt(now), now)).toBe(false)
    expect(await redeemOneTimeCode(ada.id, codeAt(now - STEP), now)).toBe(false)
    expect(await redeemOneTimeCode(ada.id, codeAt(now + STEP), now)).toBe(true)
  })

  test('of two requests with the same code one is accepted', async () => {
    const { codeAt } = await addApp()
    const now = NOW + STEP
    const tries = await Promise.all([1, 2, 3].map(() => redeemOneTimeCode(ada.id, codeAt(now), now)))
    expect(tries.filter(Boolean)).toHaveLength(1)
  })

  test('a code with a space in the middle is accepted, and neither the code that confirmed the app nor anything but six digits', async () => {
    const { codeAt } = await addApp()
    const now = NOW + STEP
    const code = codeAt(now)
    for (const odd of [codeAt(NOW), '', '12345', `${code}0`, '１２３４５６', 'abcdef']) {
      expect(await redeemOneTimeCode(ada.id, odd, now)).toBe(false)
    }
    expect(await redeemOneTimeCode(ada.id, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(true)
  })
})

describe('the secret of an app', () => {
  test('is encrypted in the database', async () => {
    await startSetUp(here, ada.id)
    const secret = (await findSetUp(here, ada))!.secret.replaceAll(' ', '')
    const { sealed_secret } = await db.selectFrom('authenticators').select('sealed_secret').executeTakeFirstOrThrow()
    const bytes = Buffer.from(new TOTP({ secret }).secret.buffer)
    expect(sealed_secret.includes(bytes)).toBe(false)
    expect(sealed_secret.toString('latin1')).not.toContain(secret)
    expect(decryptSecret(sealed_secret, ada.id)?.secret).toEqual(bytes)
  })

  test('opens for its own account only, and not when a byte was changed', () => {
    const sealed = encryptSecret(Buffer.from('twenty bytes of them'), ada.id)
    expect(decryptSecret(sealed, crypto.randomUUID())).toBeUndefined()
    sealed[sealed.length - 1]! ^= 1
    expect(decryptSecret(sealed, ada.id)).toBeUndefined()
  })

  test('stays readable after a rotation of SESSION_SECRET, and is encrypted anew when it is used', async () => {
    const { codeAt } = await addApp()
    const [key] = signingKeys.signingKeys('authenticator secrets')
    const newKey = signingKeys.deriveKey('another-secret-another-secret-another', 'authenticator secrets')
    const keys = vi.spyOn(signingKeys, 'signingKeys')
    try {
      keys.mockReturnValue([newKey, key!])
      expect(await redeemOneTimeCode(ada.id, codeAt(NOW + STEP), NOW + STEP)).toBe(true)
      keys.mockReturnValue([newKey])
      expect(await redeemOneTimeCode(ada.id, codeAt(NOW + 2 * STEP), NOW + 2 * STEP)).toBe(true)
      keys.mockReturnValue([key!])
      expect(await redeemOneTimeCode(ada.id, codeAt(NOW + 3 * STEP), NOW + 3 * STEP)).toBe(false)
    } finally {
      keys.mockRestore()
    }
  })
})

describe('recovery codes', () => {
  test('each works once, however it is typed, and of its owner only', async () => {
    const { codes } = await addApp()
    const eve = await makeProfile()
    expect(await redeemRecoveryCode(eve.id, codes[0]!)).toBe(false)
    expect(await redeemRecoveryCode(ada.id, ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `)).toBe(true)
    expect(await redeemRecoveryCode(ada.id, codes[0]!)).toBe(false)
    expect(await redeemRecoveryCode(ada.id, codes[1]!)).toBe(true)
  })

  test('of two requests with the same code one is accepted', async () => {
    const { codes } = await addApp()
    const tries = await Promise.all([1, 2, 3].map(() => redeemRecoveryCode(ada.id, codes[0]!)))
    expect(tries.filter(Boolean)).toHaveLength(1)
  })

  test('new codes replace the old ones, only hashes are stored, and an account without a second factor has none', async () => {
    expect(await renewRecoveryCodes(ada)).toBeUndefined()
    const { codes } = await addApp()
    const renewed = (await renewRecoveryCodes(ada))!
    expect(await redeemRecoveryCode(ada.id, codes[0]!)).toBe(false)
    const stored = await db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored).toHaveLength(10)
    for (const { code_hash } of stored) expect(code_hash).toHaveLength(32)
    expect(await redeemRecoveryCode(ada.id, renewed[9]!)).toBe(true)
    await removeAuthenticator(ada)
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('codes that are made twice at once leave one set, and none when the app is removed meanwhile', async () => {
    await addApp()
    await Promise.all([renewRecoveryCodes(ada), renewRecoveryCodes(ada)])
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
    await Promise.all([removeAuthenticator(ada), renewRecoveryCodes(ada)])
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

test('each change is mailed to the owner and recorded in the audit log', async () => {
  await addApp()
  await renewRecoveryCodes(ada)
  await removeAuthenticator(ada)
  const mails = (await listQueuedMails()).map(({ kind, email }) => [kind, email])
  const kinds = ['authenticator-added', 'recovery-codes-made', 'authenticator-removed']
  expect(mails).toEqual(kinds.map((kind) => [kind, 'ada@example.com']))
  const actions = await db.selectFrom('audit_log').select(['action', 'actor_id']).orderBy('id').execute()
  expect(actions).toEqual(
    ['authenticator.added', 'recovery-codes.made', 'authenticator.removed'].map((action) => ({
      action,
      actor_id: ada.id,
    })),
  )
})

test('a password reset leaves the second factor on', async () => {
  await addApp()
  await requestReset('ada@example.com')
  expect(await resetPassword(await issueToken(ada.id, 'RESET'), 'battery staple')).toBeDefined()
  expect(await hasSecondFactor(ada.id)).toBe(true)
})

const PASSWORD = 'correct horse'
const outdate = () => sql`update sessions set verified_at = now() - interval '16 minutes'`.execute(db)

const DOWNLOADS: { role: Role; path: string; loader: (args: LoaderFunctionArgs) => unknown; back: string }[] = [
  { role: 'USER', path: '/account/download', loader: download, back: '/account/settings' },
  { role: 'MANAGER', path: '/admin/deals/export', loader: exportDeals, back: '/admin/deals' },
]

test.each(DOWNLOADS)(
  '$path waits for a password that was entered over 15 minutes ago, and no longer after 14 minutes',
  async ({ role, path, loader, back }) => {
    const person = await makeProfile({ role })
    const load = async (minutes: number) => {
      const request = await requestAs(person, path)
      await sql`update sessions set verified_at = now() - ${minutes} * interval '1 minute'`.execute(db)
      return (await answer(Promise.resolve(loader({ request, params: {}, context: {} })))) as Response
    }
    const question = `/auth/verify?${new URLSearchParams({ redirectTo: back })}`
    expect((await load(16)).headers.get('Location')).toBe(question)
    expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
    expect(await load(14)).toMatchObject({ status: 200 })
  },
)

const enter = (request: Request) => answer(verify({ request, params: {}, context: {} }))

test('the right password counts for this session alone, and leads back', async () => {
  const path = '/auth/verify?redirectTo=%2Fadmin%2Fusers'
  const request = await requestAs(ada, path, { currentPassword: PASSWORD })
  await outdate()
  const response = (await enter(request)) as Response
  expect(response.headers.get('Location')).toBe('/admin/users')
  expect(toastOf(response)).toMatchObject({ title: 'Confirmed' })
  const { rows } = await sql<{ fresh: boolean }>`
    select verified_at > now() - interval '1 minute' as fresh from sessions order by fresh`.execute(db)
  expect(rows.filter(({ fresh }) => fresh)).toHaveLength(1)
  const entries = await db.selectFrom('audit_log').select('action').where('actor_id', '=', ada.id).execute()
  expect(entries).toContainEqual({ action: 'session.verified' })
})

test('a wrong password changes nothing, and ten lock the question', async () => {
  const request = await requestAs(ada, '/auth/verify', { currentPassword: 'wrong' })
  await outdate()
  const statuses: (number | undefined)[] = []
  for (let i = 0; i < 11; i++) {
    const response = (await enter(request.clone())) as { init: { status: number } | null }
    statuses.push(response.init?.status)
  }
  expect(statuses.slice(0, 10).every((status) => status === 400 || status === 422)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  const { rows } = await sql`select from sessions where verified_at > now() - interval '15 minutes'`.execute(db)
  expect(rows).toEqual([])
})

test('the question leads to own pages only', async () => {
  for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const path = `/auth/verify?${new URLSearchParams({ redirectTo: target })}`
    const response = (await enter(await requestAs(ada, path, { currentPassword: PASSWORD }))) as Response
    expect(response.headers.get('Location')).toBe('/account')
  }
})

test('a code of the authenticator app confirms the session, once', async () => {
  const { codeAt } = await addApp(Date.now())
  await db.updateTable('authenticators').set({ last_step: 0 }).execute()
  const code = codeAt(Date.now())
  const send = async (given: string) => {
    const request = await requestAs(ada, '/auth/verify?redirectTo=%2Fdeals', { intent: 'code', code: given })
    await outdate()
    return enter(request)
  }
  expect(await send('000000')).toMatchObject({ init: { status: 400 } })
  expect(((await send(code)) as Response).headers.get('Location')).toBe('/deals')
  expect(await send(code)).toMatchObject({ init: { status: 400 } })
  const locks = async () => (await listQueuedMails()).filter(({ kind }) => kind === 'second-factor-locked')
  for (let i = 0; i < 9; i++) await send('000000')
  expect(await locks()).toMatchObject([{ email: ada.email }])
  expect(await send(codeAt(Date.now() + STEP))).toMatchObject({ init: { status: 429 } })
})

const pathOf = ({ id }: { id: string }) => `/admin/users/${id}/second-factors`
const reset = async (as: { id: string }, person: { id: string }) =>
  (await answer(
    action({ request: await requestAs(as, pathOf(person), {}), params: { id: person.id }, context: {} }),
  )) as Response

async function makeAdmin() {
  const admin = await makeProfile({ role: 'ADMIN' })
  for (const { id } of [admin, ada]) await makeAuthenticator(id)
  return admin
}

test('an admin resets the second factors of a user, who gets a mail and is signed out', async () => {
  const admin = await makeAdmin()
  const response = await reset(admin, ada)
  expect(response.headers.get('Location')).toBe(`/account?userId=${ada.id}`)
  expect(await hasSecondFactor(ada.id)).toBe(false)
  expect(await hasSecondFactor(admin.id)).toBe(true)
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', ada.id).execute()).toEqual([])
  expect((await listQueuedMails()).map(({ kind, email }) => [kind, email])).toEqual([
    ['second-factors-reset', 'ada@example.com'],
  ])
  const entry = await db.selectFrom('audit_log').select(['actor_id', 'entity_id', 'action']).execute()
  expect(entry).toEqual([{ actor_id: admin.id, entity_id: ada.id, action: 'second-factors.reset' }])
  expect(await resetSecondFactors(admin, ada)).toBe(false)
})

test('an admin cannot reset their own second factors', async () => {
  const admin = await makeAdmin()
  const request = await requestAs(admin, pathOf(admin))
  const page = (await answer(loader({ request, params: { id: admin.id }, context: {} }))) as Response
  expect(page.headers.get('Location')).toBe('/account/security')
  expect((await reset(admin, admin)).status).toBe(403)
  expect(await hasSecondFactor(admin.id)).toBe(true)
})

test('only admins see the button that resets second factors on the page of a user', async () => {
  const open = async (as: { id: string }) =>
    account({ request: await requestAs(as, `/account?userId=${ada.id}`), params: {}, context: {} })
  expect((await open(await makeAdmin())).canResetFactors).toBe(true)
  expect((await open(await makeProfile({ role: 'MANAGER' }))).canResetFactors).toBe(false)
})
