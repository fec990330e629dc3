import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { endOtherSessions } from '~/features/people/sessions/sessions.server'
import { site } from '~/site.server'
import { recordFactorChange } from './factor-changes.server'
import { takePasskeyChallenge } from './passkey-challenges.server'
import { lockOwner, makeCodesIfNone } from './recovery-codes.server'
import { PASSKEYS_MAX } from './second-factor'

/** The site as browsers and authenticators know it. */
export const RELYING_PARTY = { id: new URL(env.SITE_URL).hostname, origin: env.SITE_URL }

/** EdDSA, ES256 and RS256, which authenticators know (COSE). The library would try what Node calls experimental. */
const ALGORITHMS = [-8, -7, -257]

type Owner = { id: string; email: string; name: string | null }

/** The passkeys of an account as its owner sees them, oldest first. */
export async function listPasskeys(userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_backed_up', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What a browser needs to make a passkey. It must ask for a finger, a face or a PIN, and sign in without a password. */
export async function optionsToAdd(user: Owner) {
  const known = await listCredentials(user.id)
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: RELYING_PARTY.id,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: known,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The passkeys of an account as browsers name them. */
export async function listCredentials(userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }))
}

/**
 * Adds the passkey that a browser made, and ends all other sessions.
 *
 * @returns the recovery codes if the account had none. `refused`: it is not an answer to what this browser was asked.
 */
export async function addPasskey(request: Request, user: Owner, { name, response }: NewPasskey) {
  const expectedChallenge = await takePasskeyChallenge(request, 'ADD', user.id)
  const made = expectedChallenge && (await verify(response, expectedChallenge))
  if (!made) return 'refused'
  const { credential, credentialBackedUp } = made
  return inTransaction(async (trx) => {
    await lockOwner(user.id, trx)
    const { count } = await trx
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= PASSKEYS_MAX) return 'too-many'
    const added = await trx
      .insertInto('passkeys')
      .values({
        user_id: user.id,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        is_backed_up: credentialBackedUp,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return 'refused'
    await endOtherSessions(request, user.id, trx)
    await recordFactorChange(trx, { user, actor: user.id, change: 'passkey-added' })
    return { codes: await makeCodesIfNone(user.id, trx) }
  })
}
type NewPasskey = { name: string; response: RegistrationResponseJSON }

async function verify(response: RegistrationResponseJSON, expectedChallenge: string) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? registrationInfo : undefined
  } catch {
    // The library throws for everything that is not as it should be.
    return undefined
  }
}

export async function renamePasskey(userId: string, id: string, name: string) {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}
