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
  pictures: ['cell had several pictures; the first counts', 'cells had several pictures; the first counts'],
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
  `null (null) nil none (none) n/a #n/a n.a. n.a na nan undefined unknown - -- --- – — ? \\n empty (empty) (blank) tba tbd [] {}
  #ref! #value! #name? #null! #num! #div/0! #error!`.split(/\s+/),
)

/** Words for nothing become empty text. */
export function readNothing(text: string): ForeignValue {
  const trimmed = text.trim()
  const isNothing = trimmed !== '' && trimmed.length <= 9 && NOTHING.has(trimmed.toLowerCase())
  return isNothing ? { value: '', notes: ['nothing'] } : unchanged(text)
}

export const unchanged = (value: string): ForeignValue => ({ value, notes: [] })

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

/** A link of a spreadsheet. */
const HYPERLINK = /^=hyperlink\("([^"]{1,2048})"(?:[,;] ?"([^"]{0,500})")?\)$/i
/** What Notion writes behind the name of a related page. */
const RELATION = / \(https:\/\/(?:www\.)?notion\.(?:so|site)\/[^\s()]{1,2048}\)/g

/** Text on one line: HTML becomes plain text, and a link the words of it. */
export function readLine(text: string): ForeignValue {
  const { value, notes } = readText(text)
  const words = value[0] === '=' ? value.replace(HYPERLINK, '$2') : value
  const line = (words.includes('](') ? words.replace(MARKDOWN_LINK, '$1') : words).replace(RELATION, '')
  return line === value ? { value, notes } : { value: line, notes: [...notes, 'link'] }
}

const WHOLE_LINK = /^(?:\[[^[\]]{0,500}\]\(([^()\s]{1,2048})\)|<(https?:[^<>\s]{1,2048})>)$/i
const ANCHOR = /^<a\s[^<>]{0,2000}?href=["']([^"'<>]{1,2048})["']/i

/** A file of Airtable: "cover.png (https://files.example/1)". */
const ATTACHMENT = /^[^()]{1,300}\((https?:\/\/[^\s()]{1,2048})\)/i

/** An address, also in a link or with a name before it, and with the escaped "&" of a page's source. */
export function readAddress(text: string): ForeignValue {
  const trimmed = text.trim()
  const patterns = LINKS[trimmed[0] ?? ''] ?? [ATTACHMENT]
  const found = patterns.map((pattern) => pattern.exec(trimmed)).find((match) => match !== null)
  const address = (found?.[1] ?? found?.[2] ?? trimmed).replace(/&(?:amp|#0?38|#x26);/gi, '&')
  return read(trimmed, address, found ? 'link' : 'html')
}

const LINKS: Record<string, RegExp[]> = { '[': [WHOLE_LINK], '<': [WHOLE_LINK, ANCHOR], '=': [HYPERLINK] }

/** The address of a picture, the first of several. */
export function readPicture(text: string): ForeignValue {
  const [first = '', ...others] = text.trim().split(/[,;|\s]{1,9}(?=https?:\/\/)/i)
  const { value, notes } = readAddress(first)
  return { value, notes: others.length > 0 ? [...notes, 'pictures'] : notes }
}

const YES = new Set(
  '1 1.0 y yes true t x [x] on checked wahr ja si sí sì oui vrai verdadero vero ✓ ✔ ✔️ ☑ ☑️ ✅'.split(' '),
)
const NO = new Set('0 0.0 n no false f [] off unchecked falsch nein non faux falso ✗ ✘ ✖ ✖️ ❌ ☐ ⬜'.split(' '))
const OURS = new Set(['yes', 'no', 'true', 'false'])

/** "yes" or "no". */
export function readAnswer(text: string): ForeignValue {
  const word = text.trim().toLowerCase().replace('[ ]', '[]')
  if (OURS.has(word)) return unchanged(text)
  if (YES.has(word)) return { value: 'yes', notes: ['answer'] }
  return NO.has(word) ? { value: 'no', notes: ['answer'] } : unchanged(text)
}

const NUMBER =
  /^(?:save )?[-−]?(\d{1,9})(?:[.,]0{1,6})?(?:\s?-?(%|percent|days?|d|tage?|codes?))?(?:\s(?:off|rabatt|discount))?$/i

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

/** A price: "Free" is 0, and "49,-" is 49. */
export function readForeignPrice(text: string): ForeignValue {
  if (FREE.has(text.trim().toLowerCase())) return { value: '0', notes: ['free'] }
  return read(text, text.replace(/(\d)[,.][-–—]{1,2}(?=\s{0,3}\D{0,4}$)/, '$1'), 'number')
}

const ITEM = /<li(?:\s[^<>]{0,500})?>/i
const BULLET = /^\s{0,9}(?:[-*•·–✓✔▪◦]|\d{1,2}[.)])\s+/u

/**
 * Texts of a list, separated by a pipe as in our files. The items of an HTML list, and of lines that all begin with a bullet,
 * are its texts. A text with two or more commas or semicolons, and a JSON list, are split only if `isSplit`.
 */
export function readList(text: string, isSplit: boolean): ForeignValue {
  const items = ITEM.test(text)
    ? text.split(ITEM).filter((item) => readText(item).value !== '')
    : (splitBullets(text) ?? [text])
  const plain = items.map((item) => readLine(item))
  const notes = plain.flatMap((one) => one.notes)
  const value = plain.map((one) => one.value).join('|')
  const entries = splitForeign(value)
  if (!entries) return { value, notes }
  return isSplit ? { value: entries.join('|'), notes: [...notes, 'split'] } : { value, notes: [...notes, 'list'] }
}

function splitBullets(text: string) {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => BULLET.test(line))) return undefined
  return lines.map((line) => line.replace(BULLET, ''))
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
    // Python writes lists with apostrophes.
    return JSON.parse(/^\[\s*'/.test(text.trim()) ? text.replaceAll("'", '"') : text)
  } catch {
    return undefined
  }
}

/** Whether text in UTF-8 was read as Windows-1252, as in "fÃ¼r". */
export const looksGarbled = (text: string) =>
  /Ã[\u0080-\u00bf\u0192\u02c6\u0160-\u017e\u2013-\u2122]|â€|Â[\u00a0-\u00bf]/.test(text)
