import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { unescapeCell } from '~/http/escape'
import {
  type Columns,
  type CsvHeader,
  detectDialect,
  explainWidth,
  isFilled,
  readHeader,
  UnreadableFile,
} from './csv-header.server'
import { MAX_CELL_KB, MAX_FILE_MB, MAX_ROWS, ROW_OFFSET } from './csv-import'

const KB = 1024
/** Small, because checking a batch blocks the event loop, and queries that wait for a connection meanwhile time out. */
const BATCH_ROWS = 100

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
  let isEmpty = true
  const { records, delimiterName, share } = await openRecords(file)
  for await (const record of records) {
    if (!header) {
      header = readHeader(record, columns)
      continue
    }
    const row = index++ + ROW_OFFSET
    if (!record.some(isFilled)) continue
    if (row - ROW_OFFSET >= MAX_ROWS) {
      throw new UnreadableFile(
        `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it and import the parts.`,
      )
    }
    isEmpty = false
    rows.push(toRow(row, record, header, delimiterName))
    if (rows.length === BATCH_ROWS) {
      yield { header, rows, share: share() }
      rows = []
    }
  }
  if (header && rows.length > 0) yield { header, rows, share: 1 }
  else if (isEmpty) throw new NoRows(header)
}

class NoRows extends UnreadableFile {
  constructor(readonly header?: CsvHeader<string>) {
    super('No data to import')
  }
}

/** Whether a file has at most a header. False for a file without a known column or that cannot be read: its check says why. */
export async function hasNoRows(file: string, known: readonly string[]) {
  try {
    for await (const _batch of readCsvFile(file, { known, required: [] })) break
  } catch (error) {
    if (error instanceof NoRows) return !error.header || error.header.present.size > 0
    if (!(error instanceof UnreadableFile)) throw error
  }
  return false
}

async function openRecords(file: string) {
  const { size } = await fs.promises.stat(file)
  if (size > MAX_FILE_MB * KB * KB)
    throw new UnreadableFile(`The file is over ${MAX_FILE_MB} MB. Split it and import the parts.`)
  const start = await readStart(file)
  if (isUtf16(start)) throw notUtf8('UTF-16')
  const { delimiter, delimiterName, headerLine } = detectDialect(start.toString())
  const options: Options = {
    bom: true,
    delimiter,
    from_line: headerLine,
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
  const share = () => stream.bytesRead / size
  return { records: withExplainedErrors(parser), delimiterName, share }
}

async function readStart(file: string) {
  await using handle = await fs.promises.open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * KB))
  return buffer.subarray(0, bytesRead)
}

// Detected by the byte order mark or, without one, by a zero byte in the first characters.
function isUtf16(start: Buffer) {
  const mark = start.length >= 2 ? start.readUInt16BE() : 0
  return mark === 0xfffe || mark === 0xfeff || (start.length >= 4 && (start[0] === 0) !== (start[1] === 0))
}

/** Passes chunks through unchanged. Throws at the first byte that is not UTF-8. */
async function* assertUtf8(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    decoder.decode(chunk, { stream: true })
    yield chunk
  }
  decoder.decode()
}

async function* withExplainedErrors(parser: AsyncIterable<string[]>) {
  try {
    yield* parser
  } catch (error) {
    throw explainReadError(error)
  }
}

/** Turns an error of the CSV parser or of the UTF-8 decoder into an UnreadableFile. Returns other errors unchanged. */
function explainReadError(error: unknown) {
  if ((error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return notUtf8('not UTF-8')
  if (!(error instanceof CsvError)) return error
  return new UnreadableFile(`Row ${Number(error.records) + 1} (line ${Number(error.lines)}): ${explain(error)}`)
}

function notUtf8(encoding: 'not UTF-8' | 'UTF-16') {
  return new UnreadableFile(`The file is ${encoding} text. Save it as "CSV UTF-8" and import it again.`)
}

function explain({ code, message }: CsvError) {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is opened and never closed.'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'text follows a closing quote, or a quote before it was never closed. Inside a quoted cell, write a quote twice.'
    case 'INVALID_OPENING_QUOTE':
      return 'there is a quote in a cell that is not quoted. Put the cell in quotes and write the quote twice.'
    case 'CSV_MAX_RECORD_SIZE':
      return 'the row is far too long. A quote in it is probably never closed.'
    default:
      return message
  }
}

function toRow<Column extends string>(
  row: number,
  record: string[],
  header: CsvHeader<Column>,
  delimiterName: string,
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
  const wrongWidth = record.length === width ? {} : explainWidth(record, header, delimiterName)
  return { row, cells, record, ...wrongWidth }
}
