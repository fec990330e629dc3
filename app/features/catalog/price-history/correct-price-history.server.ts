import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

type Removal = {
  applied: {
    price: string
    priceBefore: string | null
    currency: string
    currencyBefore: string
    originalBefore: string | null
    recordedAt: string
  }
  /** When the deal got another price; null if it has its former price again. */
  until: string | null
}

/**
 * Removes a price that was applied by mistake from the history of a deal. What was recorded while the deal had it, such
 * as another original price, gets the price before.
 */
export async function removePricePoints(trx: Trx, dealId: string, { applied, until }: Removal) {
  const { price, priceBefore, currency, currencyBefore, originalBefore, recordedAt } = applied
  for (const table of ['deal_price_points', 'plan_price_points'] as const) {
    // The former price is recorded again in this transaction, beside the point that it has already.
    await sql`
      delete from ${sql.table(table)} where deal_id = ${dealId}
        and recorded_at in (${recordedAt}::timestamptz, now())`.execute(trx)
  }
  const isMeanwhile = sql`deal_id = ${dealId} and recorded_at > ${recordedAt}::timestamptz
    and recorded_at < coalesce(${until}::timestamptz, 'infinity')`
  await sql`
    update deal_price_points set deal_price = ${priceBefore}, currency = ${currencyBefore},
      original_price = case when ${currency} = ${currencyBefore} then original_price else ${originalBefore}::numeric end
    where ${isMeanwhile}`.execute(trx)
  await sql`
    update plan_price_points set price = ${priceBefore}, currency = ${currencyBefore}
    where ${isMeanwhile} and price = ${price}::numeric`.execute(trx)
  await recordPresentPrice(trx, dealId)
}

/** Makes the present price of a deal the last point of its history, where it is not. */
export async function recordPresentPrice(trx: Trx, dealId: string) {
  await sql`
    insert into deal_price_points (deal_id, original_price, regular_price_period, deal_price, currency)
    select deals.id, deals.original_price, deals.regular_price_period, deals.deal_price, deals.currency
    from deals, lateral (
      select * from deal_price_points where deal_id = deals.id order by recorded_at desc, id desc limit 1
    ) as last
    where deals.id = ${dealId} and (deals.original_price, deals.deal_price, deals.currency)
      is distinct from (last.original_price, last.deal_price, last.currency)`.execute(trx)
}
