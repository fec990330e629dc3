import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { PasskeyPurpose } from '~/db/schema'
import { keepPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.server'
import { listCredentials, RELYING_PARTY } from './passkeys.server'

/**
 * Asks this browser to sign with a passkey.
 *
 * @param userId null when the passkey identifies the user: any passkey of this site is accepted
 */
export async function askForPasskey(purpose: PasskeyPurpose, userId: string | null) {
  const options = await generateAuthenticationOptions({
    rpID: RELYING_PARTY.id,
    allowCredentials: userId === null ? undefined : await listCredentials(userId),
    userVerification: 'required',
  })
  return { options, cookie: await keepPasskeyChallenge(purpose, userId, options.challenge) }
}

type Proof = { purpose: PasskeyPurpose; userId: string | null; response: AuthenticationResponseJSON }

/**
 * The account whose passkey signed what this browser was asked. Undefined when anything about it is wrong, also when the
 * counter of the authenticator went back, because there is a copy of the passkey then.
 */
export async function checkPasskey(request: Request, { purpose, userId, response }: Proof) {
  const expectedChallenge = await takePasskeyChallenge(request, purpose, userId)
  if (!expectedChallenge) return undefined
  const passkey = await findPasskey(response.id, userId)
  if (!passkey || !isOwnHandle(response, passkey.user_id)) return undefined
  const signed = await verify(response, expectedChallenge, passkey)
  if (!signed) return undefined
  const used = await db
    .updateTable('passkeys')
    .set({ counter: signed.newCounter, is_backed_up: signed.credentialBackedUp, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    // Again in the statement: of two requests with the same count one is refused.
    .where((eb) =>
      eb.or([
        eb('counter', '<', signed.newCounter),
        eb.and([eb('counter', '=', 0), sql<boolean>`${signed.newCounter} = 0`]),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id
}

async function findPasskey(credentialId: string, userId: string | null) {
  let query = db
    .selectFrom('passkeys')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .where('confirmed_at', 'is not', null)
  if (userId !== null) query = query.where('user_id', '=', userId)
  return query.executeTakeFirst()
}

/** A passkey that names its account must name the one it was made for. */
function isOwnHandle({ response: { userHandle } }: AuthenticationResponseJSON, userId: string) {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString('hex') === userId.replaceAll('-', '')
}

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function verify(response: AuthenticationResponseJSON, expectedChallenge: string, passkey: Passkey) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : undefined
  } catch {
    // The library throws for everything that is not as it should be.
    return undefined
  }
}
