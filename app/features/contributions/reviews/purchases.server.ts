import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { ReviewConnection } from '~/db/schema'

/** The purchase that a member states. Both days are null without one. */
type StatedPurchase = { bought_on: string | null; refunded_on: string | null }
/** What a member says besides the text of a review. The connection is decided on with the text. */
export type AboutPurchase = StatedPurchase & { connection: ReviewConnection }

/**
 * What readers may know of the purchase behind a review. Neither the day nor the amount is among it: they are known to
 * the member alone.
 */
export const PURCHASE_FACTS = [
  sql<string | null>`to_char(purchases.bought_on, 'YYYY-MM')`.as('bought_month'),
  sql<boolean>`purchases.refunded_on is not null`.as('is_refunded'),
  sql<string | null>`
    case when purchases.proof_status = 'CHECKED'
      then to_char(purchases.proof_decided_at at time zone 'UTC', 'YYYY-MM-DD') end`.as('checked_on'),
] as const

/** Whether a member states another purchase than the stored one. */
export async function isNewPurchase(trx: Trx, userId: string, dealId: string, about: StatedPurchase) {
  const { rows } = await sql`
    select from (select) as one
    left join purchases on purchases.user_id = ${userId} and purchases.deal_id = ${dealId}
    where (bought_on, refunded_on) is distinct from (${about.bought_on}::date, ${about.refunded_on}::date)`.execute(trx)
  return rows.length > 0
}

/** Whether another day of purchase deletes a proof that staff checked, see `savePurchase`. */
export async function losesProof(userId: string, dealId: string, bought_on: string | null) {
  const purchase = await db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('proof_status', '=', 'CHECKED')
    .where(sql<boolean>`bought_on is distinct from ${bought_on}::date`)
    .executeTakeFirst()
  return purchase !== undefined
}

/**
 * A decision on a proof was about the day that was claimed then, so it ends with that day. A claim that is taken back
 * leaves nothing, unless a proof of it waits. A trigger keeps what the purchase says of its proof. What the member said of
 * a refund follows: it ends with its purchase, and money that came back was paid.
 */
export async function savePurchase(trx: Trx, userId: string, dealId: string, claim: StatedPurchase) {
  if (claim.bought_on) {
    await trx
      .insertInto('purchases')
      .values({ user_id: userId, deal_id: dealId, bought_on: claim.bought_on, refunded_on: claim.refunded_on })
      .onConflict((conflict) => conflict.constraint('one_purchase_per_person_and_deal').doNothing())
      .execute()
  } else {
    await trx
      .deleteFrom('purchases')
      .where('user_id', '=', userId)
      .where('deal_id', '=', dealId)
      .where('bought_on', 'is not', null)
      .where('proof_status', '<>', 'SUBMITTED')
      .execute()
  }
  await trx
    .deleteFrom('purchase_proofs')
    .using('purchases')
    .whereRef('purchases.id', '=', 'purchase_proofs.purchase_id')
    .where('purchases.user_id', '=', userId)
    .where('purchases.deal_id', '=', dealId)
    .where('purchase_proofs.status', 'in', ['APPROVED', 'REJECTED'])
    .where('purchases.bought_on', 'is distinct from', claim.bought_on)
    .execute()
  await trx
    .updateTable('purchases')
    .set({
      bought_on: claim.bought_on,
      refunded_on: claim.refunded_on,
      refund_asked_on: sql`case when refund_asked_on >= ${claim.bought_on}::date then refund_asked_on end`,
      refund_outcome: sql`case when refund_asked_on >= ${claim.bought_on}::date then
        case when ${claim.refunded_on}::date is not null then 'PAID'::refund_outcome
          else nullif(refund_outcome, 'PAID') end end`,
    })
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .execute()
}
