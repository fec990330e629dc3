import type { Kind } from '~/features/contributions/kinds/kinds'
import { brokenLinkModule } from './kinds/broken-link.server'
import { changeLogModule } from './kinds/change-log.server'
import { commentModule } from './kinds/comment.server'
import { contactMessageModule } from './kinds/contact-message.server'
import { endedReportModule } from './kinds/ended-report.server'
import { followUpModule } from './kinds/follow-up.server'
import type { KindModule } from './kinds/kind-module.server'
import { pageDifferenceModule } from './kinds/page-difference.server'
import { purchaseProofModule } from './kinds/purchase-proof.server'
import { reviewModule } from './kinds/review.server'
import { reviewEditModule } from './kinds/review-edit.server'
import { reviewReportModule } from './kinds/review-report.server'
import { suggestionModule } from './kinds/suggestion.server'

// Each module only ever reads the extra columns that it selected itself.
const MODULES = {
  change_log: changeLogModule,
  ended_report: endedReportModule,
  review_report: reviewReportModule,
  review: reviewModule,
  review_edit: reviewEditModule,
  follow_up: followUpModule,
  purchase_proof: purchaseProofModule,
  comment: commentModule,
  broken_link: brokenLinkModule,
  page_difference: pageDifferenceModule,
  suggestion: suggestionModule,
  contact_message: contactMessageModule,
} as Record<Kind, KindModule>

/** The server parts of the kinds; their words are in `kinds.ts`. */
export const moduleOf = (kind: Kind) => MODULES[kind]
