import { sql } from 'kysely'
import type { PurchaseFacts } from '~/features/contributions/reviews/review-labels'
import type { KindModule, Subject } from './kind-module.server'
import { describeFacts, FACTS_OF_REVIEW } from './review-facts.server'

/** Answers to "Still using it?". Triggers let the newest approved rating of a review count. */
export const followUpModule: KindModule<{ facts: PurchaseFacts; review: string; rating: number }> = {
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
