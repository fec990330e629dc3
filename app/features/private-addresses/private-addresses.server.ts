import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { makeSecretId } from '~/features/accounts/secret-id.server'
import { siteUrl } from '~/http/page-head.server'

/** A member's secret addresses, absolute. They are made when they are first shown. */
export async function findPrivateAddresses(userId: string) {
  const { token } = (await findToken(userId)) ?? (await makeToken(userId))
  return { calendar: siteUrl(`/calendar/${token}.ics`), feed: siteUrl(`/feed/${token}.rss`) }
}

export type PrivateAddresses = Awaited<ReturnType<typeof findPrivateAddresses>>

const findToken = (userId: string) =>
  db.selectFrom('private_addresses').select('token').where('user_id', '=', userId).executeTakeFirst()

/** Of two pages that are opened at once, both show the token of the first. */
async function makeToken(userId: string) {
  return db
    .insertInto('private_addresses')
    .values({ user_id: userId, token: makeSecretId() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning('token')
    .executeTakeFirstOrThrow()
}

/** The former addresses stop working at once. */
export async function renewPrivateAddresses(userId: string) {
  const token = makeSecretId()
  await db
    .insertInto('private_addresses')
    .values({ user_id: userId, token })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token, renewed_at: sql`now()` }))
    .execute()
}

const FILE = /^([\w-]{43})\.(ics|rss)$/

/** The member of an address such as `<token>.ics`; undefined for an unknown or former one, and for suspended accounts. */
export async function findOwnerOf(file: string | undefined, type: 'ics' | 'rss') {
  const [, token, extension] = FILE.exec(file ?? '') ?? []
  if (!token || extension !== type) return undefined
  return db
    .selectFrom('private_addresses')
    .innerJoin('profiles', 'profiles.id', 'user_id')
    .select(['profiles.id', 'token'])
    .where('token', '=', token)
    .where('profiles.status', '=', 'ACTIVE')
    .executeTakeFirst()
}
