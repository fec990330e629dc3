import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** After so many in a row, mails that are not about the account stop. */
export const REFUSALS_ALLOWED = 5

/** Counts a permanent refusal of the recipient by their mail server. The fifth in a row stops the mails. */
export async function countRefusal(userId: string) {
  await db
    .updateTable('profiles')
    .set({
      mail_refusals: sql`least(mail_refusals + 1, 1000)`,
      mail_off_since: sql`case when mail_refusals + 1 >= ${REFUSALS_ALLOWED} then coalesce(mail_off_since, now()) else mail_off_since end`,
    })
    .where('id', '=', userId)
    .execute()
}

/** A mail arrived, so the refusals before it no longer count. Mails that stopped stay off until the member says so. */
export async function forgetRefusals(userId: string) {
  await db
    .updateTable('profiles')
    .set({ mail_refusals: 0 })
    .where('id', '=', userId)
    .where('mail_refusals', '>', 0)
    .execute()
}

/** Sends mails again, because the member says that their mailbox accepts them. */
export async function resumeMails(userId: string) {
  await db.updateTable('profiles').set({ mail_refusals: 0, mail_off_since: null }).where('id', '=', userId).execute()
}
