import { Parser } from 'htmlparser2'

/**
 * Values as other programs write them, read as ours: dates, numbers, yes and no, lists, texts with HTML. What is not
 * understood stays as it is, so that the rule of its field rejects it.
 */
export type ForeignValue = {
  value: string
  /** How the value was read differently. */
  notes: Note[]
  /** Why the value cannot be read, without the name of its field and a full stop. */
  error?: string
}
export type Note = keyof typeof NOTES

/** What is said of one value and of several that were read differently. */
export const NOTES = {
  nothing: [
    'cell said NULL, N/A, - or the like; it counts as empty',
    'cells said NULL, N/A, - or the like; they count as empty',
  ],
  html: ['text had HTML; it became plain text', 'texts had HTML; they became plain text'],
  link: ['link was written as Markdown or HTML', 'links were written as Markdown or HTML'],
  time: ['date had a time; it was dropped', 'dates had a time; it was dropped'],
  date: ['date was written in another way', 'dates were written in another way'],
  serial: ['date was a day number or a timestamp', 'dates were day numbers or timestamps'],
  answer: ['cell said 1, y, x or the like; it is yes or no', 'cells said 1, y, x or the like; they are yes or no'],
  number: ['number had a unit or decimals', 'numbers had a unit or decimals'],
  free: ['price said "Free"; it is 0', 'prices said "Free"; they are 0'],
  currency: ['price named its currency', 'prices named their currency'],
  list: ['row has lists with commas', 'rows have lists with commas'],
  split: ['list with commas was split', 'lists with commas were split'],
  garbled: [
    'cell looks garbled. Save the file as UTF-8 and choose it again',
    'cells look garbled. Save the file as UTF-8 and choose it again',
  ],
} as const

const NOTHING = new Set(
  `null (null) nil none (none) n/a #n/a n.a. n.a na nan undefined unknown - -- --- – — ? \\n empty (empty) (blank) tba tbd
  #ref! #value! #name? #null! #num! #div/0! #error!`.split(/\s+/),
)

/** Words for nothing become empty text. */
export function readNothing(text: string): ForeignValue {
  const trimmed = text.trim()
  const isNothing = trimmed !== '' && trimmed.length <= 9 && NOTHING.has(trimmed.toLowerCase())
  return isNothing ? { value: '', notes: ['nothing'] } : unchanged(text)
}

const unchanged = (value: string): ForeignValue => ({ value, notes: [] })

const read = (text: string, value: string | undefined, note: Note): ForeignValue =>
  value === undefined || value === text ? unchanged(text) : { value, notes: [note] }

const BLOCKS = new Set('p div ul ol table h1 h2 h3 h4 h5 h6 blockquote section article pre'.split(' '))
const UNSHOWN = new Set('script style template'.split(' '))
const TAG =
  /<\/?(?:a|abbr|article|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|iframe|img|li|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?=[\s/>])/i
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/i

/** Text with HTML tags or entities becomes plain text; blocks become paragraphs, and items lines that begin with "- ". */
export function readText(text: string): ForeignValue {
  if (!text.includes('<') && !text.includes('&')) return unchanged(text)
  return read(text, TAG.test(text) || ENTITY.test(text) ? htmlToText(text) : text, 'html')
}

