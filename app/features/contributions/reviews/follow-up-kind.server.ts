import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { describeFacts, FACTS_OF_REVIEW } from './review-facts.server'
import type { PurchaseFacts } from './review-labels'

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
