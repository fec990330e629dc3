import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ReviewConnection } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { saveProof } from './purchase-proofs.server'
import { type AboutPurchase, isNewPurchase, savePurchase } from './purchases.server'
import type { NewProof } from './receive-proof.server'
import type { ReviewValues } from './review-form.server'

/** The outcome of a submitted review. `edit-submitted`: readers see the approved text until staff decide on the new one. */
export type ReviewOutcome = PostOutcome | 'edit-submitted' | 'edit-waits' | 'purchase-saved'

/** `deal` is an id. Without `about` the purchase and the connection to the vendor stay as they are. */
export type SentReview = { deal: string; text: ReviewValues; about?: AboutPurchase; proof?: NewProof }

/**
 * Stores a text of the user's only review of a deal: in place of one that waits, or else as a new one that waits. Readers
 * see the approved text until staff approve another. An identical text changes nothing and does not count toward the rate
 * limit, unless it comes with another purchase, which is saved at once. The connection to the vendor is part of the text.
 * `missing`: the deal was unpublished or deleted in the meantime.
 */
export async function submitReview(userId: string, { deal, text, about, proof }: SentReview): Promise<ReviewOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, deal))) return 'missing'
    await lockAuthor(trx, userId)
    const newest = await lockNewestText(trx, userId, deal)
    const sent = { ...text, connection: about?.connection ?? newest?.connection ?? 'NONE' }
    const same = newest && (await findSameText(trx, newest, sent))
    const isNew = proof !== undefined || (about !== undefined && (await isNewPurchase(trx, userId, deal, about)))
    if (same && !isNew) return same
    const retryAfter = await consumeRateLimit('review of account', userId, trx)
    if (retryAfter) return { retryAfter }

    if (isNew && about) await savePurchase(trx, userId, deal, about)
    if (proof) await saveProof(trx, userId, deal, proof)
    if (same) return 'purchase-saved'
    if (newest?.status === 'PENDING') await replaceText(trx, newest, sent)
    else await addText(trx, { user_id: userId, deal_id: deal }, newest?.review_id, sent)
    return newest?.published_id ? 'edit-submitted' : 'submitted'
  })
}

type ReviewText = ReviewValues & { connection: ReviewConnection }

/** The text is locked before the review, as staff lock them, so that it is either decided on or replaced. */
async function lockNewestText(trx: Trx, userId: string, dealId: string) {
  const newest = await trx
    .selectFrom('review_versions')
    .select(['id', 'review_id', 'rating', 'title', 'body', 'connection', 'status'])
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!newest) return undefined
  const { published_id } = await trx
    .selectFrom('reviews')
    .select('published_id')
    .where('id', '=', newest.review_id)
    .executeTakeFirstOrThrow()
  return { ...newest, published_id }
}

type NewestText = NonNullable<Awaited<ReturnType<typeof lockNewestText>>>

/** Outcome for a text that waits or is published. One that was sent back may be resubmitted unchanged. */
async function findSameText(trx: Trx, newest: NewestText, sent: ReviewText): Promise<ReviewOutcome | undefined> {
  const { status, published_id } = newest
  if (status === 'PENDING' && isSame(newest, sent)) return published_id ? 'edit-submitted' : 'submitted'
  if (!published_id) return undefined
  const published = await trx
    .selectFrom('review_versions')
    .select(['rating', 'title', 'body', 'connection'])
    .where('id', '=', published_id)
    .executeTakeFirstOrThrow()
  if (!isSame(published, sent)) return undefined
  return status === 'PENDING' || status === 'CHANGES_REQUESTED' ? 'edit-waits' : 'unchanged'
}

const isSame = (one: ReviewText, other: ReviewText) =>
  (['rating', 'title', 'body', 'connection'] as const).every((name) => one[name] === other[name])

/** The text keeps its place in the queue. One that nobody has read before was written when the review was. */
async function replaceText(trx: Trx, { id, review_id }: NewestText, sent: ReviewText) {
  const written = sql<Date>`case when created_at = (select created_at from reviews where id = ${review_id})
    then created_at else now() end`
  await trx
    .updateTable('review_versions')
    .set({ ...sent, ...resubmittedText(), created_at: written })
    .where('id', '=', id)
    .execute()
}

/** The first text has the id of its review. */
async function addText(
  trx: Trx,
  of: { user_id: string; deal_id: string },
  review: string | undefined,
  sent: ReviewText,
) {
  const review_id = review ?? (await trx.insertInto('reviews').values(of).returning('id').executeTakeFirstOrThrow()).id
  await trx
    .insertInto('review_versions')
    .values({ ...of, ...sent, review_id, ...(!review && { id: review_id }) })
    .execute()
}
