import type { KindSpec } from './kind-spec'

export const purchaseProof: KindSpec = {
  segment: 'proofs',
  rank: 5,
  icon: 'receipt',
  label: 'Proof of purchase',
  noun: 'proof of purchase',
  shortNoun: 'proof',
  title: 'Proofs',
  preposition: 'of',
  approve: { label: 'Purchase checked', done: 'checked' },
  reject: { label: 'Not enough', done: 'refused', hasReason: true, asks: 'Why it is not enough' },
  reopening: 'Until then the purchase does not count as checked.',
}
