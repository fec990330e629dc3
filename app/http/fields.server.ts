import { z } from 'zod'
import { RESERVED_SLUG, SLUG_MAX, SLUG_PATTERN, URL_MAX } from './field-table'
import { readAddress } from './foreign-values.server'
import { type Parser, ValueError } from './forms'
import { utcToday } from './utc-day'

// Format, filler and blank characters that show nothing, alone or together.
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

// Overrides, embeddings and isolates. The marks U+200E, U+200F and U+061C belong to names in Arabic and Hebrew.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Text on one line, such as a name or title; line breaks and tabs in it become spaces. `max` counts characters as people
 * do, not bytes. Characters that reverse text are rejected, because with them a name reads as another one.
 */
export const line = (max: number): Parser => {
  return (submitted) => {
    const direction = DIRECTION.exec(submitted)?.[0]
    if (direction !== undefined) {
      return new ValueError(`contains an invisible character that reverses text (${codePointOf(direction)}). Remove it`)
    }
    return checkText(/[\t\r\n]/.test(submitted) ? submitted.replace(/[\t\r\n]+/g, ' ') : submitted, max)
  }
}

/** Text with line breaks, which are stored as LF. A browser submits each as two characters; it counts as one. */
export const paragraphs = (max: number): Parser => {
  return (submitted) => checkText(submitted.includes('\r') ? submitted.replace(/\r\n?/g, '\n') : submitted, max)
}

function checkText(submitted: string, max: number) {
  const text = submitted.isWellFormed() ? submitted : submitted.toWellFormed()
  const control = CONTROL.exec(text)?.[0]
  if (control !== undefined) return new ValueError(`contains a control character (${codePointOf(control)}). Remove it`)
  if (INVISIBLE.test(text)) return new ValueError('has no visible text')
  if (text.length > max) {
    const length = [...text].length
    if (length > max) return new ValueError(`can have at most ${max} characters, not ${length}`)
  }
  return text
}

const codePointOf = (character: string) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A code as it is typed in a shop: runs of spaces are one. */
export const code = (max: number): Parser => {
  return (submitted) => line(max)(submitted.replace(/\s+/g, ' '))
}

/** Three letters, stored as capitals. */
export const currency: Parser = (submitted) => {
  const letters = submitted.toUpperCase()
  return /^[A-Z]{3}$/.test(letters) ? letters : new ValueError('must be three letters, such as USD')
}

const calendarDay = z.iso.date()

/** A day that is in the calendar, as YYYY-MM-DD. PostgreSQL has no year 0. */
export const day: Parser = (submitted) => {
  const isDay = calendarDay.safeParse(submitted).success && !submitted.startsWith('0000')
  return isDay ? submitted : new ValueError('must be a real date written as YYYY-MM-DD, such as 2026-01-31')
}

/** A day up to today, in UTC. */
export const dayUntilToday: Parser = (submitted) => {
  const date = day(submitted)
  return typeof date === 'string' && date > utcToday() ? new ValueError('cannot be in the future') : date
}

