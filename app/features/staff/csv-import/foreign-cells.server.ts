import { DEAL_FIELD_NAMES, DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { monthPosition, readDate } from '~/http/foreign-dates.server'
import {
  type ForeignValue,
  looksGarbled,
  NOTES,
  type Note,
  readAddress,
  readAnswer,
  readForeignPrice,
  readLine,
  readList,
  readNothing,
  readNumber,
  readPercent,
  readPicture,
  readText,
} from '~/http/foreign-values.server'
import { utcToday } from '~/http/utc-day'
import { shorten } from '~/ui/shorten'
import { type ColumnError, type ColumnName, columnLabel, EXPORT_ONLY_COLUMN, IMPORT_COLUMNS } from './csv-import'
import type { ImportOptions, Readings } from './import-options'

type Reader = (text: string, options: ReadOptions) => ForeignValue
type ReadOptions = Pick<ImportOptions, 'splitsLists' | 'monthFirst'>

const asWritten: Reader = (value) => ({ value, notes: [] })

const READERS = {
  line: readLine,
  text: readText,
  slug: asWritten,
  price: readForeignPrice,
  currency: asWritten,
  date: (text, { monthFirst }) =>
    text.trim().toLowerCase() === 'today' ? { value: utcToday(), notes: [] } : readDate(text, monthFirst),
  url: readAddress,
  picture: readPicture,
  code: readLine,
  number: readNumber,
  percent: readPercent,
  choice: asWritten,
  answer: readAnswer,
  list: (text, { splitsLists }) => readList(text, Boolean(splitsLists)),
  plans: asWritten,
} satisfies Record<string, Reader>
type Kind = keyof typeof READERS

const CHANGE_KINDS: Partial<Record<ColumnName, Kind>> = {
  ...{ deal_slug: 'slug', kind: 'choice', date: 'date', affects_owners: 'choice', source_url: 'url' },
  ...{ old_value: 'line', new_value: 'line' },
}

/** Of columns that are read in another way than the fields they fill. */
const COLUMN_KINDS: Partial<Record<ColumnName, Kind>> = {
  ...{ category: 'line', platform: 'line', tags: 'list', pros: 'list', cons: 'list', plans: 'plans' },
  ...{ hero_image_url: 'picture', discount_percent: 'percent', confirmed_on: 'date' },
}

const KINDS = new Map<string, Kind>([
  ...Object.entries(CHANGE_KINDS),
  ...DEAL_FIELD_NAMES.flatMap((field) => DEAL_FIELDS[field].csv.map((column) => [column, kindOf(field)] as const)),
  ...Object.entries(COLUMN_KINDS),
])

function kindOf(field: keyof typeof DEAL_FIELDS): Kind {
  const { kind } = DEAL_FIELDS[field]
  return kind in READERS ? (kind as Kind) : 'line'
}

type CellsOf<Column extends ColumnName> = Partial<Record<Column, string>>

/** Reads the cells of a file's rows, and counts what was read differently. */
export class ForeignCells {
  readings: Readings = {}
  /** How many dates say that the month or the day comes first, and how many can be read in both ways. */
  months = { first: 0, second: 0, unclear: 0 }
  /** A date that can be read in two ways. */
  unclearDate: string | undefined

  /** Texts of our own exports are meant as they are written. */
  #isOwnExport: boolean

  constructor(
    header: string[],
    private options: ReadOptions,
  ) {
    this.#isOwnExport = header.includes(EXPORT_ONLY_COLUMN) && IMPORT_COLUMNS.every((column) => header.includes(column))
  }

  read<Column extends ColumnName>(cells: CellsOf<Column>) {
    const errors: ColumnError[] = []
    const read: CellsOf<Column> = {}
    const noted = new Set<Note>()
    for (const [column, cell] of Object.entries(cells) as [Column, string][]) {
      const kind = KINDS.get(column) ?? 'line'
      const { value, notes, error } = cell === '' ? asWritten(cell, {}) : this.#readCell(kind, cell)
      read[column] = value
      if (error) errors.push({ column, message: `${columnLabel(column)} ${error}.` })
      for (const note of notes) this.#count(note, cell, value, noted)
    }
    this.#takeCurrency(read as CellsOf<ColumnName>, noted)
    return { cells: read, errors }
  }

  #readCell(kind: Kind, cell: string): ForeignValue {
    if (kind === 'date') this.#countMonth(cell)
    if (this.#isOwnExport && kind !== 'date') return asWritten(cell, {})
    const nothing = readNothing(cell)
    const found = nothing.notes.length > 0 ? nothing : READERS[kind](cell, this.options)
    return looksGarbled(cell) ? { ...found, notes: [...found.notes, 'garbled'] } : found
  }

  #countMonth(cell: string) {
    const position = monthPosition(cell)
    if (!position) return
    this.months[position] += 1
    if (position === 'unclear') this.unclearDate ??= cell.trim()
  }

  /** A price may name its currency, in a file without a column for it. */
  #takeCurrency(cells: CellsOf<ColumnName>, noted: Set<Note>) {
    if (cells.currency !== undefined) return
    for (const column of ['deal_price', 'original_price'] as const) {
      const price = cells[column] ?? ''
      const currency = currencyIn(price)
      if (!currency) continue
      cells.currency = currency
      this.#count('currency', price, currency, noted)
      return
    }
  }

  /** Rows with lists are counted once, other notes once for each cell. */
  #count(note: Note, before: string, after: string, noted: Set<Note>) {
    if (note === 'list' && noted.has(note)) return
    noted.add(note)
    const reading = this.readings[note] ?? { count: 0, before: shorten(before, 60), after: shorten(after, 60) }
    this.readings[note] = reading
    reading.count += 1
  }
}

const SIGNS: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR' }

/** The currency that a price names, unless it is that of US dollars, which is meant without one. */
function currencyIn(price: string) {
  const sign = /[€£₹]/.exec(price)?.[0]
  const code = /^([A-Z]{3})\s?\d|\d\s?([A-Z]{3})$/.exec(price.trim())
  return sign ? SIGNS[sign] : (code?.[1] ?? code?.[2])
}

/** The sentences about what was read differently, most frequent first. */
export function listReadings(readings: Readings) {
  return (Object.keys(NOTES) as Note[])
    .flatMap((note) => {
      const found = readings[note]
      return found ? [{ note, text: NOTES[note][found.count === 1 ? 0 : 1], ...found }] : []
    })
    .toSorted((one, other) => other.count - one.count)
}
