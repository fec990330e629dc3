import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { removeOldUploads } from '~/http/multipart.server'
import { clearStaging } from './stage-file.server'

/** Checked imports without a decision expire after DECISION_DAYS. Rows are stored longer, for reference. */
const DECISION_DAYS = 7
const ROWS_DAYS = 90

/** Daily clean-up: deletes uploads and rows of old imports. The imports themselves stay, with their counts. */
export async function cleanUpImports() {
  await removeOldUploads(1)
  const expired = await db
    .updateTable('imports')
    .set({ status: 'CANCELLED', finished_at: sql`now()`, message: `Nobody decided within ${DECISION_DAYS} days.` })
    .where('status', '=', 'CHECKED')
    .where('created_at', '<', daysAgo(DECISION_DAYS))
    .returning('id')
    .execute()
  for (const { id } of expired) await clearStaging(id)
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', daysAgo(ROWS_DAYS))
    .where(sql<boolean>`exists (select from import_cells where import_id = imports.id)`)
    .execute()
  for (const { id } of old) {
    await db.deleteFrom('import_cells').where('import_id', '=', id).execute()
    await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  }
}

const daysAgo = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`
