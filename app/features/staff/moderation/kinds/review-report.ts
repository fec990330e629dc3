import type { KindSpec } from './kind-spec'

export const reviewReport: KindSpec = {
  segment: 'review-reports',
  rank: 3,
  icon: 'flag',
  label: 'Reported review',
  noun: 'reported review',
  shortNoun: 'review',
  title: 'Reported reviews',
  preposition: 'of',
  approve: { label: 'Keep it', done: 'kept' },
  reject: { label: 'Remove the review', done: 'removed', hasReason: true },
  reopening: 'Its reports are open again.',
}
