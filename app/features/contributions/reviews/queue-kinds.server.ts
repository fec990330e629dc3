import { sql } from 'kysely'
import type { ReportReason, ReviewConnection } from '~/db/schema'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import {
  keepReview,
  queueReportedReview,
  type ReportedReviewEffects,
  removeReview,
  reopenReports,
  settleWithRejection,
  undoReportedReview,
  unqueueReportedReview,
} from './decide-reported-review.server'
import type { ProofFile } from './proof'
import { PURCHASE_FACTS } from './purchases.server'
import { applyEdit, undoEdit } from './review-edits.server'
import { CONNECTION_LABELS, type PurchaseFacts, reviewLabels } from './review-labels'
import { REPORT_REASON_LABELS } from './review-report'

/** What readers may know of the purchase behind the row `reviews` of a query, as JSON. */
const FACTS_OF_REVIEW = sql`(
  select to_jsonb(facts) from (
    select reviews.connection, ${sql.join(PURCHASE_FACTS)} from (select) as one
    left join purchases on purchases.user_id = reviews.user_id and purchases.deal_id = reviews.deal_id
  ) as facts)`

type ReviewExtra = { earlier: DescribedReview | null; facts: PurchaseFacts }

/** A review that was rewritten after a decision brings the text that staff had decided on. */
export const reviewKind: QueueKind<ReviewExtra, ReportedReviewEffects> = {
  table: 'reviews',
  select: sql<Subject<ReviewExtra>>`
    select id, xmin::text as version, status, title, body, rating, deal_id, user_id as author_id, created_at,
      moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('facts', ${FACTS_OF_REVIEW}, 'earlier', case when status = 'PENDING' and edited_at is not null then (
        select jsonb_build_object('rating', rating, 'title', title, 'body', body)
        from review_versions where review_id = reviews.id order by replaced_at desc limit 1
      ) end) as extra
    from (select xmin, * from reviews) reviews`,
  hasReasons: true,
  contribution: 'review',
  applyApproval: async (trx, _staff, { id }) => {
    await queueReportedReview(trx, id)
    return {}
  },
  applyRejection: (trx, staff, { id }) => settleWithRejection(trx, staff, id),
  undoRejection: (trx, _staff, _review, effects) => reopenReports(trx, effects.reviewReports),
  afterReturn: unqueueReportedReview,
  describe: ({ extra: { earlier, facts } }) => ({ earlier: earlier ?? undefined, ...describeFacts(facts) }),
}

type EditExtra = { earlier: DescribedReview & { connection: ReviewConnection | null }; facts: PurchaseFacts }

/** Edits of approved reviews. Readers keep the approved text until one is approved, and when it is rejected. */
export const reviewEditKind: QueueKind<EditExtra> = {
  table: 'review_edits',
  select: sql<Subject<EditExtra>>`
    select id, xmin::text as version, status, title, body, rating, deal_id, user_id as author_id, created_at,
      moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('earlier', earlier, 'facts', (
        select ${FACTS_OF_REVIEW} || jsonb_build_object('connection', review_edits.connection)
        from reviews where reviews.id = review_id)) as extra
    from (select xmin, * from review_edits) review_edits
    cross join lateral (
      select coalesce(
        (select jsonb_build_object('rating', rating, 'title', title, 'body', body, 'connection', connection)
          from review_versions where review_versions.id = replaced_version_id),
        (select jsonb_build_object('rating', rating, 'title', title, 'body', body, 'connection', connection)
          from reviews where reviews.id = review_id)
      ) as earlier
    ) before`,
  hasReasons: true,
  contribution: 'review_edit',
  describe: ({ extra: { earlier, facts } }) => {
    const [before, after] = [earlier.connection ?? facts.connection, facts.connection]
    const detail = `${CONNECTION_LABELS[before]} → ${CONNECTION_LABELS[after]}`
    const findings = before === after ? [] : [{ term: 'Connection to the vendor', detail }]
    return { earlier, findings, ...describeFacts(facts) }
  },
  applyApproval: async (trx, _staff, { id }) => {
    await applyEdit(trx, id)
    return {}
  },
  undoApproval: (trx, _staff, { id }) => undoEdit(trx, id),
}

/** Answers to "Still using it?". Triggers let the newest approved rating of a review count. */
export const followUpKind: QueueKind<{ facts: PurchaseFacts; review: string; rating: number }> = {
  table: 'follow_ups',
  select: sql<Subject<{ facts: PurchaseFacts; review: string; rating: number }>>`
    select id, xmin::text as version, status, title, coalesce(body, '') as body, rating, deal_id, user_id as author_id,
      created_at, moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note, extra
    from (select xmin, * from follow_ups) follow_ups
    cross join lateral (
      select jsonb_build_object('facts', ${FACTS_OF_REVIEW}, 'review', reviews.title, 'rating', reviews.rating) as extra
      from reviews where reviews.id = review_id
    ) about`,
  hasReasons: true,
  contribution: 'follow_up',
  describe: ({ extra: { facts, review, rating } }) => ({
    ...describeFacts(facts),
    findings: [{ term: 'The review', detail: `${review}, ${rating} of 5` }],
  }),
}

