import { sql } from 'kysely'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { listReportsSettledWith, type ReportedReviewEffects, reopenReports } from './decide-reported-review.server'
import { describeFacts, FACTS_OF_REVIEW } from './review-facts.server'
import type { PurchaseFacts } from './review-labels'

type Extra = { earlier: DescribedReview | null; facts: PurchaseFacts }

/** A review that was rewritten after a decision brings the text that staff had decided on. */
export const reviewKind: QueueKind<Extra, ReportedReviewEffects> = {
  table: 'reviews',
  select: sql<Subject<Extra>>`
    select id, xmin::text as version, status, title, body, rating, deal_id, user_id as author_id, created_at,
      moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('facts', ${FACTS_OF_REVIEW}, 'earlier', case when status = 'PENDING' and edited_at is not null then (
        select jsonb_build_object('rating', rating, 'title', title, 'body', body)
        from review_versions where review_id = reviews.id order by replaced_at desc limit 1
      ) end) as extra
    from (select xmin, * from reviews) reviews`,
  hasReasons: true,
  contribution: 'review',
  applyRejection: (trx, _staff, { id }) => listReportsSettledWith(trx, id),
  undoRejection: (trx, _staff, _review, effects) => reopenReports(trx, effects.reviewReports),
  describe: ({ extra: { earlier, facts } }) => ({ earlier: earlier ?? undefined, ...describeFacts(facts) }),
}
