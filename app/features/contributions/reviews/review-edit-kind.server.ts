import { sql } from 'kysely'
import type { ReviewConnection } from '~/db/schema'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { applyEdit, undoEdit } from './review-edits.server'
import { describeFacts, FACTS_OF_REVIEW } from './review-facts.server'
import { CONNECTION_LABELS, type PurchaseFacts } from './review-labels'

type Extra = { earlier: DescribedReview & { connection: ReviewConnection | null }; facts: PurchaseFacts }

/** Edits of approved reviews. Readers keep the approved text until one is approved, and when it is rejected. */
export const reviewEditKind: QueueKind<Extra> = {
  table: 'review_edits',
  select: sql<Subject<Extra>>`
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
