import { REFUND_STARTS, TERM_DAYS_MAX } from '~/features/catalog/deals/terms'
import type { FieldTable } from '~/http/field-table'

/** The rules count for deals that state none of their own. */
export const PLATFORM_FIELDS = {
  name: { label: 'Name', kind: 'line', required: true, max: 100 },
  slug: {
    label: 'Slug',
    kind: 'slug',
    hint: 'Leave empty to generate it from the name. The old URL redirects to the new one.',
  },
  website_url: { label: 'Website URL', kind: 'url' },
  refund_days: {
    label: 'Refund days',
    kind: 'number',
    max: TERM_DAYS_MAX,
    hint: 'The rule for deals that state none of their own. 0 means no refund.',
  },
  refund_from: { label: 'Refund counts from', kind: 'choice', choices: REFUND_STARTS },
  buyer_protection: {
    label: 'Buyer protection',
    kind: 'line',
    max: 200,
    hint: 'Such as: Full refund if never activated.',
  },
} as const satisfies FieldTable
