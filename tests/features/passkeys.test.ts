import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { keepPasskeyChallenge } from '~/features/people/second-factors/passkey-challenges.server'
import { askForPasskey, checkPasskey } from '~/features/people/second-factors/passkey-proofs.server'
import { addPasskey, listPasskeys, optionsToAdd, renamePasskey } from '~/features/people/second-factors/passkeys.server'
import {
  hasSecondFactor,
  removePasskey,
  resetSecondFactors,
} from '~/features/people/second-factors/second-factors.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { makeAccount } from '../factories'
import { listQueuedMails } from '../jobs'
import { SoftwareAuthenticator } from '../software-authenticator'

let ada: Awaited<ReturnType<typeof makeAccount>>
let key: SoftwareAuthenticator
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
  key = new SoftwareAuthenticator(env.SITE_URL)
})

const requestWith = (setCookie: string) =>
  new Request('http://localhost:3000/', { headers: { Cookie: setCookie.split(';')[0]! } })

type Lies = Parameters<SoftwareAuthenticator['get']>[1]

async function add(lies: Lies = {}, owner = ada) {
  const options = await optionsToAdd(owner)
  const request = requestWith(await keepPasskeyChallenge('ADD', owner.id, options.challenge))
  return addPasskey(request, owner, { name: 'Work laptop', response: key.create(options, lies) })
}

async function signIn(lies: Lies = {}) {
  const { options, cookie } = await askForPasskey('SIGN_IN', null)
  return checkPasskey(requestWith(cookie), { purpose: 'SIGN_IN', userId: null, response: key.get(options, lies) })
}

describe('adding a passkey', () => {
  test('protects the account and makes recovery codes once', async () => {
    expect(await add()).toMatchObject({ codes: { length: 10 } })
    expect(await hasSecondFactor(ada.id)).toBe(true)
    expect(await listPasskeys(ada.id)).toMatchObject([{ name: 'Work laptop', is_backed_up: false }])
    key = new SoftwareAuthenticator(env.SITE_URL)
    expect(await add()).toEqual({ codes: undefined })
    expect((await listQueuedMails()).map(({ payload }) => payload.mail)).toEqual(['passkey-added', 'passkey-added'])
  })

  test('asks for a passkey that verifies its user and signs in without a name, other than those known', async () => {
    await add()
    expect(await optionsToAdd(ada)).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    })
  })

  test.each([
    ['made for another site', { origin: 'https://evil.example' }],
    ['made without a finger, a face or a PIN', { isVerified: false }],
    ['that is the answer to something else', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_what, lies) => {
    expect(await add(lies)).toBe('refused')
    expect(await listPasskeys(ada.id)).toEqual([])
  })

  test('refuses an answer that was sent before, and one to what another member was asked', async () => {
    const options = await optionsToAdd(ada)
    const request = requestWith(await keepPasskeyChallenge('ADD', ada.id, options.challenge))
    const given = { name: 'Phone', response: key.create(options) }
    const eve = await makeAccount('correct horse')
    expect(await addPasskey(request, eve, given)).toBe('refused')
    expect(await addPasskey(request, ada, given)).toMatchObject({ codes: { length: 10 } })
    expect(await addPasskey(request, ada, given)).toBe('refused')
  })

  test('ends at 20 of one account', async () => {
    await add()
    const { id: _, ...row } = await db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 19 }, (_value, i) => ({ ...row, credential_id: Buffer.from([i]) }))
    await db.insertInto('passkeys').values(others).execute()
    key = new SoftwareAuthenticator(env.SITE_URL)
    expect(await add()).toBe('too-many')
  })
})

test('two factors that are added and removed at once leave one set of codes, and none', async () => {
  const other = new SoftwareAuthenticator(env.SITE_URL)
  const addWith = async (authenticator: SoftwareAuthenticator) => {
    const options = await optionsToAdd(ada)
    const request = requestWith(await keepPasskeyChallenge('ADD', ada.id, options.challenge))
    return addPasskey(request, ada, { name: 'Phone', response: authenticator.create(options) })
  }
  const added = await Promise.all([addWith(key), addWith(other)])
  expect(added.filter((outcome) => typeof outcome === 'object' && outcome.codes)).toHaveLength(1)
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
  const passkeys = await listPasskeys(ada.id)
  await Promise.all(passkeys.map(({ id }) => removePasskey(ada, id)))
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})

