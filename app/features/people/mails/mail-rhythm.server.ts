import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { MailRhythm } from '~/db/schema'
import { readUnsubscribeToken } from '~/mail/unsubscribe-link.server'

/**
 * Whether a member of `profiles` gets mails that are not about their account: they did not choose never, and their mailbox
 * takes them.
 */
export const getsMail = sql<boolean>`
  (profiles.mail_rhythm <> 'NEVER' and profiles.mail_off_since is null and profiles.confirmed_at is not null)`

/** The member that a link to unsubscribe was made for. */
export async function findUnsubscriber(token: string | undefined) {
  const userId = readUnsubscribeToken(token)
  if (!userId) return undefined
  return db.selectFrom('profiles').select(['id', 'email', 'mail_rhythm']).where('id', '=', userId).executeTakeFirst()
}

/** Stops the mails of the member whose link it is, also when they are not signed in. Undefined for a wrong link. */
export async function stopMails(token: string | undefined) {
  const userId = readUnsubscribeToken(token)
  if (!userId) return undefined
  return db
    .updateTable('profiles')
    .set({ mail_rhythm: 'NEVER' })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
}

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
