import { type Kind, specOf } from './kinds'

/** What members submit, and can take back. */
export const CONTRIBUTION_KINDS = [
  'review',
  'review_edit',
  'follow_up',
  'purchase_proof',
  'comment',
  'change_log',
  'suggestion',
] as const satisfies Kind[]
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number]

/** "review of Quillstack", in a sentence. */
export function contributionOn(kind: ContributionKind, deal: string) {
  const { noun, preposition } = specOf(kind)
  return `${noun} ${preposition} ${deal}`
}