describe('signing in with a passkey', () => {
  beforeEach(async () => {
    await add()
  })

  test('names the account by the passkey alone', async () => {
    expect(await signIn()).toBe(ada.id)
    expect(await signIn()).toBe(ada.id)
    expect((await listPasskeys(ada.id))[0]!.last_used_at).toBeInstanceOf(Date)
  })

  test.each([
    ['signed for another site', { origin: 'https://evil.example' }],
    ['signed without a finger, a face or a PIN', { isVerified: false }],
    ['that is the answer to something else', { type: 'webauthn.create' }],
    ['that names another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ])('refuses an answer %s', async (_what, lies) => {
    expect(await signIn(lies)).toBeUndefined()
  })

  test('refuses a counter that went back or stood still, because then there is a copy', async () => {
    expect(await signIn({ counter: 7 })).toBe(ada.id)
    expect(await signIn({ counter: 7 })).toBeUndefined()
    expect(await signIn({ counter: 6 })).toBeUndefined()
    expect(await signIn({ counter: 0 })).toBeUndefined()
    expect(await signIn({ counter: 8 })).toBe(ada.id)
  })

  test('accepts passkeys that do not count', async () => {
    expect(await signIn({ counter: 0 })).toBe(ada.id)
    expect(await signIn({ counter: 0 })).toBe(ada.id)
  })

  test('accepts an answer once, in the browser that was asked and within 5 minutes', async () => {
    const { options, cookie } = await askForPasskey('SIGN_IN', null)
    const proof = { purpose: 'SIGN_IN', userId: null, response: key.get(options) } as const
    const other = await askForPasskey('SIGN_IN', null)
    expect(await checkPasskey(requestWith(other.cookie), proof)).toBeUndefined()
    expect(await checkPasskey(requestWith(cookie), proof)).toBe(ada.id)
    expect(await checkPasskey(requestWith(cookie), proof)).toBeUndefined()

    const late = await askForPasskey('SIGN_IN', null)
    await db
      .updateTable('passkey_challenges')
      .set({ created_at: new Date(Date.now() - 5 * 60_000 - 1_000) })
      .execute()
    const response = key.get(late.options)
    expect(await checkPasskey(requestWith(late.cookie), { purpose: 'SIGN_IN', userId: null, response })).toBeUndefined()
  })

  test('takes no answer that was asked for another purpose or of another account', async () => {
    const eve = await makeAccount('correct horse')
    const second = await askForPasskey('SECOND_FACTOR', eve.id)
    const response = key.get(second.options)
    const proof = { purpose: 'SECOND_FACTOR', userId: eve.id, response } as const
    expect(
      await checkPasskey(requestWith(second.cookie), { ...proof, purpose: 'SIGN_IN', userId: null }),
    ).toBeUndefined()
    expect(await checkPasskey(requestWith(second.cookie), proof)).toBeUndefined()
  })

  test('ends with the passkey', async () => {
    const [{ id } = { id: '' }] = await listPasskeys(ada.id)
    const eve = await makeAccount('correct horse')
    expect(await removePasskey(eve, id)).toBe(false)
    expect(await renamePasskey(eve.id, id, 'Mine')).toBe(false)
    expect(await renamePasskey(ada.id, id, 'Old laptop')).toBe(true)
    expect(await removePasskey(ada, id)).toBe(true)
    expect(await signIn()).toBeUndefined()
    expect(await hasSecondFactor(ada.id)).toBe(false)
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

test('a reset removes passkeys, the download names them, and deleting the account removes all', async () => {
  await add()
  const { secondFactors } = await exportPersonalData(ada.id)
  expect(secondFactors.passkeys).toMatchObject([{ name: 'Work laptop', created_at: expect.any(Date) }])
  expect(Object.keys(secondFactors.passkeys[0]!).sort()).toEqual(['created_at', 'is_backed_up', 'last_used_at', 'name'])
  expect(await resetSecondFactors(null, ada)).toBe(true)
  expect(await listPasskeys(ada.id)).toEqual([])

  await add()
  await askForPasskey('SECOND_FACTOR', ada.id)
  await deleteProfile(ada.id)
  for (const table of ['passkeys', 'passkey_challenges'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
