import type { VendorStatus } from '~/db/schema'

export const VENDOR_STATUSES = ['ACTIVE', 'ACQUIRED', 'SHUT_DOWN', 'UNKNOWN'] as const satisfies VendorStatus[]

export const VENDOR_STATUS_LABELS: Record<VendorStatus, string> = {
  ACTIVE: 'Active',
  ACQUIRED: 'Acquired',
  SHUT_DOWN: 'Shut down',
  UNKNOWN: 'Unknown',
}

/** The longest text of each field, in characters; the database holds the same limits. */
export const VENDOR_LIMITS = { name: 200, url: 2_048, note: 2_000 } as const

/** The kind of the verified change that a status writes on the deals of the vendor; undefined if it writes none. */
export function endOf(status: VendorStatus): 'ACQUIRED' | 'SHUTDOWN' | undefined {
  if (status === 'ACQUIRED') return 'ACQUIRED'
  return status === 'SHUT_DOWN' ? 'SHUTDOWN' : undefined
}
