import { pipeline, Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { unescapeCell } from '~/http/escape'
import { pluralize } from '~/ui/pluralize'
import { MAX_CELL_KB, MAX_FILE_MB, MAX_ROWS, ROW_OFFSET } from './csv-import'
import type { CsvSource } from './import-files.server'

const KB = 1024
/** Small, because checking a batch blocks the event loop, and queries that wait for a connection meanwhile time out. */
const BATCH_ROWS = 100

/** What is said of a file without rows (spec §8). */
export const NO_ROWS = 'No data to import'

/** The file as a whole cannot be imported. The message is shown to the person who imports it. */
export class UnreadableFile extends Error {}

export type CsvRecord = {
  row: number
  /** The cells in the order of the file, without the apostrophe before formulas. */
  cells: string[]
  /** Set when the number of cells differs from the header's, so that no cell can be trusted. */
  fault?: string
}
type CsvBatch = {
  /** The first row, as written. */
  header: string[]
  rows: CsvRecord[]
  /** The share of the file that has been read, from 0 to 1. */
  share: number
}

/**
 * Streams a CSV file in batches of rows. The last batch is empty if the file has no rows.
 *
 * @throws UnreadableFile, possibly after some batches, so commit nothing before the last one
 */
export async function* readCsvFile(source: CsvSource): AsyncGenerator<CsvBatch> {
  let header: string[] | undefined
  let rows: CsvRecord[] = []
  let index = 0
  const { records, share } = await openRecords(source)
  for await (const record of skipTitleRows(records)) {
    if (!header) {
      header = record
      continue
    }
    const row = index++ + ROW_OFFSET
    if (!record.some(isFilled)) continue
    if (row - ROW_OFFSET >= MAX_ROWS) {
      throw new UnreadableFile(
        `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it and import the parts.`,
      )
    }
    rows.push(toRecord(row, record, header))
    if (rows.length === BATCH_ROWS) {
      yield { header, rows, share: share() }
      rows = []
    }
  }
  yield { header: header ?? [], rows, share: 1 }
}

/** The most rows above the headings, such as the title of a report. */
const TITLE_ROWS = 5

/** The records from the headings on: rows with one filled cell are no headings if one with three or more follows soon. */
async function* skipTitleRows(records: AsyncIterable<string[]>) {
  let held: string[][] | undefined = []
  for await (const record of records) {
    const filled = record.filter(isFilled).length
    if (!held) yield record
    else if (filled > 2) {
      yield* held.some((row) => row.filter(isFilled).length > 1) ? [...held, record] : [record]
      held = undefined
    } else if (filled > 0 || held.length > 0) {
      held.push(record)
      if (held.length > TITLE_ROWS) {
        yield* held
        held = undefined
      }
    }
  }
  if (held) yield* held
}

const isFilled = (cell: string) => cell.trim() !== ''

/** The header and the first rows of a file. */
export async function readFirstRows(source: CsvSource) {
  for await (const { header, rows } of readCsvFile(source)) return { header, rows }
  return { header: [], rows: [] }
}

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

// A first line that names the delimiter for Excel: `sep=;`. A spreadsheet that read it as a row may have quoted it or
// added empty cells.
const SEP_LINE = /^\uFEFF?("?)sep=(\\t|[,;\t|])\1[,;\t|]*(?:\r\n|\r|\n)/i

/** Detects the delimiter from the start of a file: from its `sep=` line, or else the most frequent one in the header. */
function detectDialect(start: string) {
  const [sepLine = '', , named] = SEP_LINE.exec(start) ?? []
  const lines = start
    .slice(sepLine.length)
    .replace(/"[^"]*"/g, '')
    .replace(/^[\uFEFF\r\n]+/, '')
    .split(/\r\n|\r|\n/, TITLE_ROWS + 1)
  const header = lines.find((line) => /[,;|\t]/.test(line)) ?? lines[0]!
  const declared = named === '\\t' ? '\t' : DELIMITERS.find((one) => one === named)
  const count = (delimiter: string) => header.split(delimiter).length
  const mostFrequent = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best))
  if (count(mostFrequent) === 1 && count(':') > 2) {
    throw new UnreadableFile('The columns are separated by colons, which are in links too. Save the file with commas.')
  }
  // A file that was saved again may have another delimiter than the line says.
  const delimiter: Delimiter = declared && header.includes(declared) ? declared : mostFrequent
  return { delimiter, headerLine: sepLine ? 2 : 1 }
}

async function openRecords({ bytes, chunks }: CsvSource) {
  if (bytes > MAX_FILE_MB * KB * KB)
    throw new UnreadableFile(`The file is over ${MAX_FILE_MB} MB. Split it and import the parts.`)
  const start = await readStart(chunks())
  const encoding = encodingOf(start)
  const { delimiter, headerLine } = detectDialect(new TextDecoder(encoding).decode(start))
  const options: Options = {
    bom: true,
    delimiter,
    from_line: headerLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Programs that separate with pipes rarely quote.
    relax_quotes: delimiter === '|',
    skip_empty_lines: true,
    // An unclosed quote turns the rest of the file into one record, which must not fill the memory.
    max_record_size: 40 * MAX_CELL_KB * KB,
  }
  const parser = parse(options)
  let readBytes = 0
  async function* decoded() {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const chunk of chunks()) {
      readBytes += chunk.length
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  }
  // An error of any stream ends the parser, so the consumer of the records receives it.
  pipeline(Readable.from(decoded()), parser, () => {})
  return { records: withExplainedErrors(parser), share: () => readBytes / Math.max(bytes, 1) }
}

async function readStart(chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) return chunk.subarray(0, 64 * KB)
  return Buffer.alloc(0)
}

/** Detected by the byte order mark or, without one, by a zero byte in the first characters. */
function encodingOf(start: Buffer) {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8'
}

async function* withExplainedErrors(parser: AsyncIterable<string[]>) {
  try {
    yield* parser
  } catch (error) {
    throw explainReadError(error)
  }
}

/** Turns an error of the CSV parser or of the decoder into an UnreadableFile. Returns other errors unchanged. */
function explainReadError(error: unknown) {
  if ((error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new UnreadableFile('The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.')
  }
  if (!(error instanceof CsvError)) return error
  return new UnreadableFile(`Row ${Number(error.records) + 1} (line ${Number(error.lines)}): ${explain(error)}`)
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

function toRecord(row: number, record: string[], header: string[]): CsvRecord {
  for (const [index, cell] of record.entries()) {
    // A character has at most three bytes per UTF-16 unit, so most cells need no count of bytes.
    if (cell.length * 3 > MAX_CELL_KB * KB && Buffer.byteLength(cell) > MAX_CELL_KB * KB) {
      throw new UnreadableFile(`Row ${row}: the cell ${header[index] ?? index + 1} is over ${MAX_CELL_KB} KB.`)
    }
  }
  return { row, cells: record.map(unescapeCell), ...explainWidth(record, header) }
}

/** Empty cells at the end of a row are no fault. */
function explainWidth(record: string[], header: string[]) {
  const width = header.findLastIndex(isFilled) + 1
  if (record.length >= width && !record.slice(header.length).some(isFilled)) return {}
  const size = `Row has ${pluralize(record.length, 'cell')}, but the header has ${pluralize(width, 'column')}.`
  return { fault: size }
}
