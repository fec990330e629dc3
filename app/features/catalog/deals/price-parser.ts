import { type Parser, ValueError } from '~/http/forms'
import { currencyName, digitsOf } from '~/ui/money'
import { DEAL_LIMITS } from './deal'

/** Longer text gets no suggestion of what to enter instead. */
const LONGEST = 40
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** The currency of a price that names none. */
const DEFAULT = 'USD'

/**
 * The parser of prices in a currency, which they may name: "$8", "8 USD". A price in another currency is rejected. A
 * price becomes a decimal string with the decimals of its currency, never a float, which cannot hold 0.1, and is never
 * rounded. Thousands separators and a decimal comma are understood where only one amount can be meant; "1.299" is
 * rejected.
 */
export const priceIn =
  (currency: string): Parser =>
  (submitted) => {
    const code = codeOf(currency)
    const bare = withoutMarks(submitted, currency)
    const amount = bare.length > LONGEST ? undefined : readAmount(bare.replace(/^\+\s*/, ''))
    const price = amount && !isAmbiguous(bare, code) ? inDigits(amount, code) : undefined
    return price ?? new ValueError(explain(bare, code))
  }

/** The parser of a price with its currency behind it, as `inOwnCurrency` gives it to the fields of a form: "8 USD". */
export const price: Parser = (submitted) => {
  const [, amount, code] = /^(.*) ([A-Z]{3})$/s.exec(submitted) ?? [submitted, submitted, DEFAULT]
  return priceIn(code!)(amount!)
}

/** A price of a form, for `price`. Empty text stays empty. */
export const priceWithCurrency = (submitted: string, currency: string) =>
  submitted.trim() === '' ? '' : `${withoutMarks(submitted, currency)} ${codeOf(currency)}`

/** The code that a form names, in capitals; that of US dollars where it names none. */
export function codeOf(currency: string) {
  const code = currency.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : DEFAULT
}

/** An amount as it is stored; undefined for one that is too large, or has more decimals than its currency. */
export function inDigits({ whole, decimals }: Amount, currency: string) {
  const digits = digitsOf(currency)
  const kept = decimals.slice(0, digits).padEnd(digits, '0')
  // Other programs write ¥4,980 as 4980.00.
  const isExact = decimals.length <= Math.max(digits, 2) && !/[1-9]/.test(decimals.slice(digits))
  if (whole.length > DEAL_LIMITS.priceDigits || !isExact) return undefined
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Whether a comma before three digits may separate thousands or, in a currency with three decimals, these. */
const isAmbiguous = (amount: string, currency: string) => digitsOf(currency) > 2 && /^\d{1,3},\d{3}$/.test(amount)

/** "8" for "$8", "US$ 8" and "8 USD" in US dollars. The sign or code of another currency stays. */
export function withoutMarks(submitted: string, currency: string) {
  let amount = submitted.trim()
  for (const mark of marksOf(currency.trim().toUpperCase())) {
    if (amount.toUpperCase().startsWith(mark)) amount = amount.slice(mark.length).trim()
    else if (amount.toUpperCase().endsWith(mark)) amount = amount.slice(0, -mark.length).trim()
  }
  return /\d/.test(amount) ? amount : submitted.trim()
}

const marks = new Map<string, string[]>()

/** "US$", "USD" and "$" for "USD". Kept, because a file has thousands of prices and formatters are slow to make. */
function marksOf(code: string) {
  if (!CURRENCIES.has(code)) return code === '' ? [] : [code]
  const known = marks.get(code)
  if (known) return known
  const sign = signOf(code, 'narrowSymbol')
  const found = [code.slice(0, 2) + sign, signOf(code, 'symbol'), code, sign].map((mark) => mark.toUpperCase())
  marks.set(code, found)
  return found
}

/** "US$" or "$" of US dollars; the code of a currency without a sign. */
export function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** The error message, with what to enter instead where the intended number is clear. */
function explain(submitted: string, currency: string) {
  const digits = digitsOf(currency)
  const most = '9'.repeat(DEAL_LIMITS.priceDigits) + (digits === 0 ? '' : `.${'9'.repeat(digits)}`)
  const example = `59.${'5'.padEnd(digits, '0')}`
  const number =
    digits === 0
      ? `must be a whole number from 0 to ${most}, such as 5900`
      : `must be a number from 0 to ${most}, such as 59 or ${example}`
  if (submitted.length > LONGEST) return number
  const amount = withoutCurrency(submitted)
  if (/^[-\u2212\u2013(]\D*\d/.test(submitted) || /^[-\u2212\u2013(]\D*\d/.test(amount)) return 'cannot be negative'
  const read = readAmount(amount.replace(/^\+\s*/, ''))
  if (!read) return number

  const { whole, decimals } = read
  if (isAmbiguous(amount, currency)) {
    return `can be read in two ways. Type ${whole}, or ${amount.replace(',', '.')} if the comma separates decimals`
  }
  if (inDigits({ whole: '0', decimals }, currency) === undefined) {
    const isThousands = /^[1-9]\d{0,2}\.\d{3}$/.test(amount)
    const otherwise = isThousands ? `. If the point separates thousands, type ${whole}${decimals}` : ''
    return digits === 0
      ? `cannot have decimals in ${currencyName(currency)}${otherwise}`
      : `can have at most ${DIGITS[digits]} decimals, such as ${example}${otherwise}`
  }
  if (whole.length > DEAL_LIMITS.priceDigits) return `can be at most ${most}`
  const bare = whole + (decimals && `.${decimals}`)
  return `names a different currency. If ${bare} is the amount in this currency, type ${bare}`
}

const DIGITS = ['no', 'one', 'two', 'three', 'four']

/** "49" for "$49", "49 €", "US$ 49" and "49 USD". */
export function withoutCurrency(submitted: string) {
  const bare = submitted
    .replace(/^([-\u2212]?)[A-Z]{0,3}\p{Sc}\s*/iu, '$1')
    .replace(/\p{Sc}$/u, '')
    .trimEnd()
  const before = /^[a-z]{3}/i.exec(bare)?.[0] ?? ''
  const rest = bare.slice(before.length)
  const after = /[a-z]{3}$/i.exec(rest)?.[0] ?? ''
  const areCodes = [before, after].every((code) => code === '' || CURRENCIES.has(code.toUpperCase()))
  return areCodes ? rest.slice(0, rest.length - after.length).trim() : submitted
}

type Amount = { whole: string; decimals: string }

/** Parses a number in the notation of any locale: 1,299.00, 1.299,00, 1 299,00, 1'299.00 or 1,29,900. */
export function readAmount(amount: string): Amount | undefined {
  const grouped =
    /^([1-9]\d{0,2}(?:([,.'’\s])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(amount) ??
    /^([1-9]\d?(?:(,)\d{2})+,\d{3})(?:(\.)(\d+))?$/.exec(amount)
  const [, groups = '', separator, mark, cents = ''] = grouped ?? []
  // One point before three digits is a decimal point: 59.999.
  const isGrouped = grouped !== null && separator !== mark && !(separator === '.' && /^\d+\.\d+$/.test(amount))
  if (isGrouped) return { whole: groups.replace(/\D/g, ''), decimals: cents }

  const plain = /^(\d*)(?:[.,](\d*))?$/.exec(amount)
  if (!plain || !/\d/.test(amount)) return undefined
  const [, whole = '', decimals = ''] = plain
  return { whole: whole.replace(/^0+(?=\d)/, '') || '0', decimals }
}
