import { contactMessageKind } from '~/features/audience/contact/contact-messages.server'
import {
  brokenLinkKind,
  endedReportKind,
  pageDifferenceKind,
} from '~/features/contributions/availability/queue-kinds.server'
import { changeLogKind } from '~/features/contributions/change-logs/change-log-kind.server'
import { commentKind } from '~/features/contributions/comments/comments.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { QueueKind } from '~/features/contributions/kinds/queue-kind.server'
import {
  followUpKind,
  purchaseProofKind,
  reviewEditKind,
  reviewKind,
  reviewReportKind,
} from '~/features/contributions/reviews/queue-kinds.server'
import { suggestionKind } from '~/features/contributions/suggestions/suggestions.server'

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
