import { sql } from 'kysely'
import { copyInto, copyLine } from '~/db/copy.server'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { ChangeChecker, type IncomingChange } from './check-change.server'
import { checkDealRow, type IncomingDeal, rejectMissingPictures, TaxonomyNames } from './check-row.server'
import { applyMapping, exactMapping, type Mapping, missingColumns, repeatedColumns } from './columns'
import { IMPORTED_COLUMNS } from './compare-deals.server'
import { type CsvRecord, NO_ROWS, readCsvFile, UnreadableFile } from './csv-file.server'
import { type ColumnName, type FileKind, PREVIEW_ROWS, type RowErrors } from './csv-import'
import { ForeignCells } from './foreign-cells.server'
import type { CsvSource } from './import-files.server'
import type { ImportOptions, TaxonomyKind } from './import-options'

export type StagingOptions = {
  /** Called for each invalid row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
}
/** Called after each batch with the number of rows read so far and the share of the file, from 0 to 1. */
type OnRead = (rows: number, share: number) => Promise<void>

/** A file to check. */
export type FileToCheck = { importId: string; kind: FileKind; source: CsvSource; options: ImportOptions }

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

type Format<Row extends { row: number }> = {
  /** The staging table, with the columns that `toCells` fills. */
  table: string
  columns: readonly string[]
  check(rows: { row: number; cells: Cells }[]): Promise<(Row | RowErrors)[]>
  toCells(row: Row): Parameters<typeof copyLine>[0]
}
type Cells = Partial<Record<ColumnName, string>>

/**
 * Reads and validates a whole file. Valid rows go to the staging table; invalid rows are stored with their errors, and
 * the first rows for the preview. Nothing else is changed.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
async function stageFile<Row extends { row: number }>(
  { importId, kind, source, options }: FileToCheck,
  { table, columns, check, toCells }: Format<Row>,
  onRead: OnRead,
  onErrors: StagingOptions['onErrors'],
) {
  let [rowCount, validCount] = [0, 0]
  let header: string[] = []
  let foreign: ForeignCells | undefined
  await clearEarlierAttempt(importId)

  async function* checkedLines() {
    for await (const batch of readCsvFile(source)) {
      header = batch.header
      const mapping = options.columns ?? exactMapping(header, kind)
      foreign ??= openForeign(header, mapping)
      const stored: StoredRow[] = []
      let lines = ''
      for (const [index, result] of (await checkBatch(batch.rows, mapping, foreign)).entries()) {
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
    if (rowCount === 0) throw new UnreadableFile(NO_ROWS)
  }

  function openForeign(names: string[], mapping: Mapping) {
    const twice = options.columns ? [] : repeatedColumns(names, kind)
    if (twice.length > 0) throw new UnreadableFile(`Duplicate columns in the first row: ${twice.join(', ')}.`)
    const missing = missingColumns(mapping, kind, (options.vendor ?? 'error') !== 'error')
    if (missing.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${missing.join(', ')}.`)
    return new ForeignCells(names, options)
  }

  /** Rows of another width, or with cells that cannot be read, fail before the rules of the form are asked. */
  async function checkBatch(records: CsvRecord[], mapping: Mapping, reader: ForeignCells) {
    const failed = new Map<number, RowErrors>()
    const readable: { row: number; cells: Cells }[] = []
    for (const { row, cells: record, fault } of records) {
      const { cells, errors } = fault ? WIDTH(fault) : reader.read(applyMapping(mapping, record))
      if (errors.length > 0) failed.set(row, { row, errors })
      else readable.push({ row, cells })
    }
    const checked = await check(readable)
    const results = new Map(checked.map((result) => [result.row, result]))
    return records.map(({ row }) => (failed.get(row) ?? results.get(row)) as Row | RowErrors)
  }

  try {
    await copyInto(table, ['import_id', ...columns], checkedLines())
  } catch (error) {
    await clearEarlierAttempt(importId)
    throw error
  }
  const { months, unclearDate, readings } = foreign!
  const counts = { header, row_count: rowCount, staged_count: validCount, failed_count: rowCount - validCount }
  return { counts, months, unclearDate, readings }
}

const WIDTH = (message: string) => ({
  cells: {},
  errors: [{ column: 'row', message, cause: 'The row has another number of cells than the header.' }],
})

/** Stages a file with deals. */
async function stageDeals(file: FileToCheck, onRead: OnRead, { onErrors }: StagingOptions) {
  const { options } = file
  const names = await TaxonomyNames.load(options)
  const format = {
    table: 'import_staging',
    columns: STAGED_COLUMNS,
    check: (rows: { row: number; cells: Cells }[]) =>
      rejectMissingPictures(rows.map(({ row, cells }) => checkDealRow(row, cells, names, options.vendor))),
    toCells: (deal: IncomingDeal) => {
      return STAGED_COLUMNS.map((column) => (column === 'plans' ? JSON.stringify(deal.plans) : deal[column]))
    },
  }
  const staged = await stageFile(file, format, onRead, onErrors)
  const listed = (kind: TaxonomyKind) =>
    [...names.missing[kind].values()].toSorted((one, other) => other.rows - one.rows)
  return { ...staged, missing: { category: listed('category'), platform: listed('platform') } }
}

/** Stages a file with verified changes. */
async function stageChanges(file: FileToCheck, onRead: OnRead, { onErrors }: StagingOptions) {
  const checker = new ChangeChecker()
  const format = {
    table: 'change_staging',
    columns: STAGED_CHANGE_COLUMNS,
    check: (rows: { row: number; cells: Cells }[]) => checker.check(rows),
    toCells: ({ deal_slug: slug, date: effective_on, ...change }: IncomingChange) => {
      const staged = { ...change, slug, effective_on }
      return STAGED_CHANGE_COLUMNS.map((column) => staged[column])
    },
  }
  return { ...(await stageFile(file, format, onRead, onErrors)), missing: undefined }
}

/**
 * Checks and stages a whole file. Where its dates say whether the month comes first, those that do not are read alike.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
export async function stageRows(file: FileToCheck, onRead: OnRead, { onErrors }: StagingOptions = {}) {
  const stage = file.kind === 'changes' ? stageChanges : stageDeals
  const errors: RowErrors[] = []
  const staged = await stage(file, onRead, { onErrors: (found) => onErrors && errors.push(found) })
  const { first, second, unclear } = staged.months
  const isClear = first > 0 !== second > 0
  if (unclear > 0 && isClear && file.options.monthFirst === undefined) {
    return stage({ ...file, options: { ...file.options, monthFirst: first > 0 } }, onRead, { onErrors })
  }
  for (const found of errors) onErrors?.(found)
  return { ...staged, unclearDate: file.options.monthFirst === undefined ? staged.unclearDate : undefined }
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

function toStoredRow({ row, cells }: CsvRecord, errors: StoredRow['errors']): StoredRow {
  return {
    row,
    cells: cells.map(storable),
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
