/** Amounts are decimal strings ("59.00"), as the database sends them; the formatter takes them as text, never as floats. */
export type Amount = string

const formatters = new Map<string, Intl.NumberFormat>()
/** A currency is whatever three letters an import holds, and a formatter is large. */
const MOST_FORMATTERS = 50

function formatterOf(currency: string) {
  let formatter = formatters.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      ...(isCurrency(currency) ? { style: 'currency', currency } : {}),
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    if (formatters.size >= MOST_FORMATTERS) formatters.clear()
    formatters.set(currency, formatter)
  }
  return formatter
}

/** A currency is whatever three characters were typed in; Intl only takes letters. */
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

/** "$" for "USD"; a currency without a sign of its own stands for itself. */
export function currencySign(currency: string) {
  const parts = formatterOf(currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** "$1,059.00" as "$1,059" and ".00": the cents are set smaller so that whole prices scan first. */
export function moneyParts(amount: Amount, currency: string) {
  const text = formatMoney(amount, currency)
  const point = text.lastIndexOf('.')
  return { whole: text.slice(0, point), cents: text.slice(point) }
}
