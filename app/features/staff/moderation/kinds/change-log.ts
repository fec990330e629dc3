import { answerPath } from '~/features/contributions/answers/vendor-answer'
import type { KindSpec } from './kind-spec'

export const changeLog: KindSpec = {
  segment: 'change-reports',
  rank: 4,
  icon: 'badge-check',
  label: 'Change report',
  noun: 'change report',
  shortNoun: 'report',
  title: 'Change reports',
  preposition: 'on',
  approve: { label: 'Approve', done: 'approved' },
  reject: { label: 'Reject', done: 'rejected', hasReason: true },
  requestChanges: { label: 'Ask for a change', done: 'sent back' },
  answerPath: (id) => answerPath('change-logs', id),
  reopening: 'Until then it is not public, the karma earned is taken back, and so is a price that it set.',
  view: '/admin/change-logs',
}
