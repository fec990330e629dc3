import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** Claims items for somebody, so that no test that runs at the same time is sent to them. */
export async function claimFor(staff: { id: string }, ids: string[]) {
  await db
    .updateTable('queue_items')
    .set({ claimed_by: staff.id, claimed_at: sql`now()` })
    .where('subject_id', 'in', ids)
    .execute()
}
