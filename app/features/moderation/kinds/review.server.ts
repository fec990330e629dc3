import { sql } from 'kysely'
import { PURCHASE_FACTS } from '~/features/reviews/purchases.server'
import { type PurchaseFacts, reviewLabels } from '~/features/reviews/review-labels'
import type { ReviewText } from '../text-difference'
import type { KindModule, Subject } from './kind-module.server'

type Extra = { earlier: ReviewText | null; facts: PurchaseFacts }

/** A review that was rewritten after a decision brings the text that staff had decided on. */
export const reviewModule: KindModule<Extra> = {
  table: 'reviews',
  select: sql<Subject<Extra>>`
    select id, xmin::text as version, status, title, body, rating, deal_id, user_id as author_id, created_at,
      moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note,
      jsonb_build_object('facts', (
        select to_jsonb(facts) from (
          select reviews.connection, ${sql.join(PURCHASE_FACTS)} from (select) as one
          left join purchases on purchases.user_id = reviews.user_id and purchases.deal_id = reviews.deal_id
        ) as facts
      ), 'earlier', case when status = 'PENDING' and edited_at is not null then (
        select jsonb_build_object('rating', rating, 'title', title, 'body', body)
        from review_versions where review_id = reviews.id order by replaced_at desc limit 1
      ) end) as extra
    from (select xmin, * from reviews) reviews`,
  hasReasons: true,
  contribution: 'review',
  describe: ({ extra: { earlier, facts } }) => ({
    earlier: earlier ?? undefined,
    facts: reviewLabels(facts).map(({ text }) => text),
    marks: reviewLabels(facts)
      .filter(({ isTie }) => isTie)
      .map(({ icon, text }) => ({ tone: 'due', icon, text })),
  }),
}
