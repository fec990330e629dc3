import { sql } from 'kysely'
import { copyInto, copyLine } from '~/db/copy.server'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { ChangeChecker, type IncomingChange } from './check-change.server'
import { checkDealRow, type IncomingDeal, loadIdFinders, rejectMissingPictures } from './check-row.server'
import { IMPORTED_COLUMNS } from './compare-deals.server'
import { type CsvRow, readCsvFile } from './csv-file.server'
import {
  CHANGE_FILE_COLUMNS,
  type ChangeColumn,
  IMPORT_COLUMNS,
  type ImportColumn,
  PREVIEW_ROWS,
  REQUIRED_CHANGE_COLUMNS,
  REQUIRED_COLUMNS,
  type RowErrors,
} from './csv-import'

export type StagingOptions = {
  /** Names a missing vendor after the title or the site of the link instead of rejecting the row. */
  vendorFromLink?: boolean
  /** Called for each invalid row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
}
/** Called after each batch with the number of rows read so far and the share of the file, from 0 to 1. */
type OnRead = (rows: number, share: number) => Promise<void>

/** The keys by which a deal finds its product, computed from a row; each follows the column that it comes from. */
export const KEY_SOURCES = { title_key: 'title', vendor_key: 'vendor_name', link_key: 'cta_url' } as const
export const KEY_COLUMNS = ['title_key', 'vendor_key', 'link_key'] as const
const STAGED_CHANGE_COLUMNS = [
  ...(['row', 'slug', 'deal_id', 'kind', 'title', 'description', 'effective_on', 'old_value', 'new_value'] as const),
  ...(['price', 'currency', 'affects_owners', 'source_url'] as const),
] as const
const STAGED_COLUMNS = [
  ...(['row', 'slug', 'has_slug', ...IMPORTED_COLUMNS, ...KEY_COLUMNS] as const),
  ...(['pros', 'cons', 'plans', 'confirmed_on', 'leaves_out_discount', 'credits_others'] as const),
] as const

type Format<Column extends string, Row extends { row: number }> = {
  known: readonly Column[]
  required: readonly Column[]
  /** The staging table, with the columns that `toCells` fills. */
  table: string
  columns: readonly string[]
  check(rows: CsvRow<Column>[]): Promise<(Row | RowErrors)[]> | (Row | RowErrors)[]
  toCells(row: Row): Parameters<typeof copyLine>[0]
}

/**
 * Reads and validates a whole file. Valid rows go to the staging table; invalid rows are stored with their errors, and
 * the first rows for the preview. Nothing else is changed.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
async function stageFile<Column extends string, Row extends { row: number }>(
  importId: string,
  file: string,
  { known, required, table, columns, check, toCells }: Format<Column, Row>,
  onRead: OnRead,
  onErrors: StagingOptions['onErrors'],
) {
  let [rowCount, validCount] = [0, 0]
  let header: string[] = []
  await clearEarlierAttempt(importId)

  async function* checkedLines() {
    for await (const batch of readCsvFile(file, { known, required })) {
      header = batch.header.names
      const stored: StoredRow[] = []
      let lines = ''
      for (const [index, result] of (await check(batch.rows)).entries()) {
        const isInvalid = 'errors' in result
        if (isInvalid) onErrors?.(result)
        else {
          validCount += 1
          lines += copyLine([importId, ...toCells(result)])
        }
        const isPreviewed = rowCount + index < PREVIEW_ROWS
        if (isInvalid || isPreviewed) stored.push(toStoredRow(batch.rows[index]!, isInvalid ? result.errors : null))
      }
      rowCount += batch.rows.length
      await storeRows(importId, stored)
      await onRead(rowCount, batch.share)
      if (lines) yield lines
    }
  }

  try {
    await copyInto(table, ['import_id', ...columns], checkedLines())
  } catch (error) {
    await clearEarlierAttempt(importId)
    throw error
  }
  return { header, row_count: rowCount, staged_count: validCount, failed_count: rowCount - validCount }
}

/** Stages a file with deals. */
export async function stageDeals(importId: string, file: string, onRead: OnRead, options: StagingOptions = {}) {
  const findId = await loadIdFinders()
  const format = {
    known: IMPORT_COLUMNS,
    required: REQUIRED_COLUMNS,
    table: 'import_staging',
    columns: STAGED_COLUMNS,
    check: (rows: CsvRow<ImportColumn>[]) =>
      rejectMissingPictures(rows.map((row) => checkDealRow(row, findId, options))),
    toCells: (deal: IncomingDeal) => {
      return STAGED_COLUMNS.map((column) => (column === 'plans' ? JSON.stringify(deal.plans) : deal[column]))
    },
  }
  return stageFile(importId, file, format, onRead, options.onErrors)
}

/** Stages a file with verified changes. */
export async function stageChanges(importId: string, file: string, onRead: OnRead, options: StagingOptions = {}) {
  const checker = new ChangeChecker()
  const format = {
    known: CHANGE_FILE_COLUMNS,
    required: REQUIRED_CHANGE_COLUMNS,
    table: 'change_staging',
    columns: STAGED_CHANGE_COLUMNS,
    check: (rows: CsvRow<ChangeColumn>[]) => checker.check(rows),
    toCells: ({ deal_slug: slug, date: effective_on, ...change }: IncomingChange) => {
      const staged = { ...change, slug, effective_on }
      return STAGED_CHANGE_COLUMNS.map((column) => staged[column])
    },
  }
  return stageFile(importId, file, format, onRead, options.onErrors)
}

/** Deletes the staged rows of an import. */
export async function clearStaging(importId: string) {
  for (const table of ['import_staging', 'change_staging'] as const) {
    await inLongTransaction((trx) => trx.deleteFrom(table).where('import_id', '=', importId).execute())
  }
}

/** Deletes all rows of an earlier attempt to read the file. */
async function clearEarlierAttempt(importId: string) {
  await clearStaging(importId)
  await clearReport(importId)
}

/** Deletes the rows of the report of an import. */
export async function clearReport(importId: string) {
  for (const table of ['import_cells', 'import_rows'] as const) {
    await db.deleteFrom(table).where('import_id', '=', importId).execute()
  }
}

type StoredRow = { row: number; cells: string[]; errors: RowErrors['errors'] | null }

function toStoredRow({ row, record }: CsvRow<string>, errors: StoredRow['errors']): StoredRow {
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

/**
 * Runs a transaction with statements over thousands of rows, which need more time than the pool allows for pages.
 *
 * Newly staged rows are not analyzed yet, so the planner expects one row where there are thousands. Nested loops would
 * then take quadratic time, and sequential scans would read the growing table for each batch. Both are disabled, and the
 * statements pass the keys they look for as arrays, which are found by index and then hashed.
 */
export async function inLongTransaction<Result>(work: (trx: Trx) => Promise<Result>) {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '120s'`.execute(trx)
    await sql`select set_config(name, 'off', true)
      from unnest(array['jit', 'enable_nestloop', 'enable_seqscan']) name`.execute(trx)
    return work(trx)
  })
}
