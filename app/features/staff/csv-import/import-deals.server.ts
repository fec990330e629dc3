import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { type CheckOptions, checkRows } from './check-rows.server'
import { exactMapping, unusedHeadings } from './columns'
import { compareRows, touchedDeals, type Writing } from './compare-deals.server'
import { createMissingNames } from './create-missing-names.server'
import { UnreadableFile } from './csv-file.server'
import { type FileKind, type ImportColumn, parseFileKind } from './csv-import'
import { assignFreeSlugs, matchDeals } from './identify-deals.server'
import { deleteFile, fileOnDisk, storedFile } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { analyzeRows, countRows, incomingRows, inLongTransaction, toJson } from './import-rows.server'
import { failImport, ImportStopped, recordCheckProgress, STARTED } from './imports.server'
import { receiveFile } from './receive-file.server'
import { rejectRepeated, rejectUnsuitablePrices } from './reject-row.server'
import { findRowWarnings } from './row-warnings.server'
import { dryRunChanges, writeChangeRows } from './write-changes.server'
import { type WriteOptions, writeDealRows } from './write-deals.server'

export type FileImport = CheckOptions & {
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
    await checkFile(id, { onErrors, onProgress: (rows) => onProgress?.({ step: 'checking', rows }) })
    const { header, summary, ...counted } = await db
      .updateTable('imports')
      .set(isDryRun ? { status: 'CANCELLED', finished_at: new Date(), message: 'This was a dry run.' } : STARTED)
      .where('id', '=', id)
      .where('status', '=', 'CHECKED')
      .returning([
        'header',
        'summary',
        'row_count',
        'failed_count',
        'created_count',
        'updated_count',
        'unchanged_count',
      ])
      .executeTakeFirstOrThrow()
    const of = counted.row_count - counted.failed_count
    const written = isDryRun
      ? counted
      : await writeImport(id, { onErrors, onProgress: (rows) => onProgress?.({ step: 'writing', rows, of }) })
    const { live = 0, ...reactivated } = (summary as ImportSummary).touched ?? {}
    const counts = {
      ...countsOf(written),
      rows: counted.row_count,
      unpublished: publish ? 0 : live,
      reactivated: Object.values(reactivated).reduce((sum, count) => sum + count, 0),
    }
    const columns = options.columns ?? exactMapping(header, kind)
    const unknownColumns = unusedHeadings(columns, header)
    return { id, ...counts, columns, header, unknownColumns, summary: summary as ImportSummary }
  } catch (error) {
    // The original error is reported even if the database is the cause and cannot record it.
    await failImport(id, (error as Error).message).catch(() => {})
    throw error
  } finally {
    await deleteFile(id).catch(() => {})
  }
}

type CheckFileOptions = CheckOptions & {
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
}

/**
 * The first step of an import: reads a file, stores its rows and does the dry run. The import then waits for a decision.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 * @throws ImportStopped when the import was canceled
 */
export async function checkFile(id: string, { onProgress, onErrors }: CheckFileOptions = {}) {
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
  const { header, readings, unclearDate, missing } = await checkRows(file, onRead, { onErrors })
  const summary: ImportSummary = { ...(found.summary as ImportSummary), readings, unclearDate, missing }
  await db
    .updateTable('imports')
    .set({ header, summary: toJson(summary) })
    .where('id', '=', id)
    .execute()
  await analyzeRows()
  const writing = await findWriting(id)
  if (kind === 'changes') {
    return finishCheck(id, (trx) => dryRunChanges(trx, id))
  }
  await inLongTransaction((trx) => matchDeals(trx, { importId: id }))
  for (const errors of await rejectRepeated(id)) onErrors?.(errors)
  await inLongTransaction((trx) => assignFreeSlugs(trx, { importId: id }))
  for (const errors of await rejectUnsuitablePrices(writing)) onErrors?.(errors)
  await finishCheck(id, (trx) => dryRunDeals(trx, writing))
}

/** How the rows of an import are compared and written. */
async function findWriting(id: string): Promise<Writing> {
  const found = await db
    .selectFrom('imports')
    .select(['header', 'kind', 'is_published', 'options', 'summary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toWriting({ id, ...found })
}

type StoredImport = {
  id: string
  header: string[]
  kind: string
  is_published: boolean
  options: unknown
  summary: unknown
}

export function toWriting({ id, header, kind, is_published, options, summary }: StoredImport): Writing {
  const { columns = exactMapping(header, parseFileKind(kind)), keepsLive = false } = options as ImportOptions
  const present = new Set(Object.keys(columns) as ImportColumn[])
  // Prices may name their currency, in a file without a column for it.
  if ((summary as ImportSummary).readings?.currency) present.add('currency')
  return { importId: id, present, publish: is_published, keepsLive }
}

/** Records the expected outcome of each row and the totals. */
async function finishCheck(id: string, dryRun: (trx: Trx) => Promise<void>) {
  await inLongTransaction(async (trx) => {
    await dryRun(trx)
    await countRows(trx, id)
    const checked = await trx
      .updateTable('imports')
      .set({ status: 'CHECKED', progress: 100 })
      .where('id', '=', id)
      .where('status', '=', 'CHECKING')
      .executeTakeFirst()
    if (checked.numUpdatedRows === 0n) throw new ImportStopped('The import was canceled.')
  })
}

async function dryRunDeals(trx: Trx, writing: Writing) {
  const { importId } = writing
  const warnings = await findRowWarnings(trx, writing)
  await sql`
    with incoming as materialized (select * from ${incomingRows({ importId })} as incoming),
    ${compareRows(writing, sql`deals.slug = any(array(select slug from incoming))`)},
    recorded as (
      update import_rows set outcome = by_row.outcome from by_row
      where import_id = ${importId} and import_rows."row" = by_row."row"
    )
    update imports set summary = summary || jsonb_build_object('touched', ${touchedDeals}, 'warnings', ${toJson(warnings)}::jsonb) where id = ${importId}`.execute(
    trx,
  )
}

/**
 * The second step of an import: writes the rows. After an interruption it goes on after the last batch.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function writeImport(id: string, options: WriteOptions = {}) {
  const found = await db
    .updateTable('imports')
    .set({ status: 'RUNNING' })
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning('kind')
    .executeTakeFirst()
  if (!found) throw new ImportStopped('The import was canceled.')
  if (found.kind === 'changes') await writeChangeRows(id, options)
  else {
    await createMissingNames(id)
    await writeDealRows(await findWriting(id), options)
  }
  return finishImport(id)
}

async function finishImport(id: string) {
  return inTransaction(async (trx) => {
    await countRows(trx, id)
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
    return done
  })
}

type StoredCounts = Record<'created_count' | 'updated_count' | 'unchanged_count' | 'failed_count', number>

function countsOf({ created_count, updated_count, unchanged_count, failed_count }: StoredCounts) {
  return { created: created_count, updated: updated_count, unchanged: unchanged_count, failed: failed_count }
}
