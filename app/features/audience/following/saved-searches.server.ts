import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { SEARCH_LIMIT } from './saved-search'

export type Saving =
  | { outcome: 'saved' }
  | { outcome: 'full' | 'missing' | 'same-name' }
  | { outcome: 'same-search'; name: string }

/** One person's writes wait for each other, so that parallel ones cannot exceed the limit or use a name twice. */
const lockPerson = (trx: Trx, userId: string) =>
  trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

export async function saveSearch(user_id: string, { name, query }: { name: string; query: string }): Promise<Saving> {
  return inTransaction(async (trx) => {
    await lockPerson(trx, user_id)
    const own = await trx
      .selectFrom('saved_searches')
      .select(['name', 'query'])
      .where('user_id', '=', user_id)
      .execute()
    const same = own.find((search) => search.query === query)
    if (same) return { outcome: 'same-search', name: same.name }
    if (own.length >= SEARCH_LIMIT) return { outcome: 'full' }
    if (await isNameTaken(trx, user_id, name)) return { outcome: 'same-name' }
    await trx.insertInto('saved_searches').values({ user_id, name, query }).execute()
    return { outcome: 'saved' }
  })
}

export async function renameSearch(user_id: string, id: string, name: string): Promise<Saving> {
  return inTransaction(async (trx) => {
    await lockPerson(trx, user_id)
    if (await isNameTaken(trx, user_id, name, id)) return { outcome: 'same-name' }
    const { numUpdatedRows } = await trx
      .updateTable('saved_searches')
      .set({ name })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst()
    return { outcome: numUpdatedRows > 0n ? 'saved' : 'missing' }
  })
}

async function isNameTaken(trx: Trx, userId: string, name: string, exceptId?: string) {
  const taken = await trx
    .selectFrom('saved_searches')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return taken !== undefined && taken.id !== exceptId
}

/** Idempotent. Its notifications, which lead to it, are deleted too. */
export async function removeSearch(userId: string, id: string) {
  await inTransaction(async (trx) => {
    await trx.deleteFrom('saved_searches').where('user_id', '=', userId).where('id', '=', id).execute()
    await trx
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('kind', '=', 'saved_search')
      .where(sql<string>`data ->> 'search'`, '=', id)
      .execute()
  })
}

/** Switches the notifications of a search on or off, and forgets its time-outs. Returns its name if it is theirs. */
export async function setTells(userId: string, id: string, tells: boolean) {
  return db
    .updateTable('saved_searches')
    .set({ tells, timeouts: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
}

/** A search by its id; undefined if it is not theirs. */
export async function findSearch(userId: string, id: string) {
  return db
    .selectFrom('saved_searches')
    .select(['name', 'query', 'tells'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deals that are added from now on count as new. */
export async function markLookedAt(userId: string, id: string) {
  await db
    .updateTable('saved_searches')
    .set({ looked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Whether a member has the most searches allowed, and under which name they saved this one. */
export async function findSavedState(userId: string, query: string) {
  const own = await db.selectFrom('saved_searches').select(['name', 'query']).where('user_id', '=', userId).execute()
  return { isFull: own.length >= SEARCH_LIMIT, savedAs: own.find((search) => search.query === query)?.name }
}
