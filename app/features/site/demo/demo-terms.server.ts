import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { DEMO_TERMS, type DemoTerms, type SeededDeal } from './demo-content'
import type { DemoDays } from './demo-days'

/** The columns that say what a buyer of a demo deal gets. */
export function termColumns(slug: string, { date }: DemoDays) {
  const terms: DemoTerms = DEMO_TERMS[slug] ?? {}
  return {
    regular_price_period: terms.period ?? null,
    coupon_code: terms.coupon?.[0] ?? null,
    coupon_note: terms.coupon?.[1] ?? null,
    lifetime_means: terms.lifetime ?? null,
    refund_days: terms.refund ?? null,
    refund_from: terms.from ?? null,
    redeem_days: terms.redeem ?? null,
    stackable: terms.codes === undefined ? (terms.stackable ?? null) : true,
    max_codes: terms.codes ?? null,
    transferable: terms.transferable ?? null,
    future_versions: terms.future ?? null,
    shutdown_notice: terms.notice ?? null,
    terms_url: terms.read === undefined ? null : `https://${slug}.example/terms`,
    terms_read_on: terms.read === undefined ? null : date(terms.read),
  }
}

/** Adds the plans of new demo deals, with the days of their former prices. */
export async function addPlans(trx: Trx, deals: SeededDeal[], { moment }: DemoDays) {
  const withPlans = deals.flatMap((deal) => {
    const { plans, planPrices = [] } = DEMO_TERMS[deal.slug] ?? {}
    return plans ? [{ deal, plans, planPrices }] : []
  })
  if (withPlans.length === 0) return
  await trx
    .insertInto('deal_plans')
    .values(
      withPlans.flatMap(({ deal, plans }) =>
        plans.map(({ name, price, codes = null }, position) => ({ deal_id: deal.id, name, price, codes, position })),
      ),
    )
    .execute()
  await trx
    .insertInto('deal_plan_limits')
    .values(
      withPlans.flatMap(({ deal, plans }) =>
        [...new Set(plans.flatMap(({ limits }) => Object.keys(limits)))].map((label, position) => {
          return { deal_id: deal.id, label, position, values: plans.map(({ limits }) => limits[label] ?? '') }
        }),
      ),
    )
    .execute()
  // The first prices are recorded now instead of at the end of the transaction, so that they can get the day of the deal.
  await sql`set constraints deal_plans_settle_prices immediate`.execute(trx)
  for (const { deal, planPrices } of withPlans) {
    const listed = moment(deal.listed, deal.slug)
    const lastChange = Math.max(...(deal.prices ?? []).map(([day]) => day), deal.listed)
    await trx
      .updateTable('plan_price_points')
      .set({ recorded_at: planPrices.length > 0 ? moment(lastChange, deal.slug) : listed })
      .where('deal_id', '=', deal.id)
      .execute()
    const former = planPrices.map(([plan, day, price]) => {
      return { deal_id: deal.id, plan, price, currency: deal.currency ?? 'USD', recorded_at: moment(day, deal.slug) }
    })
    if (former.length > 0) await trx.insertInto('plan_price_points').values(former).execute()
  }
}
