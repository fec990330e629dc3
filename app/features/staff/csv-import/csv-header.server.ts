import { pluralize } from '~/ui/pluralize'
import { CHANGE_FILE_COLUMNS, EXPORT_ONLY_COLUMN, IMPORT_COLUMNS } from './csv-import'

/** The file as a whole cannot be imported. The message is shown to the person who imports it. */
export class UnreadableFile extends Error {}

const DELIMITERS = [',', ';', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]
const DELIMITER_NAMES: Record<Delimiter, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

// A first line that names the delimiter for Excel: `sep=;`. A spreadsheet that read it as a row may have quoted it or
// added empty cells.
const SEP_LINE = /^\uFEFF?("?)sep=(\\t|[,;\t])\1[,;\t]*(?:\r\n|\r|\n)/i

/** Detects the delimiter from the start of a file: from its `sep=` line, or else the most frequent one in the header. */
export function detectDialect(start: string) {
  const [sepLine = '', , named] = SEP_LINE.exec(start) ?? []
  const header = start
    .slice(sepLine.length)
    .replace(/"[^"]*"/g, '')
    .replace(/^[\uFEFF\r\n]+/, '')
    .split(/[\r\n]/, 1)[0]!
  const declared = named === '\\t' ? '\t' : DELIMITERS.find((one) => one === named)
  const count = (delimiter: Delimiter) => header.split(delimiter).length
  const mostFrequent = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best))
  // A file that was saved again may have another delimiter than the line says.
  const delimiter = declared && header.includes(declared) ? declared : mostFrequent
  return { delimiter, delimiterName: DELIMITER_NAMES[delimiter], headerLine: sepLine ? 2 : 1 }
}

export type Columns<Column extends string> = { known: readonly Column[]; required: readonly Column[] }
export type CsvHeader<Column extends string> = {
  /** The column of each cell of a record; undefined for unknown ones. */
  columns: (Column | undefined)[]
  present: Set<Column>
  /** The number of columns up to the last one with a name. */
  width: number
  /** The names of all columns, as written. */
  names: string[]
  /** The names of columns that are ignored, as written. */
  unknown: string[]
}

/**
 * Finds the columns by name, in any order and case.
 *
 * @throws UnreadableFile for missing or duplicate columns
 */
export function readHeader<Column extends string>(names: string[], { known, required }: Columns<Column>) {
  const header: CsvHeader<Column> = { names, columns: [], present: new Set(), unknown: [], width: 0 }
  const duplicates: string[] = []
  header.width = names.findLastIndex(isFilled) + 1
  for (const name of names) {
    const column = known.find((candidate) => candidate === name.trim().toLowerCase())
    header.columns.push(column)
    if (!column) {
      if (isFilled(name)) header.unknown.push(name.trim())
    } else if (header.present.has(column)) duplicates.push(column)
    else header.present.add(column)
  }
  const missing = required.filter((column) => !header.present.has(column))
  if (duplicates.length > 0) throw new UnreadableFile(`Duplicate columns in the first row: ${duplicates.join(', ')}.`)
  if (missing.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${missing.join(', ')}.`)
  return header
}

/** The known and the unknown columns of a file. What only exports have is neither. */
export function columnsIn(names: string[], kind: string = 'deals') {
  const { present } = readHeader(names, { known: IMPORT_COLUMNS, required: [] })
  const { unknown } = readHeader(names, { known: knownColumns(kind), required: [] })
  return { present, unknown: unknown.filter((name) => name.toLowerCase() !== EXPORT_ONLY_COLUMN) }
}

/** All columns that an import of the kind reads. */
export const knownColumns = (kind: string): readonly string[] =>
  kind === 'changes' ? CHANGE_FILE_COLUMNS : IMPORT_COLUMNS

/**
 * Explains a row whose number of cells differs from the header's. Its cells are probably shifted, so that each would be
 * reported as wrong; one error about the number of cells replaces them.
 */
export function explainWidth(record: string[], { columns, width }: CsvHeader<string>, delimiterName: string) {
  const size = `Row has ${pluralize(record.length, 'cell')}, but the header has ${pluralize(width, 'column')}.`
  if (record.length < width) {
    return {
      fault: `${size} Check for a line break outside quotes, or a missing ${delimiterName} (an empty cell needs one too).`,
    }
  }
  const words = `${size} Check for an unquoted ${delimiterName}.`
  const surplus = record.slice(columns.length)
  // The rest of a text that was split at a comma begins with a space.
  if (surplus.some(isFilled) || (surplus.length > 0 && record.some((cell) => /^ \S/.test(cell))))
    return { fault: words }
  // Some programs end each line with a delimiter, and some people write notes in columns without a name.
  return surplus.length > 0 || record.slice(width).some(isFilled) ? { suspicion: words } : {}
}

export const isFilled = (cell: string) => cell.trim() !== ''
