import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { PURCHASE_FACTS } from './purchases.server'
import { UNDECIDED } from './review-edits.server'

/**
 * What a member wrote about a deal, null without it: the review in any status, its edit that waits for staff or was sent
 * back, and the proof of the purchase without its file.
 */
export async function findOwnReview(userId: string, dealId: string) {
  return (await ownReview({ userId, dealId }))[0]!
}

type Own = Awaited<ReturnType<typeof findOwnReview>>
export type OwnReview = NonNullable<Own['review']>
export type OwnEdit = NonNullable<Own['edit']>
export type OwnProof = NonNullable<Own['proof']>

const ownReview = prepare('own_review', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonObjectFrom(
      eb
        .selectFrom('reviews')
        .leftJoin('purchases', (join) =>
          join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
        )
        .select(['reviews.id', 'rating', 'title', 'body', 'status', 'reviews.created_at', 'edited_at'])
        .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
        .select(['connection', 'bought_on', 'refunded_on'])
        .select(PURCHASE_FACTS)
        .where('reviews.user_id', '=', given.userId)
        .where('reviews.deal_id', '=', given.dealId),
    ).as('review'),
    jsonObjectFrom(
      eb
        .selectFrom('review_edits')
        .select(['id', 'rating', 'title', 'body', 'connection', 'status', 'created_at'])
        .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
        .where('user_id', '=', given.userId)
        .where('deal_id', '=', given.dealId)
        .where('status', 'in', UNDECIDED),
    ).as('edit'),
    jsonObjectFrom(
      eb
        .selectFrom('purchase_proofs')
        .select(['id', 'file_name', 'media_type', 'byte_length', 'status', 'moderation_reason', 'moderated_at'])
        .select((eb) => eb('content', 'is not', null).$castTo<boolean>().as('has_content'))
        .where('user_id', '=', given.userId)
        .where('deal_id', '=', given.dealId),
    ).as('proof'),
  ]),
)
