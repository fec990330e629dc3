import { type ForeignValue, unchanged } from './foreign-values.server'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const OTHER_MONTHS: Record<string, number> = { mär: 3, mrz: 3, mai: 5, okt: 10, dez: 12 }
const TIME =
  /(?:T| {1,3})\d{1,2}(?::\d{2}){1,2}(?:[.,]\d{1,9})?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i
const LONGEST_DATE = 60
const NO_END = new Set(
  `ongoing never forever lifetime unlimited permanent evergreen open lifetime-deal none 0000-00-00 no-expiry no-end-date`.split(
    /\s+/,
  ),
)

/**
 * A day as YYYY-MM-DD. With slashes or hyphens, the month comes first in some countries and the day in others. Where
 * neither is over 12, `monthFirst` decides; without it, the day cannot be read.
 */
export function readDate(text: string, monthFirst?: boolean): ForeignValue {
  // Notion writes an @ before a date.
  const trimmed = text.trim().replace(/^@/, '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed) && trimmed !== '0000-00-00') return unchanged(trimmed)
  const day =
    trimmed.length > LONGEST_DATE ? trimmed : trimmed.replace(TIME, '').replace(/^[a-z]{3,9},\s+(?=\d|[a-z])/i, '')
  if (NO_END.has(day.toLowerCase().replaceAll(' ', '-'))) return { value: '', notes: ['nothing'] }
  const stamp = readStamp(trimmed)
  if (stamp) return { value: stamp, notes: ['serial'] }
  const value = readYearFirst(day) ?? readNamedMonth(day) ?? readNumbers(day, monthFirst)
  if (value === 'ambiguous')
    return { ...unchanged(trimmed), error: 'can be read in two ways. Say whether the month or the day comes first' }
  return value === undefined ? unchanged(trimmed) : { value, notes: [day === trimmed ? 'date' : 'time'] }
}

/** Which part of a date with slashes or hyphens is the month, where only one can be; undefined for other texts. */
export function monthPosition(text: string): 'first' | 'second' | 'unclear' | undefined {
  const [, first, second] = (text.length <= LONGEST_DATE && NUMBERS.exec(text.trim().replace(TIME, ''))) || []
  if (!first || !second) return undefined
  if (Number(first) > 12) return 'second'
  return Number(second) > 12 ? 'first' : 'unclear'
}

const NUMBERS = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/

function readNumbers(day: string, monthFirst: boolean | undefined) {
  const [, dd, mm, yyyy] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(day) ?? []
  if (dd) return toDay(yyyy, mm, dd)
  const [, first, second, year] = NUMBERS.exec(day) ?? []
  if (!first) return undefined
  const position = monthPosition(day)
  if (position === 'unclear' && first !== second && monthFirst === undefined) return 'ambiguous'
  const isMonthFirst = position === 'unclear' ? monthFirst : position === 'first'
  return isMonthFirst ? toDay(year, first, second) : toDay(year, second, first)
}

function readYearFirst(day: string) {
  const [, year, , month, date] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? /^((?:19|20)\d{2})()(\d{2})(\d{2})$/.exec(day) ?? []
  return toDay(year, month, date)
}

/** "27 Nov 2026", "27. November 2026", "November 27th, 2026", "27-Nov-26" */
function readNamedMonth(day: string) {
  const [, before, name = '', after, year] =
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)?[ -])?(\p{L}{3,9})\.?[ -](?:(\d{1,2})(?:st|nd|rd|th)?,? )?'?(\d{4}|\d{2})$/iu.exec(
      day,
    ) ?? []
  const start = name.slice(0, 3).toLowerCase()
  const month = MONTHS.indexOf(start) + 1 || OTHER_MONTHS[start]
  if (!month || (before === undefined) === (after === undefined)) return undefined
  return toDay(year, String(month), before ?? after)
}

function toDay(year: string | undefined, month: string | undefined, date: string | undefined) {
  if (!year || !month || !date) return undefined
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  // The calendar of Date would turn 31 February into a day of March.
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) ? day : undefined
}

const DAY_MS = 86_400_000
/** The day numbers of spreadsheets count from here. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** Day numbers of a spreadsheet, and seconds or milliseconds since 1970, of the years from 2000 to 2099. */
function readStamp(text: string) {
  const [, number] = /^(\d{5}|\d{9,10}|\d{12,13})(?:\.\d{1,9})?$/.exec(text) ?? []
  if (!number) return undefined
  const count = Number(number)
  const time = number.length === 5 ? DAY_ZERO + count * DAY_MS : count * (number.length <= 10 ? 1_000 : 1)
  const day = new Date(time).toISOString().slice(0, 10)
  return day >= '2000' && day < '2100' ? day : undefined
}