function htmlToText(html: string) {
  const hasTags = TAG.test(html)
  const parts: string[] = []
  let unshown = 0
  const parser = new Parser({
    ontext(data) {
      if (unshown === 0) parts.push(data)
    },
    onopentagname(name) {
      if (UNSHOWN.has(name)) unshown++
      else if (name === 'br' || name === 'tr') parts.push('\n')
      else if (name === 'li') parts.push('\n- ')
      else if (BLOCKS.has(name)) parts.push('\n\n')
    },
    onclosetag(name) {
      if (UNSHOWN.has(name)) unshown--
      else if (BLOCKS.has(name)) parts.push('\n\n')
    },
  })
  parser.end(hasTags ? html : html.replaceAll('<', '&lt;'))
  const lines = parts.join('').replaceAll('\u00a0', ' ').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const MARKDOWN_LINK = /\[([^[\]]{1,500})\]\(([^()\s]{1,2048})\)/g

/** Text on one line: HTML becomes plain text, and a Markdown link the words of it. */
export function readLine(text: string): ForeignValue {
  const { value, notes } = readText(text)
  const line = value.includes('](') ? value.replace(MARKDOWN_LINK, '$1') : value
  return line === value ? { value, notes } : { value: line, notes: [...notes, 'link'] }
}

const WHOLE_LINK = /^(?:\[[^[\]]{0,500}\]\(([^()\s]{1,2048})\)|<(https?:[^<>\s]{1,2048})>)$/i
const ANCHOR = /^<a\s[^<>]{0,2000}?href=["']([^"'<>]{1,2048})["']/i

/** An address, also in a Markdown or HTML link, and with the escaped "&" of a page's source. */
export function readAddress(text: string): ForeignValue {
  const trimmed = text.trim()
  const found = trimmed[0] === '[' || trimmed[0] === '<' ? (WHOLE_LINK.exec(trimmed) ?? ANCHOR.exec(trimmed)) : null
  const address = (found?.[1] ?? found?.[2] ?? trimmed).replace(/&(?:amp|#0?38|#x26);/gi, '&')
  return read(trimmed, address, found ? 'link' : 'html')
}

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
  const trimmed = text.trim()
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

const YES = new Set('1 y yes true t x on checked wahr ja si sí oui ✓ ✔ ☑'.split(' '))
const NO = new Set('0 n no false f off unchecked falsch nein non ✗ ✘ ☐'.split(' '))
const OURS = new Set(['yes', 'no', 'true', 'false'])

/** "yes" or "no". */
export function readAnswer(text: string): ForeignValue {
  const word = text.trim().toLowerCase()
  if (OURS.has(word)) return unchanged(text)
  if (YES.has(word)) return { value: 'yes', notes: ['answer'] }
  return NO.has(word) ? { value: 'no', notes: ['answer'] } : unchanged(text)
}

const NUMBER =
  /^[-−]?(\d{1,9})(?:[.,]0{1,6})?(?:\s?-?(%|percent|days?|d|tage?|codes?))?(?:\s(?:off|rabatt|discount))?$/i

/** A whole number, which may have a unit or decimals that are zero: "50%", "-50 %", "60.0", "60 days". */
export function readNumber(text: string): ForeignValue {
  const trimmed = text.trim()
  const [, number, unit] = NUMBER.exec(trimmed) ?? []
  // Shops write a discount of 50% as -50%. Nothing else is negative.
  const isRead = number !== undefined && (/^\d/.test(trimmed) || unit === '%')
  return isRead ? read(trimmed, number, 'number') : unchanged(text)
}

/** A discount in percent. None at all is written as 0 by many programs. */
export function readPercent(text: string): ForeignValue {
  const percent = readNumber(text)
  return /^0+$/.test(percent.value.trim()) ? { value: '', notes: ['nothing'] } : percent
}

const FREE = new Set('free free! kostenlos gratis gratuit gratuito'.split(' '))

/** A price: "Free" is 0. */
export const readFreePrice = (text: string): ForeignValue =>
  FREE.has(text.trim().toLowerCase()) ? { value: '0', notes: ['free'] } : unchanged(text)

const ITEM = /<li(?:\s[^<>]{0,500})?>/i

/**
 * Texts of a list, separated by a pipe as in our files. The items of an HTML list are its texts. A text with two or more
 * commas or semicolons, and a JSON list, are split only if `isSplit`.
 */
export function readList(text: string, isSplit: boolean): ForeignValue {
  const items = ITEM.test(text) ? text.split(ITEM).filter((item) => readText(item).value !== '') : [text]
  const plain = items.map((item) => readLine(item))
  const notes = plain.flatMap((one) => one.notes)
  const value = plain.map((one) => one.value).join('|')
  const entries = splitForeign(value)
  if (!entries) return { value, notes }
  return isSplit ? { value: entries.join('|'), notes: [...notes, 'split'] } : { value, notes: [...notes, 'list'] }
}

function splitForeign(text: string) {
  const json = text.trim().startsWith('[') ? parseJson(text) : undefined
  if (Array.isArray(json)) return json.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  const parts = text.split('|')
  if (!parts.some((part) => separators(part) >= 2)) return undefined
  return parts.flatMap((part) => (separators(part) >= 2 ? part.split(/[,;]/) : part)).map((part) => part.trim())
}

const separators = (text: string) => text.split(/[,;]/).length - 1

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether text in UTF-8 was read as Windows-1252, as in "fÃ¼r". */
export const looksGarbled = (text: string) =>
  /Ã[\u0080-\u00bf\u0192\u02c6\u0160-\u017e\u2013-\u2122]|â€|Â[\u00a0-\u00bf]/.test(text)
