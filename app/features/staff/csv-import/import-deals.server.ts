import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { addedCounts, compareRows, type StagedImport } from './compare-deals.server'
import { columnsIn } from './csv-header.server'
import type { FileKind } from './csv-import'
import { assignFreeSlugs, matchDeals } from './identify-deals.server'
import { failImport, ImportStopped, recordCheckProgress, STARTED } from './imports.server'
import { findProductMatches, type ProductMatches } from './product-matches.server'
import { rejectRepeated, rejectUnsuitablePrices } from './reject-row.server'
import { findRowWarnings } from './row-warnings.server'
import { clearStaging, inLongTransaction, type StagingOptions, stageChanges, stageDeals } from './staging.server'
import { hashFile, sanitizeFileName } from './uploads.server'
import { dryRunChanges, writeStagedChanges } from './write-changes.server'
import { type WriteOptions, writeStagedDeals } from './write-deals.server'

export type ImportOptions = StagingOptions & {
  kind?: FileKind
  /** Imported deals are drafts unless this is set (spec §4). */
  publish?: boolean
  /** Only reports what the import would do. */
  isDryRun?: boolean
  /** The original file name. */
  fileName?: string
  onProgress?: (progress: { step: 'checking' | 'writing'; rows: number; of?: number }) => void
}

/**
 * Imports deals, or verified changes, from a CSV file in one go, with the steps of an upload. The import is recorded even when it fails.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported; no deal is changed then
 */
