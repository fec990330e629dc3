import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { TokenPurpose } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { safePath } from '~/http/responses.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

const LIFETIMES: Record<TokenPurpose, string> = { CONFIRM: '24 hours', RESET: '30 minutes' }

/**
 * Issues the token of a link and replaces an older one of the same purpose.
 *
 * @param redirectTo the path to return to after the link was used
 */
export async function issueToken(userId: string, purpose: TokenPurpose, redirectTo = '/') {
  const token = makeSecretId()
  const values = {
    token_hash: hashSecretId(token),
    user_id: userId,
    purpose,
    redirect_to: redirectTo,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + ${LIFETIMES[purpose]}::interval`,
  }
  await inTransaction(async (trx) => {
    // Locks the profile: a concurrent sign-up that replaces the password also ends all earlier tokens.
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await trx
      .insertInto('tokens')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
      .execute()
  })
  return token
}

/** The profile of a valid token. Does not redeem it. */
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

/** Redeems a token once: of two concurrent requests one gets the owner, the other undefined. */
export async function redeemToken(token: string, purpose: TokenPurpose, trx: Trx) {
  const token_hash = hashSecretId(token)
  // Lock the profile before its tokens, in the same order as a sign-up, to avoid deadlocks.
  await trx
    .selectFrom('tokens')
    .innerJoin('profiles', 'profiles.id', 'tokens.user_id')
    .select('profiles.id')
    .where('token_hash', '=', token_hash)
    .forNoKeyUpdate('profiles')
    .execute()
  const redeemed = await trx
    .deleteFrom('tokens')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'redirect_to'])
    .executeTakeFirst()
  return redeemed && { userId: redeemed.user_id, redirectTo: safePath(redeemed.redirect_to) }
}

/** Ends all tokens of a user. */
export async function endTokensOf(userId: string, trx: Trx) {
  await trx.deleteFrom('tokens').where('user_id', '=', userId).execute()
}

export async function deleteDeadTokens() {
  await db.deleteFrom('tokens').where('expires_at', '<=', sql<Date>`now()`).execute()
}
