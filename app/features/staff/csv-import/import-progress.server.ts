import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { Written } from './write-deals.server'

/** The import was canceled. */
export class ImportStopped extends Error {}

/**
 * Adds a batch to the import's counts, in the transaction that writes the batch.
 *
 * @throws ImportStopped, which rolls the batch back, when the import is no longer running
 */
export async function addToCounts(trx: Trx, importId: string, batch: Written) {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      created_count: sql`created_count + ${batch.created}::int`,
      updated_count: sql`updated_count + ${batch.updated}::int`,
      unchanged_count: sql`unchanged_count + ${batch.unchanged}::int`,
      unpublished_count: sql`unpublished_count + ${batch.unpublished}::int`,
      ending_soon_count: sql`ending_soon_count + ${batch.ending_soon}::int`,
      expired_count: sql`expired_count + ${batch.expired}::int`,
      upcoming_count: sql`upcoming_count + ${batch.upcoming}::int`,
      written_count: sql`written_count + ${batch.taken}::int`,
      progress: sql`100 * (written_count + ${batch.taken}::int) / greatest(staged_count, 1)`,
    })
    .where('id', '=', importId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ImportStopped('The import was canceled.')
}

/**
 * Records the progress of a check in percent.
 *
 * @throws ImportStopped when it was canceled
 */
export async function recordCheckProgress(importId: string, progress: number) {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ progress })
    .where('id', '=', importId)
    .where('status', 'in', ['CHECKING', 'RUNNING'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ImportStopped('The check was canceled.')
}
