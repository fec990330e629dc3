import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { PURCHASE_FACTS } from './purchases.server'

/**
 * What a member wrote about a deal, null without it: the newest text, or the public one while the newest is rejected, and
 * the proof of the purchase without its file.
 */
export async function findOwnReview(userId: string, dealId: string) {
  return (await ownReview({ userId, dealId }))[0]!
}

type Own = Awaited<ReturnType<typeof findOwnReview>>
export type OwnReview = NonNullable<Own['review']>
export type OwnProof = NonNullable<Own['proof']>

/** Of a joined row `reviews`: its newest text and the published one. Texts that were replaced are history. */
export const isCurrentText = (text: RawBuilder<unknown>) => sql<boolean>`(${text}.id = reviews.published_id
  or not exists (select from review_versions newer where newer.review_id = reviews.id and newer.created_at > ${text}.created_at))`

const ownReview = prepare('own_review', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonObjectFrom(
      eb
        .selectFrom('reviews')
        .innerJoin('review_versions as text', 'text.review_id', 'reviews.id')
        .leftJoin('purchases', (join) =>
          join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
        )
        .select(['text.id', 'rating', 'title', 'body', 'text.status', 'text.created_at'])
        .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
        .select(['connection', 'bought_on', 'refunded_on'])
        .select([
          sql<boolean>`published_id is not null`.as('is_public'),
          sql<boolean>`coalesce(published_id <> text.id, false)`.as('is_edit'),
        ])
        .select(PURCHASE_FACTS)
        .where('reviews.user_id', '=', given.userId)
        .where('reviews.deal_id', '=', given.dealId)
        .where(isCurrentText(sql`text`))
        .orderBy(sql`text.status = 'REJECTED' and published_id is not null`)
        .orderBy('text.created_at', 'desc')
        .limit(1),
    ).as('review'),
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
