import { currencySign } from '~/ui/money'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Currencies that are known by their sign alone. */
const SIGNED = ['USD', 'EUR', 'GBP', 'INR']

/**
 * Parses a reported price into decimal text with its currency, which is that of the deal unless a sign or code says
 * otherwise: "$1,299" is "1299.00" in USD. Undefined if in doubt, such as a comma that may be a point.
 */
export function readPrice(written: string, currency: string): { amount: string; currency: string } | undefined {
  const text = written.toUpperCase().trim()
  for (const candidate of [currency, ...namedCurrencies(text, currency)]) {
    const amount = readAmount(text, candidate)
    if (amount !== undefined) return { amount, currency: candidate }
  }
  return undefined
}

/** The currencies whose code or sign is in the text. Where a deal is in other dollars, "$" may be either. */
function namedCurrencies(text: string, currency: string) {
  const hasOwnDollars = currencySign(currency).includes('$')
  const codes = (text.match(/[A-Z]{3}/g) ?? []).filter((code) => CURRENCIES.has(code))
  const signed = SIGNED.filter((code) => text.includes(currencySign(code)) && !(code === 'USD' && hasOwnDollars))
  return [...codes, ...signed]
}

function readAmount(text: string, currency: string) {
  const bare = [currency, currencySign(currency).toUpperCase()]
    .reduce((rest, mark) => rest.replace(mark, ''), text)
    .trim()
  const [, whole, cents = ''] = /^(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(bare) ?? []
  if (whole === undefined) return undefined
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return digits.length <= 7 ? `${digits}.${cents.padEnd(2, '0')}` : undefined
}
