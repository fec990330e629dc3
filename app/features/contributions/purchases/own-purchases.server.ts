import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { refundDays } from '~/features/catalog/deals/refund-days.server'
import { isShownAs } from '~/features/catalog/deals/shown-status.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import { utcToday } from '~/http/utc-day'
import { marksOf, moneyBackOf } from './purchase'

export const PURCHASES_PER_PAGE = 25
/** In the list of deadlines. */
const DEADLINES = 8

/** The day of the purchase or, if only a proof was sent, the day of the proof. */
const SINCE = sql<string>`coalesce(purchases.bought_on, (purchases.created_at at time zone 'UTC')::date)`

/** A verified change for people who own the deal, after they bought it. */
const TERMS_CHANGED = sql<boolean>`exists (
  select from change_logs
  where change_logs.deal_id = deals.id and change_logs.status = 'APPROVED' and affects_owners = 'YES'
    and coalesce(effective_on, (verified_at at time zone 'UTC')::date) > ${SINCE})`

function selectPurchases(userId: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('deals', 'deals.id', 'purchases.deal_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .innerJoin('vendors', 'vendors.id', 'deals.vendor_id')
    .select(['purchases.id', 'bought_on', 'paid', 'purchases.currency', 'refunded_on', 'proof_status'])
    .select(['refund_asked_on', 'refund_outcome'])
    .select(['deals.title', 'deals.slug', 'deals.published', 'vendor_name', dealPicture.as('picture')])
    .select(['deals.refund_days', 'deals.refund_from'])
    .select(['platforms.refund_days as platform_refund_days', 'platforms.refund_from as platform_refund_from'])
    .select(['vendors.status as vendor_status', 'vendors.status_on as vendor_status_on'])
    .select([isShownAs('EXPIRED').as('has_ended'), TERMS_CHANGED.as('terms_changed')])
    .where('purchases.user_id', '=', userId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPurchases>['execute']>>[number]

function describe({ proof_status, vendor_status, vendor_status_on, has_ended, terms_changed, ...row }: Row) {
  const today = utcToday()
  const { refund_days, refund_from, platform_refund_days, platform_refund_from, ...purchase } = row
  const rules = { refund_days, refund_from, platform_refund_days, platform_refund_from }
  const state = { ...row, proof_status, vendor_status, vendor_status_on, has_ended: Boolean(has_ended), terms_changed }
  return { ...purchase, moneyBack: moneyBackOf(row.bought_on, rules, today), marks: marksOf(state, today) }
}

/** A purchase as its buyer sees it: with the money-back rule and the status. */
export type OwnPurchase = ReturnType<typeof describe>

/** One page of a member's purchases, or all of them, newest first. */
export async function listOwnPurchases(userId: string, page?: number) {
  const all = selectPurchases(userId)
    .orderBy(SINCE, 'desc')
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id')
  const rows = page ? all.limit(PURCHASES_PER_PAGE).offset((page - 1) * PURCHASES_PER_PAGE) : all
  return (await rows.execute()).map(describe)
}

/** The purchases whose money still comes back, the next deadline first. */
export async function listDeadlines(userId: string) {
  const until = sql<string>`bought_on + ${refundDays}`
  const rows = await selectPurchases(userId)
    .where('refunded_on', 'is', null)
    .where('refund_asked_on', 'is', null)
    .where(sql<SqlBool>`${refundDays} > 0`)
    .where(sql<SqlBool>`${until} >= ${utcToday()}::date`)
    .orderBy(until)
    .orderBy('purchases.id')
    .limit(DEADLINES)
    .execute()
  return rows.map(describe)
}

/** How many purchases a member noted, how many were refunded, and how many say nothing of the price. */
export async function countPurchases(userId: string) {
  return db
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<number>().as('bought'))
    .select(sql<number>`count(refunded_on)`.as('refunded'))
    .select(sql<number>`count(*) filter (where paid is null)`.as('unpriced'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Amounts paid, refunded and left, by currency; the currency with most purchases first. */
export async function sumPurchases(userId: string) {
  const refunded = sql`coalesce(sum(paid) filter (where refunded_on is not null), 0)`
  return db
    .selectFrom('purchases')
    .select(sql<string>`currency`.as('currency'))
    .select(sql<string>`sum(paid)`.as('bought'))
    .select(sql<string>`${refunded}`.as('refunded'))
    .select(sql<string>`sum(paid) - ${refunded}`.as('spent'))
    .where('user_id', '=', userId)
    .where('paid', 'is not', null)
    .groupBy('currency')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('currency')
    .execute()
}
export type PurchaseSum = Awaited<ReturnType<typeof sumPurchases>>[number]

/** A purchase as its form shows it; undefined when it is another person's or gone. */
export async function findOwnPurchase(userId: string, id: string) {
  return db
    .selectFrom('purchases')
    .innerJoin('deals', 'deals.id', 'purchases.deal_id')
    .select(['purchases.id', 'deal_id', 'bought_on', 'paid', 'purchases.currency', 'refunded_on', 'proof_status'])
    .select(['refund_asked_on', 'refund_outcome'])
    .select(['deals.title', 'deals.slug', 'deals.published', 'vendor_name', 'deals.currency as deal_currency'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.deal_id', '=', 'purchases.deal_id')
            .whereRef('reviews.user_id', '=', 'purchases.user_id'),
        )
        .as('has_review'),
    )
    .where('purchases.user_id', '=', userId)
    .where('purchases.id', '=', id)
    .executeTakeFirst()
}
