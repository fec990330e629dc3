import type { KindSpec } from './kind-spec'

export const suggestion: KindSpec = {
  segment: 'suggestions',
  rank: 7,
  icon: 'file-pen-line',
  label: 'Suggestion',
  noun: 'suggestion',
  shortNoun: 'suggestion',
  title: 'Suggestions',
  preposition: 'of',
  approve: { label: 'Make a draft', done: 'drafted', path: (id) => `/admin/deals/new?suggestion=${id}` },
  reject: { label: 'Reject', done: 'rejected', hasReason: true },
}
