import { DEAL_LIMITS } from './deal'
import { RESERVED_SLUG, SLUG_MAX, SLUG_PATTERN } from './slug'

/** Why a typed value cannot be taken, in words that follow the name of the field. */
export class ValueError {
  constructor(readonly words: string) {}
}

/** Turns what was typed, trimmed and not empty, into what is stored. */
export type Parser = (typed: string) => string | ValueError

// Format, filler and blank characters that show nothing, alone or together.
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Text that stays on one line; line breaks and tabs in it become spaces. */
export const line = (max: number): Parser => {
  return (typed) => checkText(/[\t\r\n]/.test(typed) ? typed.replace(/[\t\r\n]+/g, ' ') : typed, max)
}

/** Text with line breaks, which are stored as LF whatever they were typed as. */
export const paragraphs = (max: number): Parser => {
  return (typed) => checkText(typed.includes('\r') ? typed.replace(/\r\n?/g, '\n') : typed, max)
}

function checkText(typed: string, max: number) {
  const text = typed.isWellFormed() ? typed : typed.toWellFormed()
  const control = CONTROL.exec(text)?.[0]
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return new ValueError(`contains a control character (U+${code}). Remove it`)
  }
  if (INVISIBLE.test(text)) return new ValueError('has no visible text')
  if (text.length > max) {
    const length = [...text].length
    if (length > max) return new ValueError(`can have at most ${max} characters, not ${length}`)
  }
  return text
}

export const currency: Parser = (typed) => {
  const code = typed.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : new ValueError('must be three letters, such as USD')
}

/** A day that is in the calendar, as YYYY-MM-DD. */
export const day: Parser = (typed) => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? []
  const isReal = Number(year) > 0 && Number(date) > 0 && Number(date) <= daysIn(Number(year), Number(month))
  return isReal ? typed : new ValueError('must be a real date written as YYYY-MM-DD, such as 2026-01-31')
}

function daysIn(year: number, month: number) {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** An http or https address without a user name or password. */
export const address: Parser = (typed) => {
  if (typed.length > DEAL_LIMITS.url) return new ValueError(`can have at most ${DEAL_LIMITS.url} characters`)
  const url = /^https?:\/\/[^\s/\\?#]/i.test(typed) && !/\s/.test(typed) && !CONTROL.test(typed) && URL.parse(typed)
  if (!url) return new ValueError('must be a full web address, such as https://vendor.example/deal')
  return url.username || url.password ? new ValueError('cannot contain a username or password') : typed
}

export const slug: Parser = (typed) => {
  if (typed === RESERVED_SLUG) return new ValueError(`cannot be "${RESERVED_SLUG}"`)
  if (!SLUG_PATTERN.test(typed))
    return new ValueError('can contain only lowercase letters, digits and single hyphens between them')
  return typed.length > SLUG_MAX ? new ValueError(`can have at most ${SLUG_MAX} characters`) : typed
}
