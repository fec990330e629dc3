import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import type { RowErrors } from './csv-import'
import { ImportStopped, recordCheckProgress } from './import-progress.server'
import { columnsIn, hashFile, recordStaged, sanitizeFileName } from './imports.server'
import { inLongTransaction } from './long-transaction.server'
import { findProductMatches } from './product-matches.server'
import { findRowWarnings } from './row-warnings.server'
import { clearStaging, stageFile } from './stage-file.server'
import { writeStagedDeals } from './write-staged-deals.server'

export type ImportOptions = {
  /** Imported deals are drafts unless this is set (spec §4). */
  publish?: boolean
  /** Fills a missing vendor with the host of the link instead of rejecting the row. */
  vendorFromLink?: boolean
  /** The original file name. */
  fileName?: string
  /** Called for each invalid row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
  onProgress?: (progress: { step: 'checking' | 'writing'; rows: number; of?: number }) => void
}
/**
 * Imports deals from a CSV file in one go: validates the whole file, then writes the valid rows. The import is recorded
 * even when it fails.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported; no deal is changed then
 */
export async function importDeals(file: string, options: ImportOptions = {}) {
  const { publish = false, vendorFromLink, fileName, onErrors, onProgress } = options
  const { id } = await db
    .insertInto('imports')
    .values({
      file_name: sanitizeFileName(fileName ?? path.basename(file)),
      file_sha256: await hashFile(file),
      file_bytes: (await fs.promises.stat(file)).size,
      is_published: publish,
      status: 'RUNNING',
      started_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const staged = await stageFile(id, file, {
      vendorFromLink,
      onErrors,
      onProgress: async (rows, share) => {
        onProgress?.({ step: 'checking', rows })
        await recordCheckProgress(id, Math.floor(100 * share))
      },
    })
    await recordStaged(id, staged)
    const { present, unknown } = columnsIn(staged.header)
    const rowWarnings = await findRowWarnings(id, present)
    const productMatches = await inLongTransaction((trx) => findProductMatches(trx, id))
    await writeStagedDeals(
      { importId: id, present, publish },
      {
        onErrors,
        onProgress: (rows) => onProgress?.({ step: 'writing', rows, of: staged.stagedCount }),
      },
    )
    return { ...(await finishImport(id)), rows: staged.rowCount, unknownColumns: unknown, rowWarnings, productMatches }
  } catch (error) {
    // The original error is reported even if the database is the cause and cannot record it.
    await failImport(id, (error as Error).message).catch(() => {})
    throw error
  }
}

/**
 * Marks an import as done and returns its counts.
 *
 * @throws ImportStopped when it was canceled
 */
export async function finishImport(id: string) {
  return inTransaction(async (trx) => {
    const done = await trx
      .updateTable('imports')
      .set({ status: 'DONE', progress: 100, finished_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
      .returning(['user_id', 'file_name', 'created_count', 'updated_count', 'unchanged_count', 'failed_count'])
      .returning(['unpublished_count', 'ending_soon_count', 'expired_count', 'upcoming_count'])
      .executeTakeFirst()
    if (!done) throw new ImportStopped('The import was canceled.')
    const counts = {
      created: done.created_count,
      updated: done.updated_count,
      unchanged: done.unchanged_count,
      failed: done.failed_count,
    }
    const entry = { actor: done.user_id, action: 'deals.imported', entity: 'import', id }
    await recordAudit({ ...entry, detail: { file: done.file_name, ...counts } }, trx)
    const reactivated = done.ending_soon_count + done.expired_count + done.upcoming_count
    return { ...counts, unpublished: done.unpublished_count, reactivated }
  })
}

/** Marks an import as failed. Written rows stay, staged rows are deleted. */
export async function failImport(id: string, message: string) {
  await db
    .updateTable('imports')
    .set({ status: 'FAILED', message, finished_at: new Date() })
    .where('id', '=', id)
    .where('status', 'not in', ['DONE', 'CANCELLED'])
    .execute()
  await clearStaging(id)
}
