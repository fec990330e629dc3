import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { saveProof } from './purchase-proofs.server'
import { type AboutPurchase, isNewPurchase, savePurchase } from './purchases.server'
import type { NewProof } from './receive-proof.server'
import { dropEdit, findOpenEdit, lockOpenEdit, type SentReview, submitEdit } from './review-edits.server'
import type { ReviewValues } from './review-form.server'
import { isTextDecided, keepText } from './review-versions.server'

/** The outcome of a submitted review. `edit-submitted`: readers see the approved text until staff decide on the new one. */
export type ReviewOutcome = PostOutcome | 'edit-submitted' | 'edit-waits' | 'purchase-saved'

/**
 * Creates or edits the user's only review of a deal. An approved one stays as it is while its edit waits for staff; any
 * other one is replaced and waits again. An identical review changes nothing and does not count toward the rate limit,
 * unless it comes with another purchase, which is saved at once. The connection to the vendor is part of the review.
 * `missing`: the deal was unpublished or deleted in the meantime.
 */
export async function submitReview(
  userId: string,
  dealId: string,
  text: ReviewValues,
  about?: AboutPurchase,
  proof?: NewProof,
): Promise<ReviewOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, dealId))) return 'missing'
    await lockAuthor(trx, userId)
    const review = { ...text, connection: about?.connection }
    const same = await findSameText(trx, userId, dealId, review)
    const isNew = proof !== undefined || (about !== undefined && (await isNewPurchase(trx, userId, dealId, about)))
    if (same && !isNew) return same
    const retryAfter = await consumeRateLimit('review of account', userId, trx)
    if (retryAfter) return { retryAfter }

    if (same) {
      await saveWhatIsNew(trx, { userId, dealId, about, proof })
      return 'purchase-saved'
    }
    // Tried again when staff decide between two of the steps.
    for (let round = 1; round <= 3; round++) {
      const stored = await store(trx, userId, dealId, review)
      if (!stored) continue
      if (isNew) await saveWhatIsNew(trx, { userId, dealId, about, proof })
      return stored
    }
    throw new Error('The review changes all the time')
  })
}

type WhatIsNew = { userId: string; dealId: string; about: AboutPurchase | undefined; proof: NewProof | undefined }

async function saveWhatIsNew(trx: Trx, { userId, dealId, about, proof }: WhatIsNew) {
  if (about) await savePurchase(trx, userId, dealId, about)
  if (proof) await saveProof(trx, userId, dealId, proof)
}

/** Outcome for an unchanged text. A text that was sent back may be resubmitted unchanged. */
async function findSameText(trx: Trx, userId: string, dealId: string, review: SentReview) {
  const own = await findOwn(trx, userId, dealId)
  if (!own) return undefined
  const [isSame, isSameEdit] = [isText(own, review), own.edit !== null && isText(own.edit, review)]
  if (own.status === 'APPROVED') {
    if (isSameEdit && own.edit?.status === 'PENDING') return 'edit-submitted'
    if (isSame) return own.edit ? 'edit-waits' : 'unchanged'
  }
  return own.status === 'PENDING' && isSame && !own.edit ? 'submitted' : undefined
}

const isText = (stored: SentReview, { rating, title, body, connection = stored.connection }: SentReview) =>
  stored.rating === rating && stored.title === title && stored.body === body && stored.connection === connection

async function findOwn(trx: Trx, userId: string, dealId: string) {
  const review = await trx
    .selectFrom('reviews')
    .select(['id', 'rating', 'title', 'body', 'connection', 'status'])
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
  return review && { ...review, edit: (await findOpenEdit(trx, review.id)) ?? null }
}

async function store(trx: Trx, userId: string, dealId: string, review: SentReview) {
  const own = await findOwn(trx, userId, dealId)
  if (!own) return (await insertReview(trx, userId, dealId, review)) && 'submitted'
  if (own.status === 'APPROVED') return (await submitEdit(trx, own.id, review)) && 'edit-submitted'
  return (await replaceReview(trx, own.id, review)) && 'submitted'
}

async function insertReview(trx: Trx, userId: string, dealId: string, review: SentReview) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reviews')
    .values({ ...review, user_id: userId, deal_id: dealId })
    .onConflict((conflict) => conflict.constraint('one_review_per_person_and_deal').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows! > 0n
}

/** Replaces the text of a review that is not public, and keeps the one before if staff decided on it. */
async function replaceReview(trx: Trx, id: string, review: SentReview) {
  // First the edit, which a reopened review may have, then the review: in the order of a decision on the edit.
  const edit = await lockOpenEdit(trx, id)
  const own = await trx
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'APPROVED')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!own) return false
  if (edit) await dropEdit(trx, edit)
  const isKept = await isTextDecided(trx, id)
  if (isKept) await keepText(trx, id)
  await trx
    .updateTable('reviews')
    .set({ ...review, ...resubmittedText(), ...(isKept && { edited_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .execute()
  return true
}
