import { sql } from 'kysely'
import { copyInto, copyLine } from '~/db/copy.server'
import { db } from '~/db/database.server'
import { type CsvRow, readCsvFile } from './csv-file.server'
import { IMPORT_COLUMNS, type ImportColumn, PREVIEW_ROWS, REQUIRED_COLUMNS, type RowErrors } from './csv-import'
import { checkDealRow, type IncomingDeal } from './deal-rows.server'
import { loadIdFinders } from './id-finders.server'
import { inLongTransaction } from './long-transaction.server'
import { mergeDuplicates } from './merge-duplicates.server'
import { STAGED_COLUMNS } from './staged-columns'

type StagingOptions = {
  /** Fills a missing vendor with the host of the link instead of rejecting the row. */
  vendorFromLink?: boolean
  /** Called for each invalid row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
  /** Called after each batch with the number of rows read so far and the share of the file, from 0 to 1. */
  onProgress?: (rows: number, share: number) => Promise<void> | void
}

/**
 * Reads and validates a whole file. Valid rows go to the staging table; invalid rows are stored with their errors, and
 * the first rows for the preview. No deal is changed.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
export async function stageFile(importId: string, file: string, options: StagingOptions = {}) {
  const { vendorFromLink, onErrors, onProgress } = options
  const findId = await loadIdFinders()
  const slugs = new Set<string>()
  let [rowCount, validCount] = [0, 0]
  let header: string[] = []
  await clearEarlierAttempt(importId)

  async function* checkedLines() {
    for await (const batch of readCsvFile(file, { known: IMPORT_COLUMNS, required: REQUIRED_COLUMNS })) {
      header = batch.header.names
      const stored: StoredRow[] = []
      let lines = ''
      for (const [index, row] of batch.rows.entries()) {
        const result = checkDealRow(row, findId, { vendorFromLink })
        const isInvalid = 'errors' in result
        if (isInvalid) onErrors?.(result)
        else {
          slugs.add(result.slug)
          validCount += 1
          lines += toLine(importId, result)
        }
        const isPreviewed = rowCount + index < PREVIEW_ROWS
        if (isInvalid || isPreviewed) stored.push(toStoredRow(row, isInvalid ? result.errors : null))
      }
      rowCount += batch.rows.length
      await storeRows(importId, stored)
      await onProgress?.(rowCount, batch.share)
      if (lines) yield lines
    }
  }

  try {
    await copyInto('import_staging', ['import_id', ...STAGED_COLUMNS], checkedLines())
  } catch (error) {
    await clearEarlierAttempt(importId)
    throw error
  }
  if (slugs.size < validCount) await mergeDuplicates(importId)
  return { header, rowCount, stagedCount: slugs.size, failedCount: rowCount - validCount }
}

/** Deletes the staged rows of an import. */
export async function clearStaging(importId: string) {
  await inLongTransaction((trx) => trx.deleteFrom('import_staging').where('import_id', '=', importId).execute())
}

/** Deletes all rows of an earlier attempt to read the file. */
async function clearEarlierAttempt(importId: string) {
  await clearStaging(importId)
  for (const table of ['import_cells', 'import_rows'] as const) {
    await db.deleteFrom(table).where('import_id', '=', importId).execute()
  }
}

function toLine(importId: string, deal: IncomingDeal) {
  return copyLine([
    importId,
    ...STAGED_COLUMNS.map((column) => (column === 'plans' ? JSON.stringify(deal.plans) : deal[column])),
  ])
}

type StoredRow = { row: number; cells: string[]; errors: RowErrors['errors'] | null }

function toStoredRow({ row, record }: CsvRow<ImportColumn>, errors: StoredRow['errors']): StoredRow {
  return {
    row,
    cells: record.map(storable),
    errors: errors?.map((one) => ({ ...one, message: storable(one.message) })) ?? null,
  }
}

// PostgreSQL text cannot contain NUL.
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)

async function storeRows(importId: string, rows: StoredRow[]) {
  if (rows.length === 0) return
  await sql`
    insert into import_cells (import_id, "row", cells, errors)
    select ${importId}, stored."row", cells, errors
    from json_to_recordset(${JSON.stringify(rows)}::json) as stored ("row" int4, cells text[], errors jsonb)`.execute(
    db,
  )
}
