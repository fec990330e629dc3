import type { KindSpec } from './kind-spec'

export const followUp: KindSpec = {
  segment: 'updates',
  rank: 5,
  icon: 'history',
  label: 'Update',
  noun: 'update',
  shortNoun: 'update',
  title: 'Updates',
  preposition: 'on',
  approve: { label: 'Approve', done: 'approved' },
  reject: { label: 'Reject', done: 'rejected', hasReason: true },
  requestChanges: { label: 'Ask for a change', done: 'sent back' },
}