export async function importDeals(
  file: string,
  { kind, publish, isDryRun, fileName, onProgress, ...options }: ImportOptions = {},
) {
  const { id } = await db
    .insertInto('imports')
    .values({
      kind,
      file_name: sanitizeFileName(fileName ?? path.basename(file)),
      file_sha256: await hashFile(file),
      file_bytes: (await fs.promises.stat(file)).size,
      is_published: publish,
      status: 'CHECKING',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const staged = await checkFile(id, file, {
      ...options,
      onProgress: (rows) => onProgress?.({ step: 'checking', rows }),
    })
    const rowWarnings = kind === 'changes' ? undefined : await findRowWarnings(staged)
    const { header, product_matches, staged_count, ...expected } = await db
      .updateTable('imports')
      .set(isDryRun ? { status: 'CANCELLED', finished_at: new Date(), message: 'This was a dry run.' } : STARTED)
      .where('id', '=', id)
      .where('status', '=', 'CHECKED')
      .returning(['header', 'product_matches', 'staged_count', 'row_count', 'created_count', 'updated_count'])
      .returning(['unchanged_count', 'failed_count'])
      .executeTakeFirstOrThrow()
    const counts = isDryRun
      ? { ...countsOf(expected), rows: expected.row_count, unpublished: 0, reactivated: 0 }
      : await writeImport(id, {
          onErrors: options.onErrors,
          onProgress: (rows) => onProgress?.({ step: 'writing', rows, of: staged_count }),
        })
    if (isDryRun) await clearStaging(id)
    const productMatches = product_matches as ProductMatches | null
    return { ...counts, unknownColumns: columnsIn(header, kind).unknown, rowWarnings, productMatches }
  } catch (error) {
    // The original error is reported even if the database is the cause and cannot record it.
    await failImport(id, (error as Error).message).catch(() => {})
    throw error
  }
}

type CheckOptions = StagingOptions & {
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
}

/**
 * The first step of an import: reads a file into the staging table and does the dry run. The import then waits for a
 * decision.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 * @throws ImportStopped when the import was canceled
 */
export async function checkFile(id: string, file: string, { onProgress, ...options }: CheckOptions = {}) {
  async function onRead(rows: number, share: number) {
    onProgress?.(rows)
    await recordCheckProgress(id, Math.floor(90 * share))
  }
  const { kind } = await db.selectFrom('imports').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  const stage = kind === 'changes' ? stageChanges : stageDeals
  const staged = await stage(id, file, onRead, options)
  const { header, is_published } = await db
    .updateTable('imports')
    .set(staged)
    .where('id', '=', id)
    .returning(['header', 'is_published'])
    .executeTakeFirstOrThrow()
  const checked = { importId: id, present: columnsIn(header).present, publish: is_published }
  if (kind === 'changes') {
    await dryRunChanges(id)
    return checked
  }
  await inLongTransaction((trx) => matchDeals(trx, { importId: id }))
  for (const errors of await rejectRepeated(id)) options.onErrors?.(errors)
  await inLongTransaction((trx) => assignFreeSlugs(trx, { importId: id }))
  for (const errors of await rejectUnsuitablePrices(checked)) options.onErrors?.(errors)
  await dryRun(checked)
  return checked
}

/** Records the expected outcome of each staged row, the totals and the matching products. */
async function dryRun(staged: StagedImport) {
  const { importId } = staged
  await inLongTransaction(async (trx) => {
    const matches = await findProductMatches(trx, importId)
    const { rows } = await sql`
      with incoming as materialized (select * from import_staging where import_id = ${importId}),
      ${compareRows(staged, sql`deals.slug = any(array(select slug from incoming))`)},
      recorded as (
        insert into import_rows (import_id, "row", slug, outcome) select ${importId}, "row", slug, outcome from by_row
      )
      update imports set
        status = 'CHECKED', progress = 100, product_matches = ${JSON.stringify(matches)}::jsonb, ${addedCounts(staged)}
      where id = ${importId} and status = 'CHECKING'
      returning id`.execute(trx)
    if (rows.length === 0) throw new ImportStopped('The import was canceled.')
  })
}

/**
 * The second step of an import: writes the staged rows. After an interruption it continues after the last batch.
 *
 * @throws StagingLost when staged rows are missing
 * @throws ImportStopped when the import was canceled
 */
export async function writeImport(id: string, options: WriteOptions = {}) {
  const found = await db
    .updateTable('imports')
    .set({ status: 'RUNNING' })
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(['kind', 'header', 'is_published', 'staged_count', 'written_count'])
    .executeTakeFirst()
  if (!found) throw new ImportStopped('The import was canceled.')
  if (found.written_count + (await countStaged(id)) < found.staged_count) throw new StagingLost(LOST)
  if (found.kind === 'changes') await writeStagedChanges(id, options)
  else {
    const { present } = columnsIn(found.header)
    await writeStagedDeals({ importId: id, present, publish: found.is_published }, options)
  }
  return finishImport(id)
}

/** The staging table is unlogged, so it is empty after a crash of the database server. */
export class StagingLost extends Error {}

const LOST =
  'The database was restarted and lost the rows that were still waiting. Rows already written are kept. ' +
  'Choose the file again: rows that are already there count as unchanged.'

async function countStaged(id: string) {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from import_staging where import_id = ${id})
      + (select count(*) from change_staging where import_id = ${id}) as count`.execute(db)
  return rows[0]!.count
}

async function finishImport(id: string) {
  return inTransaction(async (trx) => {
    const done = await trx
      .updateTable('imports')
      .set({ status: 'DONE', progress: 100, finished_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
      .returningAll()
      .executeTakeFirst()
    if (!done) throw new ImportStopped('The import was canceled.')
    const counts = countsOf(done)
    const detail = { file: done.file_name, ...counts }
    await recordAudit({ actor: done.user_id, action: `${done.kind}.imported`, entity: 'import', id, detail }, trx)
    const reactivated = done.ending_soon_count + done.expired_count + done.upcoming_count
    return { ...counts, rows: done.row_count, unpublished: done.unpublished_count, reactivated }
  })
}

type StoredCounts = Record<'created_count' | 'updated_count' | 'unchanged_count' | 'failed_count', number>

function countsOf({ created_count, updated_count, unchanged_count, failed_count }: StoredCounts) {
  return { created: created_count, updated: updated_count, unchanged: unchanged_count, failed: failed_count }
}
