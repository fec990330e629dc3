import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { siteUrl } from '~/http/page.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

/**
 * Makes the links of a member's calendar and feed, which replace earlier ones.
 *
 * @returns the links. Only the hash of their token is stored, so they cannot be shown again.
 */
export async function makePrivateAddresses(userId: string) {
  const token = makeSecretId()
  const token_hash = hashSecretId(token)
  await db
    .insertInto('private_addresses')
    .values({ user_id: userId, token_hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, created_at: sql`now()` }))
    .execute()
  return { calendar: siteUrl(`/calendar/${token}.ics`), feed: siteUrl(`/feed/${token}.rss`) }
}

export type PrivateAddresses = Awaited<ReturnType<typeof makePrivateAddresses>>

/** When the member's links were made; undefined when there are none. */
export async function findPrivateAddresses(userId: string) {
  return db.selectFrom('private_addresses').select('created_at').where('user_id', '=', userId).executeTakeFirst()
}

/** The links of a member stop working at once. */
export async function deletePrivateAddresses(userId: string, executor: Executor = db) {
  await executor.deleteFrom('private_addresses').where('user_id', '=', userId).execute()
}

const FILE = /^([\w-]{43})\.(ics|rss)$/

/** The member of a link such as `<token>.ics`; undefined for an unknown or former one, and for suspended accounts. */
export async function findOwnerOf(file: string | undefined, type: 'ics' | 'rss') {
  const [, token, extension] = FILE.exec(file ?? '') ?? []
  if (!token || extension !== type) return undefined
  return db
    .selectFrom('private_addresses')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select('profiles.id')
    .where('token_hash', '=', hashSecretId(token))
    .where('profiles.status', '=', 'ACTIVE')
    .executeTakeFirst()
}
