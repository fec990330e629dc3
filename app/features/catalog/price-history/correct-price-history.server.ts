import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { PricePeriod } from '~/db/schema'

type Removal = {
  applied: {
    price: string
    priceBefore: string | null
    currency: string
    currencyBefore: string
    originalBefore: string | null
    periodBefore: PricePeriod
    recordedAt: string
  }
  /** When the deal got another price; null if it has its former price again. */
  until: string | null
}

/**
 * Removes a price that was applied by mistake from the history of a deal. Points that were
 * recorded meanwhile, such as a change of the original price, get the previous price.
 */
export async function removePricePoints(trx: Trx, dealId: string, { applied, until }: Removal) {
  const { price, priceBefore, currency, currencyBefore, originalBefore, periodBefore, recordedAt } = applied
  for (const table of ['deal_price_points', 'plan_price_points'] as const) {
    // The former price is recorded again in this transaction, beside the point that it has already.
    await trx
      .deleteFrom(table)
      .where('deal_id', '=', dealId)
      .where('recorded_at', 'in', [sql<Date>`${recordedAt}::timestamptz`, sql<Date>`now()`])
      .execute()
  }
  const isMeanwhile = sql<boolean>`recorded_at > ${recordedAt}::timestamptz
    and recorded_at < coalesce(${until}::timestamptz, 'infinity')`
  await trx
    .updateTable('deal_price_points')
    .set({ deal_price: priceBefore, currency: currencyBefore, deal_price_period: periodBefore })
    .$if(currency !== currencyBefore, (query) => query.set({ original_price: originalBefore }))
    .where('deal_id', '=', dealId)
    .where(isMeanwhile)
    .execute()
  await trx
    .updateTable('plan_price_points')
    .set({ price: priceBefore, currency: currencyBefore })
    .where('deal_id', '=', dealId)
    .where(isMeanwhile)
    .where('price', '=', price)
    .execute()
  await recordPresentPrice(trx, dealId)
}

/** Makes the present price of a deal the last point of its history, where it is not. */
export async function recordPresentPrice(trx: Trx, dealId: string) {
  await trx
    .insertInto('deal_price_points')
    .columns(['deal_id', 'original_price', 'regular_price_period', 'deal_price', 'currency', 'deal_price_period'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('deal_price_points')
              .select(['original_price', 'deal_price', 'currency', 'deal_price_period'])
              .whereRef('deal_id', '=', 'deals.id')
              .orderBy('recorded_at', 'desc')
              .orderBy('deal_price_points.id', 'desc')
              .limit(1)
              .as('last'),
          (join) => join.onTrue(),
        )
        .select(['deals.id', 'deals.original_price', 'deals.regular_price_period', 'deals.deal_price'])
        .select(['deals.currency', 'deals.deal_price_period'])
        .where('deals.id', '=', dealId)
        .where((eb) =>
          eb(
            eb.refTuple('deals.original_price', 'deals.deal_price', 'deals.currency', 'deals.deal_price_period'),
            'is distinct from',
            eb.refTuple('last.original_price', 'last.deal_price', 'last.currency', 'last.deal_price_period'),
          ),
        ),
    )
    .execute()
}
