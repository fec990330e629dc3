import { createCookie } from '@remix-run/node'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { env } from '~/env.server'
import { hashSecretId, makeSecretId } from '~/features/people/sessions/secret-id.server'
import { signingKeys } from '~/http/signing-keys.server'
import { ATTEMPTS_MAX } from './second-factor'

const LIFETIME_SECONDS = 5 * 60
const OPEN = sql<Date>`now() - interval '5 minutes'`

// Who has entered the right password and not yet the second factor. It gives no access to anything but that form.
const cookie = createCookie('second-factor', {
  httpOnly: true,
  path: '/auth',
  sameSite: 'lax',
  secure: env.SITE_URL.startsWith('https:'),
  secrets: signingKeys('second factor cookie'),
  maxAge: LIFETIME_SECONDS,
})

/** After the right password. Returns the cookie to set. */
export async function startChallenge(userId: string) {
  const id = makeSecretId()
  await db
    .insertInto('sign_in_challenges')
    .values({ id_hash: hashSecretId(id), user_id: userId })
    .execute()
  return cookie.serialize(id)
}

/** The sign-in that this browser has begun, with the account it is about. Undefined after 5 minutes or 5 wrong codes. */
export async function findChallenge(request: Request) {
  const id: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id !== 'string' || !/^[\w-]{43}$/.test(id)) return undefined
  const found = await db
    .selectFrom('sign_in_challenges')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select(['user_id', 'email', 'attempts'])
    .where('id_hash', '=', hashSecretId(id))
    .where('sign_in_challenges.created_at', '>', OPEN)
    .where('attempts', '<', ATTEMPTS_MAX)
    .executeTakeFirst()
  return found && { id, userId: found.user_id, email: found.email, left: ATTEMPTS_MAX - found.attempts }
}

/** Counts an attempt before it is checked, so that codes sent at once are counted too. Returns how many are left. */
export async function countAttempt(id: string) {
  const counted = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id_hash', '=', hashSecretId(id))
    .where('created_at', '>', OPEN)
    .where('attempts', '<', ATTEMPTS_MAX)
    .returning('attempts')
    .executeTakeFirst()
  return counted && { left: ATTEMPTS_MAX - counted.attempts }
}

/** Ends a challenge. Of two requests that do it at once the other gets false. */
export async function endChallenge(id: string) {
  const ended = await db
    .deleteFrom('sign_in_challenges')
    .where('id_hash', '=', hashSecretId(id))
    .returning('user_id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A new password ends sign-ins that began with the old one. */
export async function endChallengesOf(userId: string, executor: Executor = db) {
  await executor.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export const forgetChallenge = () => cookie.serialize('', { maxAge: 0 })

export async function deleteOldChallenges() {
  await db.deleteFrom('sign_in_challenges').where('created_at', '<=', OPEN).execute()
}
