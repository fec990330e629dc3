import { line } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'

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
