import type { KindSpec } from './kind-spec'

export const brokenLink: KindSpec = {
  segment: 'broken-links',
  rank: 7,
  icon: 'link',
  label: 'Broken link',
  noun: 'broken link',
  shortNoun: 'link',
  title: 'Broken links',
  preposition: 'of',
  approve: { label: 'Set expired', done: 'confirmed' },
  reject: { label: 'Still available', done: 'dismissed', hasReason: false, isHarmless: true },
}
