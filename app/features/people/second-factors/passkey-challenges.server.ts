import { createCookie } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { PasskeyPurpose } from '~/db/schema'
import { env } from '~/env.server'
import { hashSecretId, makeSecretId } from '~/features/people/sessions/secret-id.server'
import { signingKeys } from '~/http/signing-keys.server'

const LIFETIME_SECONDS = 5 * 60
const OPEN = sql<Date>`now() - interval '5 minutes'`

// Binds the challenge to the browser that requested it.
const cookie = createCookie('passkey-challenge', {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('passkey challenge cookie'),
  maxAge: LIFETIME_SECONDS,
})

/** @param userId null for a sign-in, which does not know yet whose it is. @returns the cookie to set */
export async function keepPasskeyChallenge(purpose: PasskeyPurpose, userId: string | null, challenge: string) {
  const id = makeSecretId()
  const values = { id_hash: hashSecretId(id), purpose, user_id: userId, challenge }
  await db.insertInto('passkey_challenges').values(values).execute()
  return cookie.serialize(id)
}

/** What this browser was asked to sign for a purpose. It counts once, whether the answer is right or wrong. */
export async function takePasskeyChallenge(request: Request, purpose: PasskeyPurpose, userId: string | null) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id !== 'string' || !/^[\w-]{43}$/.test(id)) return undefined
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('id_hash', '=', hashSecretId(id))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('created_at', '>', OPEN)
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}

export const forgetPasskeyChallenge = () => cookie.serialize('', { maxAge: 0 })

export async function deleteOldPasskeyChallenges() {
  await db.deleteFrom('passkey_challenges').where('created_at', '<=', OPEN).execute()
}
