import type { FieldTable } from '~/http/field-table'

/** The parent is named by its slug. */
export const CATEGORY_FIELDS = {
  name: { label: 'Name', kind: 'line', required: true, max: 100 },
  slug: {
    label: 'Slug',
    kind: 'slug',
    hint: 'Leave empty to generate it from the name. The old URL redirects to the new one.',
  },
  parent_slug: { label: 'Parent', kind: 'choice', optional: false, blank: 'None (top level)' },
  description: { label: 'Description', kind: 'text', max: 1_000, counter: true },
} as const satisfies FieldTable
