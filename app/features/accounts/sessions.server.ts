import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { markPrivate } from '~/http/current-request.server'
import { clearSessionId, readSessionId, writeSessionId } from '~/http/session-cookie.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

const IDLE = sql<Date>`now() - interval '7 days'`
const ABSOLUTE = sql<Date>`now() + interval '30 days'`

const findLiveSession = prepare('live_session', (given: Placeholders<{ hash: Buffer }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.id', 'sessions.user_id')
    .select(['profiles.id', 'name', 'email', 'role', 'status'])
    .select(sql<boolean>`last_seen_at < now() - interval '5 minutes'`.as('isLastSeenOutdated'))
    .where('id_hash', '=', given.hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', IDLE)
    .where('confirmed_at', 'is not', null),
)

/** The user of the request's session; undefined when it has ended or expired. */
export async function findSessionOwner(request: Request) {
  const id = await readSessionId(request)
  if (!id) return undefined

  const [found] = await findLiveSession({ hash: hashSecretId(id) })
  if (!found) return undefined
  markPrivate()

  const { isLastSeenOutdated, ...user } = found
  if (isLastSeenOutdated) await updateLastSeen(id)
  return user
}

/**
 * Starts a session with a new id and ends the session of the request.
 *
 * @returns the cookie to set
 */
export async function startSession(request: Request, userId: string) {
  await endSession(request)
  const id = makeSecretId()
  await db
    .insertInto('sessions')
    .values({ id_hash: hashSecretId(id), user_id: userId, expires_at: ABSOLUTE })
    .execute()
  return writeSessionId(id)
}

/** @returns the cookie that forgets the session */
export async function endSession(request: Request) {
  const id = await readSessionId(request)
  if (id) await db.deleteFrom('sessions').where('id_hash', '=', hashSecretId(id)).execute()
  return clearSessionId()
}

/** Signs a user out on all devices. */
export async function endSessionsOf(userId: string, executor = db) {
  await executor.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteDeadSessions() {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', sql<Date>`now()`), eb('last_seen_at', '<=', IDLE)]))
    .execute()
}

// Failing to update last_seen_at must not fail the request: a read-only database still serves pages.
async function updateLastSeen(id: string) {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id_hash', '=', hashSecretId(id))
    .execute()
    .catch(() => {})
}
