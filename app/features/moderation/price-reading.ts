import { currencySign } from '~/ui/money'

/**
 * Parses a reported price into decimal text: "$1,299" is "1299.00" where the deal is in dollars of the
 * United States. Undefined for whatever leaves a doubt, such as another currency or a comma that may be a point.
 */
export function readPrice(written: string, currency: string): string | undefined {
  // "$" only for the dollar that is written so everywhere; the Canadian one is "CA$".
  const bare = [currency, currencySign(currency).toUpperCase()]
    .reduce((text, mark) => text.replace(mark, ''), written.toUpperCase())
    .trim()
  const [, whole, cents = ''] = /^(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(bare) ?? []
  if (whole === undefined) return undefined
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return digits.length <= 7 ? `${digits}.${cents.padEnd(2, '0')}` : undefined
}
