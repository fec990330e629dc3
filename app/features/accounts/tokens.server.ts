import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { TokenPurpose } from '~/db/schema'
import { hashSecretId, makeSecretId } from './secret-id.server'

const LIFETIMES: Record<TokenPurpose, string> = { CONFIRM: '24 hours', RESET: '30 minutes' }

/** Makes the token of a link; an older one of the same purpose ends with it. */
export async function issueToken(userId: string, purpose: TokenPurpose) {
  const token = makeSecretId()
  const values = {
    token_hash: hashSecretId(token),
    user_id: userId,
    purpose,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + ${LIFETIMES[purpose]}::interval`,
  }
  await db
    .insertInto('tokens')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute()
  return token
}

/** Whose token it is, while it can still be used. Looking does not use it up. */
export async function findTokenOwner(token: string, purpose: TokenPurpose) {
  return db
    .selectFrom('tokens')
    .innerJoin('profiles', 'profiles.id', 'tokens.user_id')
    .select(['profiles.id', 'email', 'name'])
    .where('token_hash', '=', hashSecretId(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses a token up. Of two who come at once one gets the owner's id, the other undefined. */
export async function redeemToken(token: string, purpose: TokenPurpose, executor = db) {
  const redeemed = await executor
    .deleteFrom('tokens')
    .where('token_hash', '=', hashSecretId(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return redeemed?.user_id
}

export async function deleteDeadTokens() {
  await db.deleteFrom('tokens').where('expires_at', '<=', sql<Date>`now()`).execute()
}
