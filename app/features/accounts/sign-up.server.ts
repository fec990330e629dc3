import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { forgiveTries } from '~/features/limits/limits.server'
import { queueMail } from './mails.server'
import { hashPassword } from './passwords.server'
import { redeemToken } from './tokens.server'

type NewAccount = { name: string; email: string; password: string }

/**
 * Makes an account that waits for its confirmation, and mails the link. A taken address changes nothing and
 * takes as long; its owner gets a mail that says so.
 */
export async function signUp({ name, email, password }: NewAccount) {
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const profile = await trx
      .insertInto('profiles')
      .values({ name, email })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!profile) return queueMail('taken', email, trx)

    await trx.insertInto('credentials').values({ user_id: profile.id, password_hash }).execute()
    await queueMail('confirm', email, trx)
  })
}

/** Confirms the account of a mailed link; undefined when the link is used up, too old or made up. */
export async function confirmAccount(token: string) {
  const confirmed = await db.transaction().execute(async (trx) => {
    const id = await redeemToken(token, 'CONFIRM', trx)
    if (!id) return undefined
    return trx
      .updateTable('profiles')
      .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('id', '=', id)
      .returning(['id', 'email'])
      .executeTakeFirst()
  })
  if (confirmed) await forgiveTries('sign-in of account', confirmed.email)
  return confirmed
}
