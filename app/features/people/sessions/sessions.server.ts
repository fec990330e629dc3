import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByRequest } from '~/db/memoize-by-request.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { markPrivate } from '~/http/current-request.server'
import { clearSessionId, readSessionId, writeSessionId } from '~/http/session-cookie.server'
import { nameDevice } from './device-name.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

const IDLE = sql<Date>`now() - interval '7 days'`
const LISTED_MAX = 100
const ABSOLUTE = sql<Date>`now() + interval '30 days'`

const liveSession = prepare('live_session', (given: Placeholders<{ hash: Buffer }>) =>
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

const findLiveSession = memoizeByRequest(async (id: string) => {
  const [found] = await liveSession({ hash: hashSecretId(id) })
  if (found?.isLastSeenOutdated) await updateLastSeen(id)
  return found
})

/** The user of the request's session; undefined when it has ended or expired. */
export async function findSessionOwner(request: Request) {
  const id = await readSessionId(request)
  if (!id) return undefined

  const found = await findLiveSession(id)
  if (!found) return undefined
  markPrivate()

  const { isLastSeenOutdated, ...user } = found
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
    .values({
      id_hash: hashSecretId(id),
      user_id: userId,
      expires_at: ABSOLUTE,
      device: nameDevice(request.headers.get('User-Agent')),
    })
    .execute()
  return writeSessionId(id)
}

/** The hash that identifies the session of the request in the database. */
export async function findSessionHash(request: Request) {
  const id = await readSessionId(request)
  return id ? hashSecretId(id) : undefined
}

/** @returns the cookie that forgets the session */
export async function endSession(request: Request) {
  const id = await readSessionId(request)
  if (id) await db.deleteFrom('sessions').where('id_hash', '=', hashSecretId(id)).execute()
  return clearSessionId()
}

/** The sessions of a user in which requests are accepted, the one of the request first. */
export async function listSessions(request: Request, userId: string) {
  const id = await readSessionId(request)
  const isCurrent = sql<boolean>`id_hash = ${id ? hashSecretId(id) : null}::bytea`
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'device',
      'created_at',
      'last_seen_at',
      sql<boolean>`coalesce(${isCurrent}, false)`.as('is_current'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', IDLE)
    .orderBy('is_current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
}

/** @returns the device of the session that ended; undefined if the user has no such session */
export async function endOneSession(userId: string, id: string) {
  const [ended] = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('device')
    .execute()
  return ended?.device
}

/** Ends all sessions of a user but the one of the request. Returns how many. */
export async function endOtherSessions(request: Request, userId: string, executor = db) {
  const hash = await findSessionHash(request)
  if (!hash) return 0
  const ended = await executor
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '<>', hash)
    .returning('id')
    .execute()
  return ended.length
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