// A host name that ends with letters, then a port, a path or nothing: "vendor.example/deal", but not "ann@vendor.example".
const WITHOUT_SCHEME = /^[\p{L}\p{N}.-]+\.\p{L}[\p{L}\p{N}-]{1,62}(?::\d{1,5})?(?:[/?#]|$)/u

/**
 * An http or https address without a user name or password; without a scheme it becomes https. The URL parser alone would
 * accept "https:vendor.example" and spaces, which it repairs, so that another address would be stored than the one checked.
 */
export const address: Parser = (submitted) => {
  const written = readAddress(submitted).value
  const full = WITHOUT_SCHEME.test(written) ? `https://${written}` : written
  if (full.length > URL_MAX) return new ValueError(`can have at most ${URL_MAX} characters`)
  const isPlain = /^https?:\/\/[^\s/\\?#]/i.test(full) && !/\s/.test(full) && !CONTROL.test(full)
  const url = isPlain && URL.parse(full)
  if (!url) return new ValueError('must be a full web address, such as https://vendor.example/deal')
  return url.username || url.password ? new ValueError('cannot contain a username or password') : full
}

export const slug: Parser = (submitted) => {
  if (submitted === RESERVED_SLUG) return new ValueError(`cannot be "${RESERVED_SLUG}"`)
  if (!SLUG_PATTERN.test(submitted))
    return new ValueError('can contain only lowercase letters, digits and single hyphens between them')
  return submitted.length > SLUG_MAX ? new ValueError(`can have at most ${SLUG_MAX} characters`) : submitted
}

/** A whole number. */
export const wholeNumber =
  (min: number, max: number): Parser<number> =>
  (submitted) => {
    const number = /^\d{1,9}$/.test(submitted) ? Number(submitted) : Number.NaN
    return number >= min && number <= max ? number : new ValueError(`must be a whole number from ${min} to ${max}`)
  }

const ANSWERS = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])

/** "yes" or "no", in any case. Spreadsheets write "TRUE" and "FALSE". */
export const answer: Parser<boolean> = (submitted) =>
  ANSWERS.get(submitted.toLowerCase()) ?? new ValueError('must be "yes" or "no"')

/** The most values that an error lists. */
const NAMED_CHOICES = 4

/** One of the values or their labels, in any case. */
export const choice = <Value extends string>(choices: Readonly<Record<Value, string>>): Parser<Value> => {
  const names = Object.keys(choices) as Value[]
  const values = new Map(
    names.flatMap((value): [string, Value][] => [
      [value.toLowerCase(), value],
      [choices[value].toLowerCase(), value],
    ]),
  )
  const known = names.slice(0, NAMED_CHOICES).join(', ') + (names.length > NAMED_CHOICES ? ' and so on' : '')
  return (submitted) => values.get(submitted.toLowerCase()) ?? new ValueError(`must be one of ${known}`)
}

/** A field that has to be filled in. Its messages are sentences that begin with the label. */
export function required<Value>(label: string, parse: Parser<Value>) {
  return z.string({ error: `${label} is required.` }).transform((submitted, context) => {
    const trimmed = submitted.trim()
    const value = trimmed === '' ? new ValueError('is required') : parse(trimmed)
    return value instanceof ValueError ? rejectValue(context, label, value) : value
  })
}

/** A field that may stay empty and is then `blank`. */
export function optional<Value, Blank extends string | null>(label: string, parse: Parser<Value>, blank: Blank) {
  return z
    .string()
    .optional()
    .transform((submitted, context) => {
      const trimmed = submitted === undefined ? '' : submitted.trim()
      if (trimmed === '') return blank
      const value = parse(trimmed)
      return value instanceof ValueError ? rejectValue(context, label, value) : value
    })
}

/** The rows of a list. Their errors name the row: "Plan 1 needs a name.", "Plan 1: Price cannot be negative." */
export function rowsOf<Row extends z.ZodType>(
  noun: string,
  row: Row,
  { max, tooMany }: { max: number; tooMany: string },
) {
  return z
    .array(z.unknown())
    .max(max, tooMany)
    .default([])
    .transform((rows, context) =>
      rows.map((submitted, index): z.output<Row> => {
        const { data, error } = row.safeParse(submitted ?? {})
        if (!error) return data
        for (const { path, message } of error.issues) {
          context.addIssue({ code: 'custom', path: [index, ...path], message: inRow(`${noun} ${index + 1}`, message) })
        }
        return z.NEVER
      }),
    )
}

function inRow(row: string, message: string) {
  const [, label] = /^(\w+) is required\.$/.exec(message) ?? []
  if (!label) return `${row}: ${message}`
  return `${row} needs ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}.`
}

export function rejectValue(context: z.RefinementCtx, label: string, { words }: ValueError) {
  context.addIssue({ code: 'custom', message: `${label} ${words}.` })
  return z.NEVER
}
