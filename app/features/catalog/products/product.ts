import type { FieldTable } from '~/http/field-table'

/** The longest text of each field, in characters; the database holds the same limits. */
export const PRODUCT_LIMITS = { name: 200 } as const

export const PRODUCT_FIELDS = {
  name: { label: 'Name', kind: 'line', required: true, max: PRODUCT_LIMITS.name, hint: 'Its deals keep their titles.' },
  website_url: { label: 'Website', kind: 'url' },
} as const satisfies FieldTable
