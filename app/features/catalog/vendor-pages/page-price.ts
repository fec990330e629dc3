import { readAmount, withoutCurrency } from '~/features/catalog/deals/price-parser'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Longer text is not a price. */
const LONGEST = 40
const MAX_DIGITS = 7

type PagePrice = { price: string | null; currency: string | null; isUnclear: boolean }

const NO_PRICE: PagePrice = { price: null, currency: null, isUnclear: false }
const UNCLEAR: PagePrice = { price: null, currency: null, isUnclear: true }

/**
 * Parses the price of an offer on a web page into decimal text. Unclear is whatever can be read in two ways: "1.299" has
 * three decimals or thousands, and "$49" in an offer in euros is wrong in one of the two. A price of zero is none:
 * shops write it for trials, for free plans and for prices on request.
 */
export function readPagePrice(value: unknown, stated: string | null): PagePrice {
  if (typeof value !== 'string' && typeof value !== 'number') return NO_PRICE
  const text = String(value).replace(/\s+/g, ' ').trim()
  if (text === '') return NO_PRICE
  if (text.length > LONGEST) return UNCLEAR
  const currency = currencyIn(text, stated)
  if (currency === undefined) return UNCLEAR

  const bare = withoutCurrency(text)
  const amount = /^\d{1,3}[.,]\d{3}$/.test(bare) ? undefined : readAmount(bare)
  const decimals = amount?.decimals.padEnd(2, '0') ?? ''
  if (!amount || /[1-9]/.test(decimals.slice(2)) || amount.whole.length > MAX_DIGITS) return UNCLEAR
  const price = `${amount.whole}.${decimals.slice(0, 2)}`
  return price === '0.00' ? NO_PRICE : { price, currency, isUnclear: false }
}

/** The code of a currency in capitals; null for anything else, such as a sign that several currencies share. */
export function readCurrency(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : ''
  if (text === '€') return 'EUR'
  return CURRENCIES.has(text) ? text : null
}

/** The currency of a price, by the text beside the amount where no other is stated; undefined if the two differ. */
function currencyIn(text: string, stated: string | null) {
  const sign = /\p{Sc}/u.exec(text)?.[0]
  const code = readCurrency(sign ?? /[a-z]{3}/i.exec(text)?.[0])
  if (stated === null || code === stated) return code
  return code === null && (!sign || signOf(stated).includes(sign)) ? stated : undefined
}

function signOf(currency: string) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}
