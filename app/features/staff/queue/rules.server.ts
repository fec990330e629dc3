import { answerNotice } from '~/features/audience/contact/contact-messages.server'
import {
  brokenLinkRules,
  endedReportRules,
  pageDifferenceRules,
} from '~/features/contributions/availability/rules.server'
import { changeLogRules } from '~/features/contributions/change-logs/change-log-kind.server'
import type { ItemDescription } from '~/features/contributions/kinds/item-description'
import type { ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import {
  followUpRules,
  purchaseProofRules,
  reviewReportRules,
  reviewRules,
} from '~/features/contributions/reviews/rules.server'
import { suggestionRules } from '~/features/contributions/suggestions/suggestions.server'
import { siteUrl } from '~/http/page.server'

const contactMessageRules: Rules<ItemDescription['contact']> = {
  describe: ({ extra, notice }) => ({ contact: extra, findings: notice ? [describeNotice(notice)] : [] }),
  apply: async (trx, _staff, { id }, decision) => {
    await answerNotice(trx, id, decision.to === 'APPROVED' ? (decision.answer ?? null) : null)
    return {}
  },
}

function describeNotice({ number, label, path }: NonNullable<ItemRow['notice']>) {
  const term = `Report no. ${number}`
  return path ? { term, detail: label!, url: siteUrl(path) } : { term, detail: 'What it is about was deleted.' }
}

// A kind reads only the extra columns of its arm of the view, and the effects that it returned.
const RULES: Record<Kind, Rules> = {
  change_log: changeLogRules,
  ended_report: endedReportRules,
  review_report: reviewReportRules,
  review: reviewRules,
  follow_up: followUpRules,
  purchase_proof: purchaseProofRules,
  comment: {},
  broken_link: brokenLinkRules,
  page_difference: pageDifferenceRules,
  suggestion: suggestionRules,
  contact_message: contactMessageRules,
}

export const rulesOf = (kind: Kind) => RULES[kind]

export const describe = (row: ItemRow) => rulesOf(row.kind).describe?.(row, row.deal) ?? {}
