/** A decimal string such as "59.00", as in the database. Never converted to a float. */
export type Amount = string

type Format = { formatter: Intl.NumberFormat; digits: number }
const formats = new Map<string, Format>()
/** A limit, because imports can contain any three letters as currency and a formatter is large. */
const MAX_FORMATS = 50
/** The most decimals that a currency has, those of Chile's unit of account. */
const MAX_DIGITS = 4

function formatOf(currency: string) {
  let format = formats.get(currency)
  if (!format) {
    // An amount that was stored with more decimals than its currency has is shown as it is, not rounded.
    const formatter = new Intl.NumberFormat('en-US', {
      ...(isCurrency(currency) ? { style: 'currency', currency } : { minimumFractionDigits: 2 }),
      maximumFractionDigits: MAX_DIGITS,
    })
    format = { formatter, digits: formatter.resolvedOptions().minimumFractionDigits! }
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(currency, format)
  }
  return format
}

/** Whether Intl accepts the currency; stored ones may be any three characters. */
function isCurrency(currency: string) {
  return /^[A-Z]{3}$/i.test(currency)
}

/** How many decimals a currency has: 2 of USD, none of JPY, 3 of KWD. */
export const digitsOf = (currency: string) => formatOf(currency).digits

export function formatMoney(amount: Amount, currency: string) {
  const text = formatOf(currency).formatter.format(amount as Intl.StringNumericLiteral)
  return isCurrency(currency) ? text : `${currency} ${text}`.trim()
}

/** "$50" and "$50.50": for amounts in a sentence. */
export function formatShortMoney(amount: Amount, currency: string) {
  const { whole, cents } = moneyParts(amount, currency)
  return /[1-9]/.test(cents) ? whole + cents : whole
}

/** "$" for "USD"; the code itself for currencies without a sign. */
export function currencySign(currency: string) {
  const parts = formatOf(currency).formatter.formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/**
 * Splits "$1,059.00" into "$1,059" and ".00", because cents are shown smaller. They are empty in a currency without.
 */
export function moneyParts(amount: Amount, currency: string) {
  const text = formatMoney(amount, currency)
  const [whole = '', decimals] = text.split('.')
  return { whole, cents: decimals === undefined ? '' : `.${decimals}` }
}

/** "US dollars" for "USD"; the code itself for a currency without a name. */
export function currencyName(currency: string) {
  if (!isCurrency(currency)) return currency
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' }).formatToParts(
    2,
  )
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** The number of the smallest parts that any currency has in one unit. */
const PARTS = 10 ** MAX_DIGITS

/**
 * An amount as a whole number, to compare and subtract: "59.00" as 590000. Exact: the largest price has eleven digits.
 */
export function toParts(amount: Amount): number {
  const [whole = '0', decimals = ''] = amount.split('.')
  return Number(whole) * PARTS + Number(decimals.padEnd(MAX_DIGITS, '0').slice(0, MAX_DIGITS))
}

/** Whether two prices are equal, however many decimals they are written with. */
export function isSameAmount(one: Amount | null, other: Amount | null) {
  return one === null || other === null ? one === other : toParts(one) === toParts(other)
}

/** The amount of so many parts, rounded to the decimals of the currency. */
export const fromParts = (parts: number, currency: string) => amountOf(parts / PARTS, currency)

/** A number, such as one in JSON, as the amount that it stands for. */
export function amountOf(number: number, currency: string): Amount {
  return number.toFixed(digitsOf(currency))
}
