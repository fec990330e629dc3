/** A decimal string such as "59.00", as in the database. Never converted to a float. */
export type Amount = string

const formatters = new Map<string, Intl.NumberFormat>()
/** A limit, because imports can contain any three letters as currency and a formatter is large. */
const MAX_FORMATTERS = 50

function formatterOf(currency: string) {
  let formatter = formatters.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      ...(isCurrency(currency) ? { style: 'currency', currency } : {}),
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    if (formatters.size >= MAX_FORMATTERS) formatters.clear()
    formatters.set(currency, formatter)
  }
  return formatter
}

/** Whether Intl accepts the currency; stored ones may be any three characters. */
function isCurrency(currency: string) {
  return /^[A-Z]{3}$/i.test(currency)
}

export function formatMoney(amount: Amount, currency: string) {
  const text = formatterOf(currency).format(amount as Intl.StringNumericLiteral)
  return isCurrency(currency) ? text : `${currency} ${text}`.trim()
}

/** "$50" and "$50.50": for amounts in a sentence. */
export function formatShortMoney(amount: Amount, currency: string) {
  return formatMoney(amount, currency).replace(/\.00$/, '')
}

/** "$" for "USD"; the code itself for currencies without a sign. */
export function currencySign(currency: string) {
  const parts = formatterOf(currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Splits "$1,059.00" into "$1,059" and ".00", because cents are shown smaller. */
export function moneyParts(amount: Amount, currency: string) {
  const text = formatMoney(amount, currency)
  const point = text.lastIndexOf('.')
  return { whole: text.slice(0, point), cents: text.slice(point) }
}

/** "US dollars" for "USD"; the code itself for a currency without a name. */
export function currencyName(currency: string) {
  if (!isCurrency(currency)) return currency
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' }).formatToParts(
    2,
  )
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
