import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { ChangeChecker } from './check-change.server'
import { checkDealRow, listMissing, rejectMissingPictures, TaxonomyNames } from './check-row.server'
import { applyMapping, exactMapping, type Mapping, missingColumns, repeatedColumns } from './columns'
import { compareDeals, rejectUnsuitablePrices, type Writing } from './compare-deals.server'
import { type CsvRecord, NO_ROWS, readCsvFile, UnreadableFile } from './csv-file.server'
import { type ColumnName, type FileKind, type ImportColumn, parseFileKind, type RowErrors } from './csv-import'
import { ForeignCells } from './foreign-cells.server'
import { assignFreeSlugs, matchDeals, rejectRepeated } from './identify-deals.server'
import { type CsvSource, storedFile } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import {
  analyzeRows,
  type CheckedRow,
  clearRows,
  countRows,
  ImportStopped,
  inLongTransaction,
  storeRows,
  toJson,
} from './import-rows.server'
import { recordCheckProgress } from './imports.server'
import { recordChangeOutcomes } from './write-changes.server'

export type CheckOptions = {
  /** Called for each invalid row; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
}

/**
 * The first step of an import: reads a file, stores its rows with what they would do, and changes nothing else. The
 * import then waits for a decision.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 * @throws ImportStopped when the import was canceled
 */
export async function checkFile(id: string, { onProgress, onErrors }: CheckOptions = {}) {
  const found = await db
    .selectFrom('imports')
    .select(['kind', 'options', 'summary', 'is_published'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const source = await storedFile(id)
  if (!source) throw new UnreadableFile('The uploaded file is gone. Please choose it again.')
  const kind = parseFileKind(found.kind)
  const { header, ...checked } = await checkRows(
    { importId: id, kind, source, options: found.options as ImportOptions },
    async (rows, share) => {
      onProgress?.(rows)
      await recordCheckProgress(id, Math.floor(90 * share))
    },
    onErrors,
  )
  const summary: ImportSummary = { ...(found.summary as ImportSummary), ...checked }
  await db
    .updateTable('imports')
    .set({ header, summary: toJson(summary) })
    .where('id', '=', id)
    .execute()
  await analyzeRows()
  const decideRows = async (trx: Trx) => {
    const rejected =
      kind === 'changes'
        ? await recordChangeOutcomes(trx, id)
        : await checkDeals(trx, toWriting({ ...found, id, header, summary }))
    await countRows(trx, id)
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set({ status: 'CHECKED', progress: 100 })
      .where('id', '=', id)
      .where('status', '=', 'CHECKING')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ImportStopped('The import was canceled.')
    return rejected
  }
  // In between, another import may take a slug that is free for a row, which is then compared with that deal.
  const failed = await inLongTransaction(decideRows, { isSnapshot: true })
  for (const errors of failed) onErrors?.(errors)
}

/** Finds the deals of all rows and compares them. Returns the rows that fail. */
async function checkDeals(trx: Trx, writing: Writing) {
  const { importId } = writing
  await matchDeals(trx, importId)
  const repeated = await rejectRepeated(trx, importId)
  await assignFreeSlugs(trx, importId)
  const unsuitable = await rejectUnsuitablePrices(trx, writing)
  await compareDeals(trx, writing)
  return [...repeated, ...unsuitable]
}

type StoredImport = {
  id: string
  header: string[]
  kind: string
  is_published: boolean
  options: unknown
  summary: unknown
}

/** How the rows of an import are compared and written. */
export function toWriting({ id, header, kind, is_published, options, summary }: StoredImport): Writing {
  const { columns = exactMapping(header, parseFileKind(kind)), keepsLive = false } = options as ImportOptions
  const { readings, latestStart } = summary as ImportSummary
  const present = new Set(Object.keys(columns) as ImportColumn[])
  // Prices may name their currency, in a file without a column for it.
  if (readings?.currency) present.add('currency')
  return { importId: id, present, publish: is_published, keepsLive, latestStart }
}

/** Called after each batch with the number of rows read so far and the share of the file, from 0 to 1. */
type OnRead = (rows: number, share: number) => Promise<void>

type FileToCheck = { importId: string; kind: FileKind; source: CsvSource; options: ImportOptions }

type Cells = Partial<Record<ColumnName, string>>
type RowToCheck = { row: number; cells: Cells }
/** Checks a batch of rows. */
type Check = (rows: RowToCheck[]) => Promise<(ValidRow | RowErrors)[]>
type ValidRow = { row: number; slug: string; deal_id?: string }

/**
 * Reads and validates a whole file, and stores its rows. Nothing else is changed.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
async function readRows(file: FileToCheck, onRead: OnRead, onErrors: CheckOptions['onErrors']) {
  const { importId, kind, source, options } = file
  const { check, missing } = await openFormat(file)
  let rowCount = 0
  let header: string[] = []
  let foreign: ForeignCells | undefined
  // Rows are stored while the next ones are read.
  let storing: Promise<unknown> = Promise.resolve()
  await clearRows(importId)
  try {
    for await (const batch of readCsvFile(source)) {
      header = batch.header
      const mapping = options.columns ?? exactMapping(header, kind)
      foreign ??= openForeign(header, mapping)
      const checked = await checkBatch(batch.rows, mapping, foreign)
      for (const result of checked) if ('errors' in result) onErrors?.(result)
      await storing
      storing = storeRows(
        importId,
        checked.map((result, index) => toStoredRow(result, batch.rows[index]!.cells)),
      )
      // Its error is thrown where it is awaited.
      storing.catch(() => {})
      rowCount += batch.rows.length
      await onRead(rowCount, batch.share)
    }
    await storing
    if (rowCount === 0) throw new UnreadableFile(NO_ROWS)
  } catch (error) {
    await storing.catch(() => {})
    await clearRows(importId)
    throw error
  }
  const { months, unclearDate, readings } = foreign!
  return { header, months, unclearDate, readings, missing: missing?.() }

  function openForeign(names: string[], mapping: Mapping) {
    const twice = options.columns ? [] : repeatedColumns(names, kind)
    if (twice.length > 0) throw new UnreadableFile(`Duplicate columns in the first row: ${twice.join(', ')}.`)
    const absent = missingColumns(mapping, kind, (options.vendor ?? 'error') !== 'error')
    if (absent.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${absent.join(', ')}.`)
    return new ForeignCells(names, options)
  }

  /** Rows of another width, or with cells that cannot be read, fail before the rules of the form are asked. */
  async function checkBatch(records: CsvRecord[], mapping: Mapping, reader: ForeignCells) {
    const failed = new Map<number, RowErrors>()
    const readable: RowToCheck[] = []
    for (const { row, cells: record, fault } of records) {
      const { cells, errors } = fault ? WIDTH(fault) : reader.read(applyMapping(mapping, record))
      if (errors.length > 0) failed.set(row, { row, errors })
      else readable.push({ row, cells })
    }
    const checked = await check(readable)
    const results = new Map(checked.map((result) => [result.row, result]))
    return records.map(({ row }) => failed.get(row) ?? results.get(row)!)
  }
}

const toStoredRow = (result: ValidRow | RowErrors, cells: string[]): CheckedRow => {
  if ('errors' in result) return { row: result.row, cells, errors: result.errors }
  const { row, slug, deal_id, ...value } = result
  return { row, cells, slug, deal_id, value }
}

const WIDTH = (message: string) => ({
  cells: {},
  errors: [{ column: 'row', message, cause: 'The row has another number of cells than the header.' }],
})

/** How the rows of a kind of file are checked, and the names that were missing in the end. */
type Format = { check: Check; missing?: () => ImportSummary['missing'] }

async function openFormat({ kind, options }: FileToCheck): Promise<Format> {
  if (kind === 'changes') {
    const checker = new ChangeChecker()
    return { check: (rows) => checker.check(rows) }
  }
  const names = await TaxonomyNames.load(options)
  return {
    check: (rows) =>
      rejectMissingPictures(rows.map(({ row, cells }) => checkDealRow(row, cells, names, options.vendor))),
    missing: () => ({ category: listMissing(names.missing.category), platform: listMissing(names.missing.platform) }),
  }
}

/** Where the dates of a file say whether the month comes first, those that do not are read alike. */
async function checkRows(file: FileToCheck, onRead: OnRead, onErrors: CheckOptions['onErrors']) {
  const errors: RowErrors[] = []
  const { months, ...checked } = await readRows(file, onRead, onErrors && ((found) => errors.push(found)))
  const isClear = months.first > 0 !== months.second > 0
  if (months.unclear > 0 && isClear && file.options.monthFirst === undefined) {
    const options = { ...file.options, monthFirst: months.first > 0 }
    const { months: _, ...again } = await readRows({ ...file, options }, onRead, onErrors)
    return { ...again, unclearDate: undefined }
  }
  for (const found of errors) onErrors?.(found)
  return { ...checked, unclearDate: file.options.monthFirst === undefined ? checked.unclearDate : undefined }
}
