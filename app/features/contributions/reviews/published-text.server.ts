import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { queueReportedReview, renewReviewAlert, unqueueReportedReview } from './reported-reviews.server'

/** `before`: the text that was public until the approval. Decisions that made a review public have none. */
export type PublishedText = { before?: string | null }

/** Triggers let rating, counts and karma follow. Reports that are open are about the new text then. */
export async function publishText(trx: Trx, reviewId: string, textId: string): Promise<PublishedText> {
  const review = trx.selectFrom('reviews').select('published_id').where('id', '=', reviewId).forNoKeyUpdate()
  const { published_id: before } = await review.executeTakeFirstOrThrow()
  await trx.updateTable('reviews').set({ published_id: textId }).where('id', '=', reviewId).execute()
  if (before) await renewReviewAlert(trx, reviewId)
  else await queueReportedReview(trx, reviewId)
  return { before }
}

/** Makes the text before public again, as long as readers see this one. Reports wait only for public reviews. */
export async function unpublishText(trx: Trx, reviewId: string, textId: string, before: string | null = null) {
  const { numUpdatedRows } = await trx
    .updateTable('reviews')
    .set({ published_id: before })
    .where('id', '=', reviewId)
    .where('published_id', '=', textId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (before) await renewReviewAlert(trx, reviewId)
  else await unqueueReportedReview(trx, reviewId)
}

export async function isPublicReview(trx: Trx, reviewId: string) {
  const review = trx.selectFrom('reviews').select('id').where('id', '=', reviewId).where('published_id', 'is not', null)
  return (await review.executeTakeFirst()) !== undefined
}

export const NEWER_TEXT = 'The author sent a newer text. Decide on that.'

/** @throws CannotDecide when the author sent a newer text of the review */
export async function requireNewest(trx: Trx, reviewId: string, textId: string) {
  const newer = await trx
    .selectFrom('review_versions')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('created_at', '>', sql<Date>`(select created_at from review_versions where id = ${textId})`)
    .executeTakeFirst()
  if (newer) throw new CannotDecide(NEWER_TEXT)
}
