import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ModerationStatus, ReviewConnection } from '~/db/schema'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { renewReviewAlert } from './reported-reviews.server'
import type { ReviewValues } from './review-form.server'
import { keepText, keepTextOfEdit } from './review-versions.server'

/** What an author sends. Without a connection the stored one remains. */
export type SentReview = ReviewValues & { connection?: ReviewConnection }

export const UNDECIDED = ['PENDING', 'CHANGES_REQUESTED'] as const satisfies ModerationStatus[]

export const findOpenEdit = (trx: Trx, reviewId: string) => openEdits(trx, reviewId).executeTakeFirst()
export const lockOpenEdit = (trx: Trx, reviewId: string) => openEdits(trx, reviewId).forUpdate().executeTakeFirst()

function openEdits(trx: Trx, reviewId: string) {
  return trx
    .selectFrom('review_edits')
    .select(['id', 'rating', 'title', 'body', 'connection', 'status'])
    .where('review_id', '=', reviewId)
    .where('status', 'in', UNDECIDED)
}

/** The author's new text of a reopened review takes the place of an edit that waits. */
export async function dropEdit(trx: Trx, { id, status }: { id: string; status: ModerationStatus }) {
  if (status === 'CHANGES_REQUESTED') await keepTextOfEdit(trx, id)
  await trx.deleteFrom('review_edits').where('id', '=', id).execute()
}

/**
 * Lets an edit of an approved review wait for staff. An edit that waits already gets the new text and keeps its place in
 * the queue. False when the review is not approved any more.
 */
export async function submitEdit(trx: Trx, reviewId: string, review: SentReview) {
  const open = await lockOpenEdit(trx, reviewId)
  if (!open) return insertEdit(trx, reviewId, review)
  if (open.status === 'CHANGES_REQUESTED') await keepTextOfEdit(trx, open.id)
  await trx
    .updateTable('review_edits')
    .set({ ...review, ...resubmittedText(), created_at: sql<Date>`now()` })
    .where('id', '=', open.id)
    .execute()
  return true
}

async function insertEdit(trx: Trx, reviewId: string, { rating, title, body, connection }: SentReview) {
  // Nothing is inserted when staff undid their decision on an earlier edit at the same time.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_edits')
    .columns(['review_id', 'deal_id', 'user_id', 'rating', 'title', 'body', 'connection'])
    .expression((eb) =>
      eb
        .selectFrom('reviews')
        .select(['id', 'deal_id', 'user_id'])
        .select((eb) => [
          eb.cast<number>(eb.val(rating), 'int2').as('rating'),
          eb.cast<string>(eb.val(title), 'text').as('title'),
          eb.cast<string>(eb.val(body), 'text').as('body'),
          eb.fn.coalesce(eb.val(connection ?? null), 'connection').as('connection'),
        ])
        .where('id', '=', reviewId)
        .where('status', '=', 'APPROVED'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows! > 0n
}

/**
 * Copies an approved edit into its review, in the transaction of the approval. A trigger on reviews adjusts the rating of
 * the deal.
 *
 * @throws CannotDecide when the review is not public
 */
export async function applyEdit(trx: Trx, editId: string) {
  const { review_id, created_at, ...text } = await findEdit(trx, editId)
  const review = await trx
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', review_id)
    .where('status', '=', 'APPROVED')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!review) throw new CannotDecide('The review itself is not public now. Decide on it first.')
  const replaced_version_id = await keepText(trx, review.id)
  await trx
    .updateTable('reviews')
    .set({ ...text, edited_at: created_at })
    .where('id', '=', review.id)
    .execute()
  await renewReviewAlert(trx, review.id)
  await trx.updateTable('review_edits').set({ replaced_version_id }).where('id', '=', editId).execute()
}

/** Restores what an approved edit replaced, unless the review was changed again since then. */
export async function undoEdit(trx: Trx, editId: string) {
  const { rows } = await sql<{ id: string; review_id: string }>`
    update reviews set rating = earlier.rating, title = earlier.title, body = earlier.body,
      connection = coalesce(earlier.connection, reviews.connection),
      edited_at = nullif(earlier.created_at, reviews.created_at)
    from review_edits as edit join review_versions as earlier on earlier.id = edit.replaced_version_id
    where edit.id = ${editId} and reviews.id = edit.review_id
      and (reviews.rating, reviews.title, reviews.body, reviews.connection)
        = (edit.rating, edit.title, edit.body, edit.connection)
    returning earlier.id, reviews.id as review_id`.execute(trx)
  await trx.updateTable('review_edits').set({ replaced_version_id: null }).where('id', '=', editId).execute()
  // The restored text is the present one again, no earlier version.
  for (const { id, review_id } of rows) {
    await trx.deleteFrom('review_versions').where('id', '=', id).execute()
    await renewReviewAlert(trx, review_id)
  }
}

async function findEdit(trx: Trx, id: string) {
  return trx
    .selectFrom('review_edits')
    .select(['review_id', 'rating', 'title', 'body', 'connection', sql<Date>`created_at::text`.as('created_at')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
