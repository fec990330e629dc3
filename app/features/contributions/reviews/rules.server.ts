import type { ModerationStatus, ReportReason, ReviewConnection } from '~/db/schema'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'
import type { ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import type { ProofFile } from './proof'
import { isPublicReview, type PublishedText, publishText, requireNewest, unpublishText } from './published-text.server'
import {
  keepReview,
  type ReportedReviewEffects,
  removeReview,
  reopenReports,
  settleWithRejection,
  undoReportedReview,
} from './reported-reviews.server'
import { CONNECTION_LABELS, reviewLabels } from './review-labels'
import { REPORT_REASON_LABELS } from './review-report'

type Connected = { connection: ReviewConnection }

type Review = Connected & {
  /** Whether another text of the review is public. */
  isEdit: boolean | null
  /** The text that it replaces, or the one that was decided on before. */
  earlier: (DescribedReview & Connected & { status: ModerationStatus }) | null
}

/** The texts of reviews. Approving one publishes it; until then, and when it is rejected, the earlier text stays public. */
export const reviewRules: Rules<Review, PublishedText & ReportedReviewEffects> = {
  describe: (row) => {
    const { connection, isEdit, earlier } = row.extra
    const { facts, marks } = describeFacts(row)
    const edit = { tone: 'plain' as const, icon: 'pencil' as const, text: 'Edit of a public review' }
    const detail = earlier && `${CONNECTION_LABELS[earlier.connection]} → ${CONNECTION_LABELS[connection]}`
    return {
      facts,
      marks: isEdit ? [edit, ...marks] : marks,
      earlier: earlier ?? undefined,
      findings: detail && earlier.connection !== connection ? [{ term: 'Connection to the vendor', detail }] : [],
    }
  },
  apply: async (trx, staff, { id, text_of }, { to }) => {
    if (to === 'APPROVED') return publishText(trx, text_of, id)
    if (to === 'REJECTED' && !(await isPublicReview(trx, text_of))) return settleWithRejection(trx, staff, text_of)
    return {}
  },
  undo: async (trx, _staff, { id, text_of }, { before, reviewReports }) => {
    await requireNewest(trx, text_of, id)
    await unpublishText(trx, text_of, id, before)
    await reopenReports(trx, reviewReports)
  },
}

/** Answers to "Still using it?". Triggers let the newest approved rating of a review count. */
export const followUpRules: Rules<Connected & { review: string; rating: number }> = {
  describe: (row) => ({
    ...describeFacts(row),
    findings: [{ term: 'The review', detail: `${row.extra.review}, ${row.extra.rating} of 5` }],
  }),
}

type Proof = { file: ProofFile; boughtOn: string | null; refundedOn: string | null }

/** Proofs of purchases. The purchase follows them by a trigger. */
export const purchaseProofRules: Rules<Proof> = {
  describe: ({ extra: { file, boughtOn, refundedOn } }) => ({
    proof: file,
    findings: [
      { term: 'Says they bought it', detail: boughtOn ? formatDate(boughtOn) : 'Not stated' },
      { term: 'Refunded', detail: refundedOn ? formatDate(refundedOn) : 'No' },
    ],
  }),
}

type ListedReport = { name: string; reason: ReportReason; text: string | null; on: string }

/** Public reviews that readers reported, each with its open reports, or those that the decision settled. */
export const reviewReportRules: Rules<Connected & { reports: ListedReport[] }, ReportedReviewEffects> = {
  describe: (row) => {
    const { reports } = row.extra
    const { facts, marks } = describeFacts(row)
    const mark = { tone: 'due' as const, icon: 'flag' as const, text: pluralize(reports.length, 'report') }
    return {
      facts,
      marks: [mark, ...marks],
      reports: reports.map(({ name, reason, text, on }) => ({
        term: `${name}, ${formatDate(on.slice(0, 10))}`,
        detail: text ? `${REPORT_REASON_LABELS[reason]}: ${text}` : REPORT_REASON_LABELS[reason],
      })),
    }
  },
  apply: (trx, staff, { id }, decision) =>
    decision.to === 'REJECTED' ? removeReview(trx, staff, id, decision) : keepReview(trx, staff, id),
  undo: (trx, staff, _row, effects) => undoReportedReview(trx, staff, effects),
}

/** All labels beside the text, and a mark in lists where the author is tied to the vendor. */
function describeFacts({ purchase, extra: { connection } }: ItemRow<Connected>) {
  const labels = reviewLabels({ ...purchase, connection })
  const marks = labels.filter(({ isTie }) => isTie).map(({ icon, text }) => ({ tone: 'due' as const, icon, text }))
  return { facts: labels.map(({ text }) => text), marks }
}
