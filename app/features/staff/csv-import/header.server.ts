import { UnreadableFile } from './unreadable-file.server'

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
  header.width = names.findLastIndex((name) => name.trim() !== '') + 1
  for (const name of names) {
    const column = known.find((candidate) => candidate === name.trim().toLowerCase())
    header.columns.push(column)
    if (!column) {
      if (name.trim()) header.unknown.push(name.trim())
    } else if (header.present.has(column)) duplicates.push(column)
    else header.present.add(column)
  }
  const missing = required.filter((column) => !header.present.has(column))
  if (duplicates.length > 0) throw new UnreadableFile(`Duplicate columns in the first row: ${duplicates.join(', ')}.`)
  if (missing.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${missing.join(', ')}.`)
  return header
}
