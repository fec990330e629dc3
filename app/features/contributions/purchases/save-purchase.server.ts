import { z } from 'zod'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { inOwnCurrency } from '~/features/catalog/deals/own-currency.server'
import { price } from '~/features/catalog/deals/price-parser'
import { savePurchase } from '~/features/contributions/reviews/purchases.server'
import { pastDay } from '~/features/contributions/reviews/review-form.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { currency, optional } from '~/http/fields.server'

// Asked even while other fields have errors, so that all are shown at once.
const always = { when: () => true }

const fields = z
  .object({
    bought_on: pastDay('Date of purchase').refine((on) => on !== null, 'Date of purchase is required.'),
    paid: optional('Paid', price, null),
    currency: optional('Currency', currency, null),
    refunded_on: pastDay('Date of the refund'),
    drops_proof: z.string().optional(),
  })
  .refine(({ paid, currency }) => paid === null || currency !== null, {
    path: ['currency'],
    message: 'Currency is required with an amount.',
    ...always,
  })
  .refine(({ bought_on: bought, refunded_on: back }) => !bought || !back || back >= bought, {
    path: ['refunded_on'],
    message: 'The refund cannot be before the purchase.',
    ...always,
  })
  .transform(({ currency, drops_proof, ...purchase }) => ({
    purchase: { ...purchase, currency: purchase.paid === null ? null : currency },
    dropsProof: drops_proof !== undefined,
  }))

/** A purchase as its buyer adds it. Without an amount its currency means nothing. */
export const purchaseForm = inOwnCurrency(fields)
type PurchaseValues = z.infer<typeof purchaseForm>['purchase']

/**
 * Notes a purchase. One that was noted before, here or with a review, stays as it is.
 *
 * @returns undefined when the deal is not public any more
 */
export async function addPurchase(userId: string, dealId: string, form: PurchaseValues) {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const noted = await findPurchaseOf(trx, userId, dealId)
    if (noted) return { id: noted.id, isNew: false }
    if (!(await lockPublishedDeal(trx, dealId))) return undefined
    await store(trx, userId, dealId, form)
    const { id } = (await findPurchaseOf(trx, userId, dealId))!
    return { id, isNew: true }
  })
}

/** False when the member has no such purchase any more. */
export async function changePurchase(userId: string, id: string, form: PurchaseValues) {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const own = await trx
      .selectFrom('purchases')
      .select('deal_id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!own) return false
    await store(trx, userId, own.deal_id, form)
    return true
  })
}

/**
 * Removes a purchase with its proof, which leaves the queue if it waits. A review of the deal stays, without what it says
 * of the purchase. Returns the title of the deal, or undefined when there was nothing to remove.
 */
export async function removePurchase(userId: string, id: string) {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    // Before the purchase, in the order of a decision on the proof.
    await trx.deleteFrom('purchase_proofs').where('purchase_id', '=', id).where('user_id', '=', userId).execute()
    const removed = await trx
      .deleteFrom('purchases')
      .using('deals')
      .whereRef('deals.id', '=', 'purchases.deal_id')
      .where('purchases.id', '=', id)
      .where('purchases.user_id', '=', userId)
      .returning('deals.title')
      .executeTakeFirst()
    return removed?.title
  })
}

async function store(trx: Trx, userId: string, dealId: string, { paid, currency, ...claim }: PurchaseValues) {
  await savePurchase(trx, userId, dealId, claim)
  await trx
    .updateTable('purchases')
    .set({ paid, currency })
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .execute()
}

function findPurchaseOf(trx: Trx, userId: string, dealId: string) {
  return trx
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
}
