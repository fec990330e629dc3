import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'

/** The places that show pictures. A new one needs a line here, or its pictures are deleted. */
const USES = [
  sql<SqlBool>`exists (select from deals where deals.picture_id = pictures.id)`,
  sql<SqlBool>`exists (select from site_settings where pictures.id in (logo_light_id, logo_dark_id, icon_id))`,
]

const isUsed = sql<SqlBool>`(${sql.join(USES, sql` or `)})`
const isUnused = sql<SqlBool>`not ${isUsed}`

/** Deletes pictures that were unused for 30 days, as seen by daily runs. */
export async function deleteUnusedPictures(now = new Date()) {
  await db
    .updateTable('pictures')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(isUsed)
    .execute()
  await db
    .updateTable('pictures')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(isUnused)
    .execute()
  await db
    .deleteFrom('pictures')
    .where('unused_since', '<', sql<Date>`${now}::timestamptz - interval '30 days'`)
    .where(isUnused)
    .execute()
}
