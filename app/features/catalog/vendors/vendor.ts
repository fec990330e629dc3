import type { VendorStatus } from '~/db/schema'
import { AFFECTS_LABELS } from '~/features/catalog/record/change-log'
import type { FieldTable } from '~/http/field-table'

export const VENDOR_STATUSES = ['ACTIVE', 'ACQUIRED', 'SHUT_DOWN', 'UNKNOWN'] as const satisfies VendorStatus[]

export const VENDOR_STATUS_LABELS: Record<VendorStatus, string> = {
  ACTIVE: 'Active',
  ACQUIRED: 'Acquired',
  SHUT_DOWN: 'Shut down',
  UNKNOWN: 'Unknown',
}

/** A status that ends the vendor has a date and a source. */
export const VENDOR_FIELDS = {
  name: {
    label: 'Name',
    kind: 'line',
    required: true,
    max: 200,
    hint: 'Deals keep the vendor name they were entered with.',
  },
  slug: { label: 'Slug', kind: 'slug', prefix: '/vendors/', hint: 'The old URL redirects to the new one.' },
  website_url: { label: 'Website', kind: 'url' },
  status: { label: 'What is known', kind: 'choice', required: true, choices: VENDOR_STATUS_LABELS },
  status_on: { label: 'Since', kind: 'date', optional: false, hint: 'Required for Acquired and Shut down.' },
  status_source_url: { label: 'Source', kind: 'url', optional: false, hint: 'Required for Acquired and Shut down.' },
  affects_owners: {
    label: 'Does it affect existing owners?',
    kind: 'choice',
    required: true,
    choices: AFFECTS_LABELS,
    hint: 'For the changes that Acquired and Shut down write.',
  },
  note: { label: 'Note', kind: 'text', max: 2_000, counter: true, hint: 'For staff. Never published.' },
} as const satisfies FieldTable

/** The kind of the verified change that a status writes on the deals of the vendor; undefined if it writes none. */
export function endOf(status: VendorStatus): 'ACQUIRED' | 'SHUTDOWN' | undefined {
  if (status === 'ACQUIRED') return 'ACQUIRED'
  return status === 'SHUT_DOWN' ? 'SHUTDOWN' : undefined
}
