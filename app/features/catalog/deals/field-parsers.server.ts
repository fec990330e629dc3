import { z } from 'zod'
import { line } from '~/http/fields.server'
import { readForeignPrice } from '~/http/foreign-values.server'
import { type Parser, ValueError } from '~/http/forms'
import { priceWithCurrency } from './price-parser'
import { RESERVED_SLUG, SLUG_MAX, SLUG_PATTERN } from './slug'

/** Three letters, stored as capitals. */
export const currency: Parser = (submitted) => {
  const code = submitted.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : new ValueError('must be three letters, such as USD')
}

const PRICES = ['original_price', 'deal_price', 'price', 'paid', 'target']

/** Gives the prices of a form, also those in its rows, the currency of its field `currency`, which they may name themselves. */
export function inOwnCurrency<Form extends z.ZodType>(form: Form) {
  return z.preprocess((fields) => {
    const { currency } = isRecord(fields) ? fields : {}
    return withCurrency(fields, typeof currency === 'string' && currency.trim() ? currency : 'USD')
  }, form)
}

function withCurrency(value: unknown, currency: string, name = ''): unknown {
  if (typeof value === 'string') {
    if (PRICES.includes(name)) return priceWithCurrency(readForeignPrice(value).value, currency)
    return name === 'plans' ? plansWithCurrency(value, currency) : value
  }
  if (Array.isArray(value)) return value.map((row) => withCurrency(row, currency))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([part, given]) => [part, withCurrency(given, currency, part)]))
}

/** The cell of a CSV file, "Tier 1:$59:1|Tier 2:$118:2", in which the second part of each plan is its price. */
function plansWithCurrency(cell: string, currency: string) {
  let part = 0
  return cell.replace(/\\.|[|:]|[^\\|:]+/gs, (text) => {
    if (text === '|') part = 0
    else if (text === ':') part++
    return part === 1 && text !== ':' ? priceWithCurrency(text, currency) : text
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const slug: Parser = (submitted) => {
  if (submitted === RESERVED_SLUG) return new ValueError(`cannot be "${RESERVED_SLUG}"`)
  if (!SLUG_PATTERN.test(submitted))
    return new ValueError('can contain only lowercase letters, digits and single hyphens between them')
  return submitted.length > SLUG_MAX ? new ValueError(`can have at most ${SLUG_MAX} characters`) : submitted
}

/** A code as it is typed in a shop: runs of spaces are one. */
export const code =
  (max: number): Parser =>
  (submitted) => {
    const text = line(max)(submitted)
    return typeof text === 'string' ? text.replace(/\s+/g, ' ') : text
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
