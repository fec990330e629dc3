import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { exactMapping, unusedHeadings } from './columns'
import { addedCounts, compareRows, type StagedImport } from './compare-deals.server'
import { createMissingNames } from './create-missing-names.server'
import { UnreadableFile } from './csv-file.server'
import { type FileKind, type ImportColumn, parseFileKind } from './csv-import'
import { assignFreeSlugs, matchDeals } from './identify-deals.server'
import { deleteFile, fileOnDisk, storedFile } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { failImport, ImportStopped, recordCheckProgress, STARTED } from './imports.server'
import { receiveFile } from './receive-file.server'
import { rejectRepeated, rejectUnsuitablePrices } from './reject-row.server'
import { findRowWarnings } from './row-warnings.server'
import { clearStaging, inLongTransaction, type StagingOptions, stageRows } from './staging.server'
import { dryRunChanges, writeStagedChanges } from './write-changes.server'
import { type WriteOptions, writeStagedDeals } from './write-deals.server'

export type FileImport = StagingOptions & {
  kind?: FileKind
  options?: ImportOptions
  /** Imported deals are drafts unless this is set (spec §4). */
  publish?: boolean
  /** Only reports what the import would do. */
  isDryRun?: boolean
  onProgress?: (progress: { step: 'checking' | 'writing'; rows: number; of?: number }) => void
}

/**
 * Imports deals, or verified changes, from a CSV file in one go, with the steps of an upload. It is recorded, also when its check fails.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported; no deal is changed then, and an empty file is not
 *   recorded
 */
export async function importDeals(
  file: string,
  { kind = 'deals', publish = false, isDryRun, onProgress, onErrors, options = {} }: FileImport = {},
) {
  const id = await receiveFile(undefined, { name: file, source: fileOnDisk(file), kind, options, publish })
  try {
    const staged = await checkFile(id, { onErrors, onProgress: (rows) => onProgress?.({ step: 'checking', rows }) })
    const rowWarnings = kind === 'changes' ? undefined : await findRowWarnings(staged)
    const { header, summary, staged_count, ...expected } = await db
      .updateTable('imports')
      .set(isDryRun ? { status: 'CANCELLED', finished_at: new Date(), message: 'This was a dry run.' } : STARTED)
      .where('id', '=', id)
      .where('status', '=', 'CHECKED')
      .returning(['header', 'summary', 'staged_count', 'row_count', 'created_count', 'updated_count'])
      .returning(['unchanged_count', 'failed_count', 'unpublished_count'])
      .executeTakeFirstOrThrow()
    const counts = isDryRun
      ? { ...countsOf(expected), rows: expected.row_count, unpublished: expected.unpublished_count, reactivated: 0 }
      : await writeImport(id, {
          onErrors,
          onProgress: (rows) => onProgress?.({ step: 'writing', rows, of: staged_count }),
        })
    if (isDryRun) await clearStaging(id)
    const columns = options.columns ?? exactMapping(header, kind)
    const unknownColumns = unusedHeadings(columns, header)
    return { id, ...counts, columns, header, unknownColumns, rowWarnings, summary: summary as ImportSummary }
  } catch (error) {
    // The original error is reported even if the database is the cause and cannot record it.
    await failImport(id, (error as Error).message).catch(() => {})
    throw error
  } finally {
    await deleteFile(id).catch(() => {})
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
export async function checkFile(id: string, { onProgress, onErrors }: CheckOptions = {}) {
  async function onRead(rows: number, share: number) {
    onProgress?.(rows)
    await recordCheckProgress(id, Math.floor(90 * share))
  }
  const found = await db
    .selectFrom('imports')
    .select(['kind', 'options', 'summary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const source = await storedFile(id)
  if (!source) throw new UnreadableFile('The uploaded file is gone. Please choose it again.')
  const kind = parseFileKind(found.kind)
  const file = { importId: id, kind, source, options: found.options as ImportOptions }
  const { counts, readings, unclearDate, missing } = await stageRows(file, onRead, { onErrors })
  const summary: ImportSummary = { ...(found.summary as ImportSummary), readings, unclearDate, missing }
  await db
    .updateTable('imports')
    .set({ ...counts, ...NO_OUTCOMES, summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .execute()
  const checked = await stagedImport(id)
  if (kind === 'changes') {
    await dryRunChanges(id)
    return checked
  }
  await inLongTransaction((trx) => matchDeals(trx, { importId: id }))
  for (const errors of await rejectRepeated(id)) onErrors?.(errors)
  await inLongTransaction((trx) => assignFreeSlugs(trx, { importId: id }))
  for (const errors of await rejectUnsuitablePrices(checked)) onErrors?.(errors)
  await dryRun(checked)
  return checked
}

/** A check adds its outcomes to the counts, so one that is repeated begins with none. */
const NO_OUTCOMES = {
  created_count: 0,
  updated_count: 0,
  unchanged_count: 0,
  unpublished_count: 0,
  ending_soon_count: 0,
  expired_count: 0,
  upcoming_count: 0,
}

/** How the staged rows of an import are compared and written. */
async function stagedImport(id: string): Promise<StagedImport> {
  const found = await db
    .selectFrom('imports')
    .select(['header', 'kind', 'is_published', 'options', 'summary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toStagedImport({ id, ...found })
}

type StoredImport = {
  id: string
  header: string[]
  kind: string
  is_published: boolean
  options: unknown
  summary: unknown
}

export function toStagedImport({ id, header, kind, is_published, options, summary }: StoredImport): StagedImport {
  const { columns = exactMapping(header, parseFileKind(kind)), keepsLive = false } = options as ImportOptions
  const present = new Set(Object.keys(columns) as ImportColumn[])
  // Prices may name their currency, in a file without a column for it.
  if ((summary as ImportSummary).readings?.currency) present.add('currency')
  return { importId: id, present, publish: is_published, keepsLive }
}

/** Records the expected outcome of each staged row, and the totals. */
async function dryRun(staged: StagedImport) {
  const { importId } = staged
  await inLongTransaction(async (trx) => {
    const { rows } = await sql`
      with incoming as materialized (select * from import_staging where import_id = ${importId}),
      ${compareRows(staged, sql`deals.slug = any(array(select slug from incoming))`)},
      recorded as (
        insert into import_rows (import_id, "row", slug, outcome) select ${importId}, "row", slug, outcome from by_row
      )
      update imports set status = 'CHECKED', progress = 100, ${addedCounts(staged)}
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
    .returning(['kind', 'staged_count', 'written_count'])
    .executeTakeFirst()
  if (!found) throw new ImportStopped('The import was canceled.')
  if (found.written_count + (await countStaged(id)) < found.staged_count) throw new StagingLost(LOST)
  if (found.kind === 'changes') await writeStagedChanges(id, options)
  else {
    await createMissingNames(id)
    await writeStagedDeals(await stagedImport(id), options)
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
    await trx.deleteFrom('import_files').where('import_id', '=', id).execute()
    const reactivated = done.ending_soon_count + done.expired_count + done.upcoming_count
    return { ...counts, rows: done.row_count, unpublished: done.unpublished_count, reactivated }
  })
}

type StoredCounts = Record<'created_count' | 'updated_count' | 'unchanged_count' | 'failed_count', number>

function countsOf({ created_count, updated_count, unchanged_count, failed_count }: StoredCounts) {
  return { created: created_count, updated: updated_count, unchanged: unchanged_count, failed: failed_count }
}
