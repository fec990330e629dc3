import type { KindSpec } from './kind-spec'

export const pageDifference: KindSpec = {
  segment: 'page-differences',
  rank: 7,
  icon: 'globe',
  label: 'Page difference',
  noun: 'page difference',
  shortNoun: 'difference',
  title: 'Page differences',
  preposition: 'of',
  approve: { label: 'Apply', done: 'applied' },
  reject: { label: 'Ignore this value', done: 'ignored', hasReason: false },
  stop: { label: 'Stop watching this deal', done: 'ignored' },
}
