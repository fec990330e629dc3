import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
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
import { applySiteSettings } from '~/site.server'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { requestAs } from '../requests'

/** The middle of a step, so that half a step of drift stays in it. */
const NOW = 1_800_000_015_000
const STEP = 30_000

let ada: Awaited<ReturnType<typeof makeAccount>>
/** A request in the session that sets the app up. */
let here: Request
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
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

  test('the code that confirmed the app does not sign in', async () => {
    const { codeAt } = await addApp()
    expect(await redeemOneTimeCode(ada.id, codeAt(NOW), NOW)).toBe(false)
  })

  test('of two requests with the same code one is accepted', async () => {
    const { codeAt } = await addApp()
    const now = NOW + STEP
    const tries = await Promise.all([1, 2, 3].map(() => redeemOneTimeCode(ada.id, codeAt(now), now)))
    expect(tries.filter(Boolean)).toHaveLength(1)
  })

  test('a code with a space in the middle is accepted, and nothing but six digits', async () => {
    const { codeAt } = await addApp()
    const now = NOW + STEP
    const code = codeAt(now)
    for (const odd of ['', '12345', `${code}0`, '１２３４５６', 'abcdef']) {
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

  test('new codes replace the old ones, and only hashes are stored', async () => {
    const { codes } = await addApp()
    const renewed = (await renewRecoveryCodes(ada))!
    expect(await redeemRecoveryCode(ada.id, codes[0]!)).toBe(false)
    const stored = await db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored).toHaveLength(10)
    for (const { code_hash } of stored) expect(code_hash).toHaveLength(32)
    expect(await redeemRecoveryCode(ada.id, renewed[9]!)).toBe(true)
  })

  test('codes that are made twice at once leave one set, and none when the app is removed meanwhile', async () => {
    await addApp()
    await Promise.all([renewRecoveryCodes(ada), renewRecoveryCodes(ada)])
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
    await Promise.all([removeAuthenticator(ada), renewRecoveryCodes(ada)])
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('an account without a second factor gets none, and loses them with its last factor', async () => {
    expect(await renewRecoveryCodes(ada)).toBeUndefined()
    await addApp()
    await removeAuthenticator(ada)
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

test('each change is mailed to the owner and recorded in the audit log', async () => {
  await addApp()
  await renewRecoveryCodes(ada)
  await removeAuthenticator(ada)
  const mails = (await listQueuedMails()).map(({ payload }) => [payload.mail, payload.email])
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

test('a reset turns everything off, is mailed and names who did it', async () => {
  await addApp()
  const admin = await makeProfile({ role: 'ADMIN' })
  expect(await resetSecondFactors(admin, ada)).toBe(true)
  expect(await hasSecondFactor(ada.id)).toBe(false)
  expect(await resetSecondFactors(admin, ada)).toBe(false)
  const entry = await db.selectFrom('audit_log').selectAll().where('action', '=', 'second-factors.reset').execute()
  expect(entry).toMatchObject([{ actor_id: admin.id, entity_id: ada.id }])
  expect((await listQueuedMails()).at(-1)?.payload).toMatchObject({ mail: 'second-factors-reset', email: ada.email })
})
