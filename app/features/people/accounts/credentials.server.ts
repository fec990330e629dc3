import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/** Stores a password hash and replaces the previous one. */
export async function savePassword(userId: string, password_hash: string, trx: Trx) {
  await trx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash, changed_at: sql`now()` }))
    .execute()
}
