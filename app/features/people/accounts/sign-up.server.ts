import { sql } from 'kysely'
import { inTransaction } from '~/db/transaction.server'
import { resetRateLimit } from '~/features/people/limits/limits.server'
import { addMail } from '~/features/people/mails/mails.server'
import { endSessionsOf } from '~/features/people/sessions/sessions.server'
import { endTokensOf, redeemToken } from '~/features/people/sessions/tokens.server'
import { hashPassword, savePassword } from './passwords.server'

type NewAccount = { name: string; email: string; password: string; redirectTo?: string }

/**
 * Creates an unconfirmed account and emails the link. A newer sign-up with the same address replaces it, so that the owner
 * never confirms a password that someone else chose. A confirmed account is not changed: the response is the same, takes
 * as long, and the owner gets an email about the attempt.
 *
 * @returns when this sign-up set its password, or would have
 */
export async function signUp({ name, email, password, redirectTo }: NewAccount) {
  const password_hash = await hashPassword(password)
  return inTransaction(async (trx) => {
    const { since } = await trx.selectNoFrom(sql<string>`now()::text`.as('since')).executeTakeFirstOrThrow()
    const profile = await trx
      .insertInto('profiles')
      .values({ name, email })
      .onConflict((conflict) =>
        conflict.expression(sql`lower(email)`).doUpdateSet({ name }).where('profiles.confirmed_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (!profile) {
      await addMail(trx, { to: { address: email }, kind: 'taken' })
      return since
    }

    await endTokensOf(profile.id, trx)
    await endSessionsOf(profile.id, trx)
    await savePassword(profile.id, password_hash, trx)
    await addMail(trx, { to: { address: email }, kind: 'confirm', data: { redirectTo } })
    return since
  })
}

/** Confirms the account of a token; undefined when it is used, expired or unknown. */
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
