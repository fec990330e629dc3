import type { Decision as DecisionName, RejectionReason } from '~/db/schema'
import { brokenLink } from './kinds/broken-link'
import { changeLog } from './kinds/change-log'
import { comment } from './kinds/comment'
import { contactMessage } from './kinds/contact-message'
import { endedReport } from './kinds/ended-report'
import { followUp } from './kinds/follow-up'
import type { KindSpec } from './kinds/kind-spec'
import { pageDifference } from './kinds/page-difference'
import { purchaseProof } from './kinds/purchase-proof'
import { review } from './kinds/review'
import { reviewEdit } from './kinds/review-edit'
import { reviewReport } from './kinds/review-report'
import { suggestion } from './kinds/suggestion'

/** Everything that waits for a decision by staff, in the order of the tabs. Server parts: `kinds.server.ts`. */
const SPECS = {
  change_log: changeLog,
  ended_report: endedReport,
  review_report: reviewReport,
  review,
  review_edit: reviewEdit,
  follow_up: followUp,
  purchase_proof: purchaseProof,
  comment,
  broken_link: brokenLink,
  page_difference: pageDifference,
  suggestion,
  contact_message: contactMessage,
}

/** As in the columns `queue_items.kind`, `decisions.kind` and `audit_log.entity_type`. */
export type Kind = keyof typeof SPECS
export const KINDS = Object.keys(SPECS) as Kind[]

export const specOf = (kind: Kind): KindSpec => SPECS[kind]

/** The kind with this name or segment of an address. */
export function findKind(text: string | null | undefined): Kind | undefined {
  return KINDS.find((kind) => kind === text || SPECS[kind].segment === text)
}

/** The past tense of a decision: "approved", "sent back". */
export function doneWord(kind: Kind, decision: DecisionName) {
  const { approve, reject, requestChanges } = specOf(kind)
  const verbs = { APPROVED: approve, REJECTED: reject, CHANGES_REQUESTED: requestChanges }
  return verbs[decision]?.done ?? decision
}

/** Error title when a decision could not be saved (spec §8). */
export const decisionFailure = (kind: Kind) => `Failed to moderate ${SPECS[kind].noun}`

/** The same for a form of the queue, which names its kind. */
export function queueFailure(form: { get(name: string): unknown }) {
  const kind = findKind(String(form.get('kind')))
  return kind ? decisionFailure(kind) : 'Failed to save the decision'
}

/** Why something is rejected, published without names. The keys 1 to 8 choose them in this order. */
export const REJECTION_REASONS = [
  'SPAM',
  'NOT_ABOUT_PRODUCT',
  'CONFLICT_OF_INTEREST',
  'ABUSIVE',
  'PRIVATE_DATA',
  'NO_EVIDENCE',
  'DUPLICATE',
  'OTHER',
] as const satisfies RejectionReason[]

export const REJECTION_REASON_LABELS: Record<RejectionReason, string> = {
  SPAM: 'Spam',
  NOT_ABOUT_PRODUCT: 'Not about the product',
  CONFLICT_OF_INTEREST: 'Conflict of interest',
  ABUSIVE: 'Abusive',
  PRIVATE_DATA: 'Private data',
  NO_EVIDENCE: 'No evidence',
  DUPLICATE: 'Duplicate',
  OTHER: 'Other',
}

/** Maximum length of a note to the author. */
export const NOTE_MAX = 500

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
