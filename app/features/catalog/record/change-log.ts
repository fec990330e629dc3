import type { AffectsOwners, ChangeKind } from '~/db/schema'
import { formatMoney } from '~/ui/money'

export const CHANGE_KINDS = [
  'PRICE',
  'TERMS',
  'LIMITS',
  'REFUND',
  'ENDED',
  'REOPENED',
  'ACQUIRED',
  'SHUTDOWN',
  'IMPROVED',
  'OTHER',
] as const satisfies readonly ChangeKind[]

export const CHANGE_KIND_LABELS: Record<ChangeKind, string> = {
  PRICE: 'Price',
  TERMS: 'Terms',
  LIMITS: 'Limits',
  REFUND: 'Refund',
  ENDED: 'Ended',
  REOPENED: 'Reopened',
  ACQUIRED: 'Acquired',
  SHUTDOWN: 'Shut down',
  IMPROVED: 'Improved',
  OTHER: 'Other',
}

export const AFFECTS_OWNERS = ['YES', 'NO', 'UNKNOWN'] as const satisfies readonly AffectsOwners[]

/** Whether a change touches people who already own the product. */
export const AFFECTS_LABELS: Record<AffectsOwners, string> = {
  YES: 'Affects existing owners',
  NO: 'Affects new buyers only',
  UNKNOWN: 'Impact unknown',
}

export const CHANGE_LOG_LIMITS = { title: 100, description: 500, value: 200, url: 2_048 } as const

/** The values of a reported change, with the currency of its deal. */
export type ReportedValues = {
  kind: ChangeKind
  currency: string
  old_value: string | null
  new_value: string | null
}

/** "59", "1,299" or "12.345": an amount without its currency. */
export const BARE_AMOUNT = /^(?:\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,4})?$/

/** A bare number in a change of price is an amount in the deal's currency; everything else stays as it was written. */
export function formatValue(value: string | null, { kind, currency }: Pick<ReportedValues, 'kind' | 'currency'>) {
  if (value === null || kind !== 'PRICE' || !BARE_AMOUNT.test(value)) return value
  return formatMoney(value.replaceAll(',', ''), currency)
}
