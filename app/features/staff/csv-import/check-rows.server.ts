import { ChangeChecker } from './check-change.server'
import { checkDealRow, listMissing, rejectMissingPictures, TaxonomyNames } from './check-row.server'
import { applyMapping, exactMapping, type Mapping, missingColumns, repeatedColumns } from './columns'
import { type CsvRecord, NO_ROWS, readCsvFile, UnreadableFile } from './csv-file.server'
import type { ColumnName, FileKind, RowErrors } from './csv-import'
import { ForeignCells } from './foreign-cells.server'
import type { CsvSource } from './import-files.server'
import type { ImportOptions } from './import-options'
import { type CheckedRow, clearRows, storeRows } from './import-rows.server'

export type CheckOptions = {
  /** Called for each invalid row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
}
/** Called after each batch with the number of rows read so far and the share of the file, from 0 to 1. */
type OnRead = (rows: number, share: number) => Promise<void>

type FileToCheck = { importId: string; kind: FileKind; source: CsvSource; options: ImportOptions }

type Cells = Partial<Record<ColumnName, string>>
type RowToCheck = { row: number; cells: Cells }
/** Checks a batch of rows. */
type Check = (rows: RowToCheck[]) => Promise<(ValidRow | RowErrors)[]>
type ValidRow = { row: number; slug: string }

/**
 * Reads and validates a whole file, and stores its rows. Nothing else is changed.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
async function readRows(
  { importId, kind, source, options }: FileToCheck,
  check: Check,
  onRead: OnRead,
  onErrors: CheckOptions['onErrors'],
) {
  let rowCount = 0
  let header: string[] = []
  let foreign: ForeignCells | undefined
  await clearRows(importId)
  try {
    for await (const batch of readCsvFile(source)) {
      header = batch.header
      const mapping = options.columns ?? exactMapping(header, kind)
      foreign ??= openForeign(header, mapping)
      const checked = await checkBatch(batch.rows, mapping, foreign)
      for (const result of checked) if ('errors' in result) onErrors?.(result)
      await storeRows(
        importId,
        checked.map((result, index) => toStoredRow(result, batch.rows[index]!.cells)),
      )
      rowCount += batch.rows.length
      await onRead(rowCount, batch.share)
    }
    if (rowCount === 0) throw new UnreadableFile(NO_ROWS)
  } catch (error) {
    await clearRows(importId)
    throw error
  }
  const { months, unclearDate, readings } = foreign!
  return { header, months, unclearDate, readings }

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
  const { row, slug, ...value } = result
  return { row, cells, slug, value }
}

const WIDTH = (message: string) => ({
  cells: {},
  errors: [{ column: 'row', message, cause: 'The row has another number of cells than the header.' }],
})

async function readDeals(file: FileToCheck, onRead: OnRead, { onErrors }: CheckOptions) {
  const { options } = file
  const names = await TaxonomyNames.load(options)
  const check: Check = (rows) =>
    rejectMissingPictures(rows.map(({ row, cells }) => checkDealRow(row, cells, names, options.vendor)))
  const read = await readRows(file, check, onRead, onErrors)
  const { category, platform } = names.missing
  return { ...read, missing: { category: listMissing(category), platform: listMissing(platform) } }
}

async function readChanges(file: FileToCheck, onRead: OnRead, { onErrors }: CheckOptions) {
  const checker = new ChangeChecker()
  const check: Check = async (rows) =>
    (await checker.check(rows)).map((result) => {
      if ('errors' in result) return result
      const { deal_slug: slug, date: effective_on, ...change } = result
      return { ...change, slug, effective_on }
    })
  return { ...(await readRows(file, check, onRead, onErrors)), missing: undefined }
}

/**
 * Checks a whole file and stores its rows. Where its dates say whether the month comes first, those that do not are read alike.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported
 */
export async function checkRows(file: FileToCheck, onRead: OnRead, { onErrors }: CheckOptions = {}) {
  const read = file.kind === 'changes' ? readChanges : readDeals
  const errors: RowErrors[] = []
  const checked = await read(file, onRead, { onErrors: (found) => onErrors && errors.push(found) })
  const { first, second, unclear } = checked.months
  const isClear = first > 0 !== second > 0
  if (unclear > 0 && isClear && file.options.monthFirst === undefined) {
    return read({ ...file, options: { ...file.options, monthFirst: first > 0 } }, onRead, { onErrors })
  }
  for (const found of errors) onErrors?.(found)
  return { ...checked, unclearDate: file.options.monthFirst === undefined ? checked.unclearDate : undefined }
}
