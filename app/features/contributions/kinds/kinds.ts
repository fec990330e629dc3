import type { Decision as DecisionName } from '~/db/schema'
import { KIND_SPECS, type KindSpec } from './kind-specs'

/** As in the columns `queue_items.kind`, `decisions.kind` and `audit_log.entity_type`. */
export type Kind = keyof typeof KIND_SPECS
export const KINDS = Object.keys(KIND_SPECS) as Kind[]

export const specOf = (kind: Kind): KindSpec => KIND_SPECS[kind]

/** The kind with this name or segment of an address. */
export function findKind(text: string | null | undefined): Kind | undefined {
  return KINDS.find((kind) => kind === text || KIND_SPECS[kind].segment === text)
}

/** The past tense of a decision: "approved", "sent back". */
export function pastTense(kind: Kind, decision: DecisionName) {
  const { approve, reject, requestChanges } = specOf(kind)
  const verbs = { APPROVED: approve, REJECTED: reject, CHANGES_REQUESTED: requestChanges }
  return verbs[decision]?.done ?? decision
}

/** Error title when a decision could not be saved (spec §8). */
export const decisionFailure = (kind: Kind) => `Failed to moderate ${KIND_SPECS[kind].noun}`

/** The same for a form of the queue, which names its kind. */
export function queueFailure(form: { get(name: string): unknown }) {
  const kind = findKind(String(form.get('kind')))
  return kind ? decisionFailure(kind) : 'Failed to save the decision'
}

/** The groups of the queue by rank, in their order. */
export const RANK_TITLES: Record<number, string> = {
  1: 'Affects people who bought it',
  2: 'Reported as ended',
  3: 'Reports of abuse',
  4: 'Change reports',
  5: 'Reviews',
  6: 'Comments',
  7: 'The rest',
}

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
