import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { unescapeCell } from '~/http/escape'
import { MAX_CELL_KB, MAX_FILE_MB, MAX_ROWS, ROW_OFFSET } from './csv-import'
import { type Dialect, detectDialect } from './dialect.server'
import { type Columns, type CsvHeader, readHeader } from './header.server'
import { explainWidth } from './row-width.server'
import { explainParserError, UnreadableFile } from './unreadable-file.server'
import { assertUtf8 } from './utf8.server'

const KB = 1024
const BATCH_ROWS = 2000

export type CsvRow<Column extends string> = {
  row: number
  cells: Partial<Record<Column, string>>
  /** The cells as written in the file, in its order. */
  record: string[]
  /** Set when the number of cells differs from the header's, so that no cell can be trusted. */
  fault?: string
  /** Set when the surplus is only empty or unnamed cells: the likely cause if the row has other errors. */
  suspicion?: string
}
type CsvBatch<Column extends string> = {
  header: CsvHeader<Column>
  rows: CsvRow<Column>[]
  /** The share of the file that has been read, from 0 to 1. */
  share: number
}

/**
 * Streams a CSV file in batches of rows.
 *
 * @throws UnreadableFile, possibly after some batches, so commit nothing before the last one
 */
export async function* readCsvFile<Column extends string>(
  file: string,
  columns: Columns<Column>,
): AsyncGenerator<CsvBatch<Column>> {
  let header: CsvHeader<Column> | undefined
  let rows: CsvRow<Column>[] = []
  let index = 0
  let isFilled = false
  const { source, records, dialect } = await openRecords(file)
  const share = () => source.stream.bytesRead / source.size
  for await (const record of records) {
    if (!header) {
      header = readHeader(record, columns)
      continue
    }
    const row = index++ + ROW_OFFSET
    if (record.every((cell) => cell.trim() === '')) continue
    if (row - ROW_OFFSET >= MAX_ROWS) {
      throw new UnreadableFile(
        `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it and import the parts.`,
      )
    }
    isFilled = true
    rows.push(toRow(row, record, header, dialect))
    if (rows.length === BATCH_ROWS) {
      yield { header, rows, share: share() }
      rows = []
    }
  }
  if (header && rows.length > 0) yield { header, rows, share: 1 }
  else if (!isFilled) throw new UnreadableFile('No data to import')
}

/** Whether a file has at most a header. False for a file without a known column or that cannot be read: its check says why. */
export async function hasNoRows(file: string, known: readonly string[]) {
  let header: string[] | undefined
  try {
    for await (const record of (await openRecords(file)).records) {
      if (header && record.some((cell) => cell.trim() !== '')) return false
      header ??= record
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
  return !header || header.some((cell) => known.includes(cell.trim().toLowerCase()))
}

async function openRecords(file: string) {
  const { size } = await fs.promises.stat(file)
  if (size > MAX_FILE_MB * KB * KB)
    throw new UnreadableFile(`The file is over ${MAX_FILE_MB} MB. Split it and import the parts.`)
  const dialect = detectDialect(await readStart(file))
  const options: Options = {
    bom: true,
    delimiter: dialect.delimiter,
    from_line: dialect.headerLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // An unclosed quote turns the rest of the file into one record, which must not fill the memory.
    max_record_size: 40 * MAX_CELL_KB * KB,
  }
  const parser = parse(options)
  const stream = fs.createReadStream(file, { highWaterMark: 64 * KB })
  // An error of any stream ends the parser, so the consumer of the records receives it.
  pipeline(stream, assertUtf8, parser, () => {})
  return { source: { stream, size }, records: withExplainedErrors(parser), dialect }
}

async function* withExplainedErrors(parser: AsyncIterable<string[]>) {
  try {
    yield* parser
  } catch (error) {
    throw explainParserError(error)
  }
}

async function readStart(file: string) {
  await using handle = await fs.promises.open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * KB))
  return buffer.toString('utf8', 0, bytesRead)
}

function toRow<Column extends string>(
  row: number,
  record: string[],
  header: CsvHeader<Column>,
  dialect: Dialect,
): CsvRow<Column> {
  const { columns, width } = header
  const cells: CsvRow<Column>['cells'] = {}
  for (const [index, cell] of record.entries()) {
    // A character has at most three bytes per UTF-16 unit, so most cells need no count of bytes.
    if (cell.length * 3 > MAX_CELL_KB * KB && Buffer.byteLength(cell) > MAX_CELL_KB * KB) {
      throw new UnreadableFile(`Row ${row}: the cell ${columns[index] ?? index + 1} is over ${MAX_CELL_KB} KB.`)
    }
    const column = columns[index]
    if (column) cells[column] = unescapeCell(cell)
  }
  return record.length === width
    ? { row, cells, record }
    : { row, cells, record, ...explainWidth(record, header, dialect) }
}
