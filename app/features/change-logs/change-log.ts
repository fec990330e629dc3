import type { AffectsOwners as StoredAnswer, ChangeKind as StoredKind } from '~/db/schema'

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
] as const satisfies readonly StoredKind[]
export type ChangeKind = (typeof CHANGE_KINDS)[number]

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

export const AFFECTS_OWNERS = ['YES', 'NO', 'UNKNOWN'] as const satisfies readonly StoredAnswer[]
export type AffectsOwners = (typeof AFFECTS_OWNERS)[number]

export const SIGN_IN_TO_REPORT = 'Please sign in to report changes'

/** Whether a change touches people who already own the product. */
export const AFFECTS_LABELS: Record<AffectsOwners, string> = {
  YES: 'Affects existing owners',
  NO: 'Affects new buyers only',
  UNKNOWN: 'Not known who is affected',
}

export const CHANGE_LOG_LIMITS = { title: 100, description: 500, value: 200, url: 2_048 } as const
