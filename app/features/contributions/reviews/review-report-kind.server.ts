import { sql } from 'kysely'
import type { ReportReason } from '~/db/schema'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import {
  keepReview,
  type ReportedReviewEffects,
  removeReview,
  undoReportedReview,
} from './decide-reported-review.server'
import { describeFacts, FACTS_OF_REVIEW } from './review-facts.server'
import type { PurchaseFacts } from './review-labels'
import { REPORT_REASON_LABELS } from './review-report'

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
