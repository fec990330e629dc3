import { db } from '~/db/database.server'
import type { MailRhythm } from '~/db/schema'

export async function findMailSettings(userId: string) {
  return db
    .selectFrom('profiles')
    .select(['mail_rhythm', 'mail_off_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function saveMailRhythm(userId: string, mail_rhythm: MailRhythm) {
  await db.updateTable('profiles').set({ mail_rhythm }).where('id', '=', userId).execute()
}

/** Sends mail again after too many refusals. */
export async function tryMailAgain(userId: string) {
  await db.updateTable('profiles').set({ mail_off_since: null, mail_refusals: 0 }).where('id', '=', userId).execute()
}
