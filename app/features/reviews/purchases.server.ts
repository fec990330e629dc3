import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ReviewConnection } from '~/db/schema'

/** What a member says about a purchase besides the review. Both days are null without a claim. */
export type AboutPurchase = { bought_on: string | null; refunded_on: string | null; connection: ReviewConnection }

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

/** Whether a member says anything else than what is stored. */
export async function isNewAbout(trx: Trx, userId: string, dealId: string, about: AboutPurchase) {
  const { rows } = await sql`
    select from (select) as one
    left join purchases on purchases.user_id = ${userId} and purchases.deal_id = ${dealId}
    left join reviews on reviews.user_id = ${userId} and reviews.deal_id = ${dealId}
    where (bought_on, refunded_on, coalesce(connection, 'NONE'))
      is distinct from (${about.bought_on}::date, ${about.refunded_on}::date, ${about.connection}::review_connection)`.execute(
    trx,
  )
  return rows.length > 0
}

/** Stores what a member says about the purchase of a reviewed deal. */
export async function saveAbout(trx: Trx, userId: string, dealId: string, about: AboutPurchase) {
  await trx
    .updateTable('reviews')
    .set({ connection: about.connection })
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('connection', '<>', about.connection)
    .execute()
  await savePurchase(trx, userId, dealId, about)
}

/**
 * A decision on a proof was about the day that was claimed then, so it ends with that day. A claim that is taken back
 * leaves nothing, unless a proof of it waits. A trigger keeps what the purchase says of its proof.
 */
export async function savePurchase(
  trx: Trx,
  userId: string,
  dealId: string,
  claim: Pick<AboutPurchase, 'bought_on' | 'refunded_on'>,
) {
  if (claim.bought_on) {
    await sql`
      insert into purchases (user_id, deal_id, bought_on, refunded_on)
      values (${userId}, ${dealId}, ${claim.bought_on}, ${claim.refunded_on})
      on conflict on constraint one_purchase_per_person_and_deal do nothing`.execute(trx)
  } else {
    await sql`
      delete from purchases
      where user_id = ${userId} and deal_id = ${dealId} and bought_on is not null and proof_status <> 'SUBMITTED'`.execute(
      trx,
    )
  }
  await sql`
    delete from purchase_proofs using purchases
    where purchases.id = purchase_id and purchases.user_id = ${userId} and purchases.deal_id = ${dealId}
      and status in ('APPROVED', 'REJECTED') and bought_on is distinct from ${claim.bought_on}::date`.execute(trx)
  await sql`
    update purchases set bought_on = ${claim.bought_on}::date, refunded_on = ${claim.refunded_on}::date
    where user_id = ${userId} and deal_id = ${dealId}`.execute(trx)
}
