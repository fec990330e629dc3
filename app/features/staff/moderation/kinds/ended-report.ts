import type { KindSpec } from './kind-spec'

export const endedReport: KindSpec = {
  segment: 'ended-reports',
  rank: 2,
  icon: 'hourglass',
  label: 'Ended report',
  noun: 'ended report',
  shortNoun: 'report',
  title: 'Ended reports',
  preposition: 'on',
  approve: { label: 'Set expired', done: 'confirmed' },
  reject: { label: 'Still available', done: 'dismissed', hasReason: false, isHarmless: true },
}
