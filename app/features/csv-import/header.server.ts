import { UnreadableFile } from './unreadable-file.server'

export type Columns<Column extends string> = { known: readonly Column[]; required: readonly Column[] }
export type CsvHeader<Column extends string> = {
  /** The column at each place of a record; undefined where it is none of ours. */
  places: (Column | undefined)[]
  present: Set<Column>
  /** How many columns there are up to the last one that has a name. */
  width: number
  /** The names of all columns, as written. */
  names: string[]
  /** The names of columns that are ignored, as written. */
  unknown: string[]
}

/** Finds the columns by name, in any order and case. */
export function readHeader<Column extends string>(names: string[], { known, required }: Columns<Column>) {
  const header: CsvHeader<Column> = { names, places: [], present: new Set(), unknown: [], width: 0 }
  const twice: string[] = []
  header.width = names.findLastIndex((name) => name.trim() !== '') + 1
  for (const name of names) {
    const column = known.find((one) => one === name.trim().toLowerCase())
    header.places.push(column)
    if (!column) {
      if (name.trim()) header.unknown.push(name.trim())
    } else if (header.present.has(column)) twice.push(column)
    else header.present.add(column)
  }
  const missing = required.filter((column) => !header.present.has(column))
  if (twice.length > 0) throw new UnreadableFile(`Duplicate columns in the first row: ${twice.join(', ')}.`)
  if (missing.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${missing.join(', ')}.`)
  return header
}
