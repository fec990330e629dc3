import type { KindSpec } from './kind-spec'

export const comment: KindSpec = {
  segment: 'comments',
  rank: 6,
  icon: 'messages-square',
  label: 'Comment',
  noun: 'comment',
  shortNoun: 'comment',
  title: 'Comments',
  preposition: 'on',
  approve: { label: 'Approve', done: 'approved' },
  reject: { label: 'Reject', done: 'rejected', hasReason: false },
  isBulkApproved: true,
  isApprovedInList: true,
  view: '/admin/comments',
}
