import { type Parser, ValueError } from '~/http/forms'
import { DEAL_LIMITS } from './deal'

const NUMBER = `must be a number from 0 to ${DEAL_LIMITS.price}, such as 59 or 59.50`
/** Longer text gets no suggestion of what to enter instead. */
const LONGEST = 40
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** A price as a decimal string with two places. Never a float, which cannot hold 0.1, and never rounded. */
export const price: Parser = (submitted) => {
  const [, whole = '', cents = ''] = /^0*(\d{1,7})(?:\.(\d{1,2}))?$/.exec(submitted) ?? []
  return whole === '' ? new ValueError(explain(submitted)) : `${whole}.${cents.padEnd(2, '0')}`
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
  const surplus = [
    amount !== submitted && 'a currency sign',
    read.isGrouped && 'thousands separators',
    read.hasDecimalComma && 'a decimal comma',
  ].filter((part) => part !== false)
  const without = surplus.length > 0 ? `a number without ${OR.format(surplus)}` : 'a plain number'
  return `must be ${without}. Type ${whole}${decimals && `.${decimals}`}`
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

type Amount = { whole: string; decimals: string; isGrouped: boolean; hasDecimalComma: boolean }

/** Parses a number in the notation of any locale: 1,299.00, 1.299,00, 1 299,00, 1'299.00 or 1,29,900. */
export function readAmount(amount: string): Amount | undefined {
  const grouped =
    /^(\d{1,3}(?:([,.'’\s])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(amount) ??
    /^(\d{1,2}(?:(,)\d{2})+,\d{3})(?:(\.)(\d+))?$/.exec(amount)
  const [, groups = '', separator, mark, cents = ''] = grouped ?? []
  // One point before three digits is a decimal point: 59.999.
  const isGrouped = grouped !== null && separator !== mark && !(separator === '.' && /^\d+\.\d+$/.test(amount))
  if (isGrouped) return { ...toAmount(groups.replace(/\D/g, ''), cents), isGrouped, hasDecimalComma: mark === ',' }

  const plain = /^(\d*)(?:([.,])(\d*))?$/.exec(amount)
  if (!plain || !/\d/.test(amount)) return undefined
  const [, whole = '', point, decimals = ''] = plain
  return { ...toAmount(whole, decimals), isGrouped, hasDecimalComma: point === ',' }
}

function toAmount(whole: string, decimals: string) {
  return { whole: whole.replace(/^0+(?=\d)/, '') || '0', decimals }
}
