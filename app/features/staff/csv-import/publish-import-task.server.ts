import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ImportJob } from './job-import.server'
import { inLongTransaction } from './long-transaction.server'

const BATCH_DEALS = 500

/** Job: publishes the deals of an import in batches. Can be retried. */
export async function publishImport({ id }: ImportJob, { abortSignal }: JobHelpers) {
  for (let after: number | null = 0; after !== null; ) {
    abortSignal.throwIfAborted()
    after = await publishBatch(id, after)
  }
  await db
    .updateTable('imports')
    .set({ status: 'DONE', progress: 100 })
    .where('id', '=', id)
    .where('status', '=', 'PUBLISHING')
    .execute()
}

/** Returns the last row of the batch, or null at the end. */
async function publishBatch(id: string, after: number): Promise<number | null> {
  return inLongTransaction(async (trx) => {
    const { rows } = await sql<{ row: number; slug: string }>`
      select "row", slug from import_rows
      where import_id = ${id} and "row" > ${after} and outcome in ('created', 'updated')
      order by "row" limit ${BATCH_DEALS}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return null
    const slugs = rows.map(({ slug }) => slug)
    // Locked by slug like in imports, to avoid deadlocks.
    await sql`select from deals where slug = any(${slugs}::text[]) order by slug for no key update`.execute(trx)
    const { numAffectedRows = 0n } = await sql`
      update deals set published = true, version = version + 1, updated_at = now()
      where slug = any(${slugs}::text[]) and not published`.execute(trx)
    await sql`
      update imports set published_count = published_count + ${Number(numAffectedRows)}::int,
        progress = least(100, 100 * ${last.row}::int / greatest(row_count, 1))
      where id = ${id}`.execute(trx)
    return last.row
  })
}
