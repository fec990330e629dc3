import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** Notes deals that end in three days or have ended by their date. As of today, in UTC. */
export async function noteDates(today: string) {
  await sql`select note_dates(${today}::date)`.execute(db)
}

/** Daily job: what was told long ago is forgotten; the notifications are deleted by then. */
export async function deleteOldEvents() {
  await db
    .deleteFrom('deal_events')
    .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
    .where('done_at', 'is not', null)
    .where('kind', 'not in', ['PUBLISHED'])
    .execute()
}
