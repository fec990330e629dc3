import type { ReportReason, ReviewConnection } from '~/db/schema'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'
import type { ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import type { ProofFile } from './proof'
import {
  keepReview,
  queueReportedReview,
  type ReportedReviewEffects,
  removeReview,
  reopenReports,
  settleWithRejection,
  undoReportedReview,
  unqueueReportedReview,
} from './reported-reviews.server'
import { applyEdit, undoEdit } from './review-edits.server'
import { CONNECTION_LABELS, reviewLabels } from './review-labels'
import { REPORT_REASON_LABELS } from './review-report'

type Connected = { connection: ReviewConnection }

/** A review that was rewritten after a decision brings the text that staff had decided on. */
export const reviewRules: Rules<Connected & { earlier: DescribedReview | null }, ReportedReviewEffects> = {
  describe: (row) => ({ earlier: row.extra.earlier ?? undefined, ...describeFacts(row) }),
  apply: async (trx, staff, { id }, { to }) => {
    if (to === 'REJECTED') return settleWithRejection(trx, staff, id)
    if (to === 'APPROVED') await queueReportedReview(trx, id)
    return {}
  },
  undo: async (trx, _staff, { id }, { reviewReports }) => {
    await unqueueReportedReview(trx, id)
    await reopenReports(trx, reviewReports)
  },
}

type Edit = Connected & {
  /** The connection of the review itself. */
  stored: ReviewConnection
  earlier: DescribedReview & { connection: ReviewConnection | null }
}

/** Edits of approved reviews. Readers keep the approved text until one is approved, and when it is rejected. */
export const reviewEditRules: Rules<Edit> = {
  describe: (row) => {
    const { connection, stored, earlier } = row.extra
    const before = earlier.connection ?? stored
    const detail = `${CONNECTION_LABELS[before]} → ${CONNECTION_LABELS[connection]}`
    const findings = before === connection ? [] : [{ term: 'Connection to the vendor', detail }]
    return { earlier, findings, ...describeFacts(row) }
  },
  apply: async (trx, _staff, { id }, { to }) => {
    if (to === 'APPROVED') await applyEdit(trx, id)
    return {}
  },
  undo: async (trx, _staff, { id, status }) => {
    if (status === 'APPROVED') await undoEdit(trx, id)
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
  undo: (trx, staff, { id }, effects) => undoReportedReview(trx, staff, id, effects),
}

/** All labels beside the text, and a mark in lists where the author is tied to the vendor. */
function describeFacts({ purchase, extra: { connection } }: ItemRow<Connected>) {
  const labels = reviewLabels({ ...purchase, connection })
  const marks = labels.filter(({ isTie }) => isTie).map(({ icon, text }) => ({ tone: 'due' as const, icon, text }))
  return { facts: labels.map(({ text }) => text), marks }
}