type Claim = { file: ProofFile; boughtOn: string | null; refundedOn: string | null }

/** Proofs of purchases. The purchase follows them by a trigger. */
export const purchaseProofKind: QueueKind<Claim> = {
  table: 'purchase_proofs',
  select: sql<Subject<Claim>>`
    select id, version, status, null as title, file_name as body, null::int2 as rating, deal_id, user_id as author_id,
      created_at, moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('boughtOn', bought_on, 'refundedOn', refunded_on, 'file', jsonb_build_object(
        'id', id, 'file_name', file_name, 'media_type', media_type, 'byte_length', byte_length,
        'has_content', status = 'PENDING' and content is not null)) as extra
    from (
      select purchase_proofs.xmin::text as version, purchase_proofs.*, bought_on, refunded_on
      from purchase_proofs join purchases on purchases.id = purchase_id
    ) proofs`,
  hasReasons: true,
  contribution: 'purchase_proof',
  describe: ({ extra: { file, boughtOn, refundedOn } }) => ({
    proof: file,
    findings: [
      { term: 'Says they bought it', detail: boughtOn ? formatDate(boughtOn) : 'Not stated' },
      { term: 'Refunded', detail: refundedOn ? formatDate(refundedOn) : 'No' },
    ],
  }),
}

type ListedReport = { name: string; reason: ReportReason; text: string | null; on: string }
type Extra = { reports: ListedReport[]; facts: PurchaseFacts }

/** Public reviews that readers reported, each with its open reports, or those that the decision settled. */
export const reviewReportKind: QueueKind<Extra, ReportedReviewEffects> = {
  table: 'review_alerts',
  select: sql<Subject<Extra>>`
    select id, version, status, title, body, rating, deal_id, author_id, written_at as created_at, moderated_by, moderated_at,
      rejection_reason as reason, moderation_reason as note, extra, reporter_ids
    from (select xmin::text as version, * from review_alerts) review_alerts
    cross join lateral (
      select title, body, rating, reviews.created_at as written_at, reporter_ids,
        jsonb_build_object('facts', ${FACTS_OF_REVIEW}, 'reports', reports) as extra
      from reviews, lateral (
        select coalesce(array_agg(profiles.id), '{}') as reporter_ids,
          coalesce(jsonb_agg(jsonb_build_object('name', coalesce(profiles.name, profiles.email),
            'reason', reason, 'text', text, 'on', review_reports.created_at)
            order by review_reports.created_at desc, review_reports.id), '[]') as reports
        from review_reports join profiles on profiles.id = review_reports.user_id
        where review_reports.review_id = reviews.id
          and case review_alerts.status when 'PENDING' then settled_at is null else alert_id = review_alerts.id end
      ) reported
      where reviews.id = review_alerts.review_id
    ) review`,
  hasReasons: true,
  isReportedBy: (userId) => sql`exists (select from review_reports join review_alerts using (review_id)
    where review_alerts.id = queue_items.subject_id and review_reports.user_id = ${userId} and settled_at is null)`,
  contribution: 'review',
  isApprovalSilent: true,
  describe: ({ extra: { reports, facts } }) => {
    const described = describeFacts(facts)
    const mark = { tone: 'due' as const, icon: 'flag' as const, text: pluralize(reports.length, 'report') }
    return {
      ...described,
      marks: [mark, ...described.marks],
      reports: reports.map(({ name, reason, text, on }) => ({
        term: `${name}, ${formatDate(on.slice(0, 10))}`,
        detail: text ? `${REPORT_REASON_LABELS[reason]}: ${text}` : REPORT_REASON_LABELS[reason],
      })),
    }
  },
  applyApproval: (trx, staff, { id }) => keepReview(trx, staff, id),
  undoApproval: (trx, staff, { id }, effects) => undoReportedReview(trx, staff, id, effects),
  applyRejection: (trx, staff, { id }, refusal) => removeReview(trx, staff, id, refusal),
  undoRejection: (trx, staff, { id }, effects) => undoReportedReview(trx, staff, id, effects),
}

/** All labels beside the text, and a mark in lists where the author is tied to the vendor. */
function describeFacts(of: PurchaseFacts) {
  const labels = reviewLabels(of)
  const marks = labels.filter(({ isTie }) => isTie).map(({ icon, text }) => ({ tone: 'due' as const, icon, text }))
  return { facts: labels.map(({ text }) => text), marks }
}
