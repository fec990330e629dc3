import { answerPath } from '~/features/contributions/answers/vendor-answer'
import type { KindSpec } from './kind-spec'

export const review: KindSpec = {
  segment: 'reviews',
  rank: 5,
  icon: 'message-square-text',
  label: 'Review',
  noun: 'review',
  shortNoun: 'review',
  title: 'Reviews',
  preposition: 'of',
  approve: { label: 'Approve', done: 'approved' },
  reject: { label: 'Reject', done: 'rejected', hasReason: true },
  requestChanges: { label: 'Ask for a change', done: 'sent back' },
  isApprovedInList: true,
  answerPath: (id) => answerPath('reviews', id),
  view: '/admin/reviews',
}
