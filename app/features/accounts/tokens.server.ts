import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { TokenPurpose } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { safePath } from '~/http/safe-redirect.server'
import { hashSecretId, makeSecretId } from './secret-id.server'

const LIFETIMES: Record<TokenPurpose, string> = { CONFIRM: '24 hours', RESET: '30 minutes' }

/**
 * Makes the token of a link; an older one of the same purpose ends with it.
 *
 * @param redirectTo where its owner came from and will be led back to
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
    // Waits for a sign-up that replaces the account's password: it ends every link that was issued before it.
    await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await trx
      .insertInto('tokens')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
      .execute()
  })
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

/** Uses a token up. Of two requests at once one gets the owner's id and their way back, the other undefined. */
export async function redeemToken(token: string, purpose: TokenPurpose, trx: Trx) {
  const token_hash = hashSecretId(token)
  // The profile is locked before its tokens, as a sign-up does that ends them: else the two could deadlock.
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

/** Ends every link that was mailed to this person. */
export async function endTokensOf(userId: string, trx: Trx) {
  await trx.deleteFrom('tokens').where('user_id', '=', userId).execute()
}

export async function deleteDeadTokens() {
  await db.deleteFrom('tokens').where('expires_at', '<=', sql<Date>`now()`).execute()
}
