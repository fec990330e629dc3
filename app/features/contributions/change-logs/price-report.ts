import { toParts } from '~/ui/money'

export const SIGN_IN_TO_REPORT = 'Please sign in to report changes'

/** The form of a change report with Price chosen. */
export const priceReportPath = (slug: string) => `/deals/${slug}/price`

/** The title of a report about a price that has none of its own. */
export function titleOfPriceChange(before: string | null, now: string) {
  if (before === null) return 'First price on record'
  const difference = toParts(now) - toParts(before)
  return difference === 0 ? 'Billing period changed' : difference < 0 ? 'Price lowered' : 'Price raised'
}
