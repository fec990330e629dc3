import { contactMessageKind } from '~/features/audience/contact/contact-messages.server'
import { brokenLinkKind } from '~/features/contributions/availability/broken-link-kind.server'
import { endedReportKind } from '~/features/contributions/availability/ended-report-kind.server'
import { pageDifferenceKind } from '~/features/contributions/availability/page-difference-kind.server'
import { changeLogKind } from '~/features/contributions/change-logs/change-log-kind.server'
import { commentKind } from '~/features/contributions/comments/comment-kind.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { QueueKind } from '~/features/contributions/kinds/queue-kind.server'
import { followUpKind } from '~/features/contributions/reviews/follow-up-kind.server'
import { purchaseProofKind } from '~/features/contributions/reviews/purchase-proof-kind.server'
import { reviewEditKind } from '~/features/contributions/reviews/review-edit-kind.server'
import { reviewKind } from '~/features/contributions/reviews/review-kind.server'
import { reviewReportKind } from '~/features/contributions/reviews/review-report-kind.server'
import { suggestionKind } from '~/features/contributions/suggestions/suggestion-kind.server'

// A kind reads only the extra columns that it selects and the effects that it returned.
const QUEUE_KINDS: Record<Kind, QueueKind> = {
  change_log: changeLogKind,
  ended_report: endedReportKind,
  review_report: reviewReportKind,
  review: reviewKind,
  review_edit: reviewEditKind,
  follow_up: followUpKind,
  purchase_proof: purchaseProofKind,
  comment: commentKind,
  broken_link: brokenLinkKind,
  page_difference: pageDifferenceKind,
  suggestion: suggestionKind,
  contact_message: contactMessageKind,
}

/** What the queue does with each kind. The words are in `kind-specs.ts`. */
export const queueKindOf = (kind: Kind) => QUEUE_KINDS[kind]
