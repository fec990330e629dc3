import { type Parser, ValueError } from '~/http/forms'
import { DEAL_LIMITS } from './deal'

const NUMBER = `must be a number from 0 to ${DEAL_LIMITS.price}, such as 59 or 59.50`
/** Longer text gets no suggestion of what to enter instead. */
const LONGEST = 40
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/**
 * A price as a decimal string with two places. Never a float, which cannot hold 0.1, and never rounded. Thousands
 * separators and a decimal comma are understood where only one amount can be meant; "1.299" is rejected.
 */
export const price: Parser = (submitted) => {
  const amount = submitted.length > LONGEST ? undefined : readAmount(submitted.replace(/^\+\s*/, ''))
  const isPrice = amount !== undefined && amount.whole.length <= 7 && amount.decimals.length <= 2
  return isPrice ? `${amount.whole}.${amount.decimals.padEnd(2, '0')}` : new ValueError(explain(submitted))
}

/** The parser of prices in a currency, which they may name: "$8", "8 USD". A price in another currency is rejected. */
export const priceIn =
  (currency: string): Parser =>
  (submitted) =>
    price(withoutMarks(submitted, currency))

/** "8" for "$8", "US$ 8" and "8 USD" in US dollars. The sign or code of another currency stays. */
export function withoutMarks(submitted: string, currency: string) {
  let amount = submitted.trim()
  for (const mark of marksOf(currency.trim().toUpperCase())) {
    if (amount.toUpperCase().startsWith(mark)) amount = amount.slice(mark.length).trim()
    else if (amount.toUpperCase().endsWith(mark)) amount = amount.slice(0, -mark.length).trim()
  }
  return /\d/.test(amount) ? amount : submitted.trim()
}

/** "US$", "USD" and "$" for "USD". */
function marksOf(code: string) {
  if (!CURRENCIES.has(code)) return code === '' ? [] : [code]
  const sign = signOf(code, 'narrowSymbol')
  return [code.slice(0, 2) + sign, signOf(code, 'symbol'), code, sign].map((mark) => mark.toUpperCase())
}

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** The error message, with what to enter instead where the intended number is clear. */
function explain(submitted: string) {
  if (submitted.length > LONGEST) return NUMBER
  const amount = withoutCurrency(submitted)
  if (/^[-\u2212\u2013(]\D*\d/.test(submitted) || /^[-\u2212\u2013(]\D*\d/.test(amount)) return 'cannot be negative'
  const read = readAmount(amount.replace(/^\+\s*/, ''))
  if (!read) return NUMBER

  const { whole, decimals } = read
  if (decimals.length > 2) {
    const isAmbiguous = /^[1-9]\d{0,2}\.\d{3}$/.test(amount)
    const otherwise = isAmbiguous ? `. If the point separates thousands, type ${whole}${decimals}` : ''
    return `can have at most two decimals, such as 59.50${otherwise}`
  }
  if (whole.length > 7) return `can be at most ${DEAL_LIMITS.price}`
  const number = whole + (decimals && `.${decimals}`)
  return `names a different currency. If ${number} is the amount in this currency, type ${number}`
}

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
