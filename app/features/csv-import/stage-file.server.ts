import { sql } from 'kysely'
import { copyInto, copyLine } from '~/db/copy.server'
import { db } from '~/db/database.server'
import { type CsvRow, readCsvFile } from './csv-file.server'
import { PREVIEW_ROWS, REQUIRED_COLUMNS, type RowErrors, TEMPLATE_COLUMNS, type TemplateColumn } from './csv-import'
import { checkDealRow, type IncomingDeal } from './deal-rows.server'
import { loadIdFinders } from './id-finders.server'
import { inLongTransaction } from './long-transaction.server'
import { mergeDuplicates } from './merge-duplicates.server'
import { STAGED_COLUMNS } from './staged-columns'

export type StagingOptions = {
  /** Gives a row without a vendor the host of its link, instead of refusing it. */
  vendorFromLink?: boolean
  /** Told of every bad row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
  /** Told now and then how many rows have been read and which share of the file they are. */
  onProgress?: (rows: number, share: number) => Promise<void> | void
}

/**
 * Reads and checks a whole file. Valid rows wait on the stage, the others are kept with everything that is wrong with
 * them, and so are the first rows for the preview. Deals are left alone.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
export async function stageFile(importId: string, file: string, options: StagingOptions = {}) {
  const { vendorFromLink, onErrors, onProgress } = options
  const places = await loadIdFinders()
  const slugs = new Set<string>()
  let [rowCount, validCount] = [0, 0]
  let header: string[] = []
  await clearStage(importId)

  async function* checkedLines() {
    for await (const batch of readCsvFile(file, { known: TEMPLATE_COLUMNS, required: REQUIRED_COLUMNS })) {
      header = batch.header.names
      const kept: KeptRow[] = []
      let lines = ''
      for (const [index, row] of batch.rows.entries()) {
        const result = checkDealRow(row, places, { vendorFromLink })
        const isFaulty = 'errors' in result
        if (isFaulty) onErrors?.(result)
        else {
          slugs.add(result.slug)
          validCount += 1
          lines += toLine(importId, result)
        }
        const isPreviewed = rowCount + index < PREVIEW_ROWS
        if (isFaulty || isPreviewed) kept.push(toKeptRow(row, isFaulty ? result.errors : null))
      }
      rowCount += batch.rows.length
      await keepRows(importId, kept)
      await onProgress?.(rowCount, batch.share)
      if (lines) yield lines
    }
  }

  try {
    await copyInto('import_staging', ['import_id', ...STAGED_COLUMNS], checkedLines())
  } catch (error) {
    await clearStage(importId)
    throw error
  }
  if (slugs.size < validCount) await mergeDuplicates(importId)
  return { header, rowCount, stagedCount: slugs.size, failedCount: rowCount - validCount }
}

/** Takes what still waits off the stage. */
export async function clearStaging(importId: string) {
  await inLongTransaction((trx) => trx.deleteFrom('import_staging').where('import_id', '=', importId).execute())
}

/** Forgets what an earlier attempt has read of the file. */
async function clearStage(importId: string) {
  await clearStaging(importId)
  for (const table of ['import_cells', 'import_rows'] as const) {
    await db.deleteFrom(table).where('import_id', '=', importId).execute()
  }
}

function toLine(importId: string, deal: IncomingDeal) {
  return copyLine([importId, ...STAGED_COLUMNS.map((column) => deal[column])])
}

type KeptRow = { row: number; cells: string[]; errors: RowErrors['errors'] | null }

function toKeptRow({ row, record }: CsvRow<TemplateColumn>, errors: KeptRow['errors']): KeptRow {
  return {
    row,
    cells: record.map(storable),
    errors: errors?.map((one) => ({ ...one, message: storable(one.message) })) ?? null,
  }
}

// The one character that the database cannot keep.
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)

async function keepRows(importId: string, rows: KeptRow[]) {
  if (rows.length === 0) return
  await sql`
    insert into import_cells (import_id, "row", cells, errors)
    select ${importId}, kept."row", cells, errors
    from json_to_recordset(${JSON.stringify(rows)}::json) as kept ("row" int4, cells text[], errors jsonb)`.execute(db)
}
