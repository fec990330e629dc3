import type { KindSpec } from './kind-spec'

export const reviewEdit: KindSpec = {
  segment: 'review-edits',
  rank: 5,
  icon: 'pencil',
  label: 'Edited review',
  noun: 'edited review',
  shortNoun: 'edit',
  title: 'Edited reviews',
  preposition: 'of',
  approve: { label: 'Approve', done: 'approved' },
  reject: { label: 'Reject', done: 'rejected', hasReason: true },
  reopening: 'Until then readers see the earlier text again.',
  requestChanges: { label: 'Ask for a change', done: 'sent back' },
}
