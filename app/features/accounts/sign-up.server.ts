import { sql } from 'kysely'
import { inTransaction } from '~/db/transaction.server'
import { resetRateLimit } from '~/features/limits/limits.server'
import { savePassword } from './credentials.server'
import { queueMail } from './mails.server'
import { hashPassword } from './passwords.server'
import { endSessionsOf } from './sessions.server'
import { endTokensOf, redeemToken } from './tokens.server'

type NewAccount = { name: string; email: string; password: string; redirectTo?: string }

/**
 * Makes an account that waits for its confirmation, and mails the link. While it waits, a newer sign-up with the same
 * address replaces it, so that nobody can have the owner confirm a password that somebody else chose earlier. The
 * address of a confirmed account changes nothing and takes as long; its owner gets a mail that says so.
 */
export async function signUp({ name, email, password, redirectTo }: NewAccount) {
  const password_hash = await hashPassword(password)
  await inTransaction(async (trx) => {
    const profile = await trx
      .insertInto('profiles')
      .values({ name, email })
      .onConflict((conflict) =>
        conflict.expression(sql`lower(email)`).doUpdateSet({ name }).where('profiles.confirmed_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (!profile) return queueMail('taken', email, trx)

    await endTokensOf(profile.id, trx)
    await endSessionsOf(profile.id, trx)
    await savePassword(profile.id, password_hash, trx)
    await queueMail('confirm', email, trx, redirectTo)
  })
}

/** Confirms the account of a mailed link; undefined when the link is used up, too old or made up. */
export async function confirmAccount(token: string) {
  const confirmed = await inTransaction(async (trx) => {
    const redeemed = await redeemToken(token, 'CONFIRM', trx)
    if (!redeemed) return undefined
    const profile = await trx
      .updateTable('profiles')
      .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('id', '=', redeemed.userId)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    return { ...profile, redirectTo: redeemed.redirectTo }
  })
  if (confirmed) await resetRateLimit('sign-in of account', confirmed.email)
  return confirmed
}
