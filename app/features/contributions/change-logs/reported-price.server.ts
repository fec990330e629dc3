import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { PricePeriod } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { priceText } from '~/features/catalog/deals/regular-price'
import { removePricePoints } from '~/features/catalog/price-history/correct-price-history.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { recordAudit } from '~/features/people/audit/audit.server'

/** A price as decimal text. What is left out stays as it is on the deal. */
export type NewPrice = {
  amount: string
  currency?: string
  period?: PricePeriod
  /** The plan that has it, of several. */
  plan?: string | null
  /** The version of the deal that staff saw. */
  dealVersion: number
}

/** What applying a price changed on the deal, for its undo. */
export type AppliedPrice = {
  /** Missing in older decisions, as are period and plan. */
  dealId?: string
  price: string
  priceBefore: string | null
  currency: string
  currencyBefore: string
  /** Removed together with its currency, because the new price is in another one. */
  originalBefore: string | null
  period?: PricePeriod
  periodBefore?: PricePeriod
  /** The plan of several whose price was set. The price of the deal follows if it was that of the plan. */
  plan?: { name: string; price: string; priceBefore: string }
  /** When the price was recorded, with the microseconds that a Date lacks. */
  recordedAt: string
  /** Applying a price is a check of the deal. */
  check?: Check
}

/**
 * Sets the price of a deal to the reported one, in the transaction of the approval.
 *
 * @throws CannotDecide when the deal was saved after the moderator read it, or has several plans and none was chosen
 */
export async function setDealPrice(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  { amount, plan: planName, dealVersion, ...given }: NewPrice,
): Promise<AppliedPrice> {
  const deal = await trx
    .selectFrom('deals')
    .select(['version', 'deal_price', 'original_price', 'currency', 'deal_price_period'])
    .select(sql<string>`now()::text`.as('now'))
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { currency = deal.currency, period = deal.deal_price_period } = given
  const before = planName ? await findPlanPrice(trx, dealId, planName) : undefined
  const plan = before === undefined ? undefined : { name: planName!, price: amount, priceBefore: before }
  const applied: AppliedPrice = {
    dealId,
    price: plan && plan.priceBefore !== deal.deal_price ? deal.deal_price! : amount,
    priceBefore: deal.deal_price,
    currency,
    currencyBefore: deal.currency,
    originalBefore: deal.original_price,
    period,
    periodBefore: deal.deal_price_period,
    ...(plan && { plan }),
    recordedAt: deal.now,
  }
  if (isUnchanged(applied)) return { ...applied, check: await markChecked(trx, staff, dealId) }
  if (deal.version !== dealVersion) {
    const known = plan ? plan.priceBefore : deal.deal_price
    const price =
      known === null ? 'it has no price' : `its price is ${priceText(known, deal.currency, deal.deal_price_period)}`
    const yours = priceText(amount, currency, period)
    throw new CannotDecide(
      `Someone else saved the deal in the meantime: ${price} now, yours is ${yours}. Check it again.`,
    )
  }
  if (plan && currency !== deal.currency) {
    throw new CannotDecide('One plan cannot have a currency of its own. Set the prices of all plans in the editor.')
  }
  await setPlanPrice(trx, dealId, amount, plan?.name)
  const original_price = currency === deal.currency ? deal.original_price : null
  await writePrice(
    trx,
    staff,
    dealId,
    { deal_price: applied.price, currency, original_price, deal_price_period: period },
    deal,
  )
  return { ...applied, check: await markChecked(trx, staff, dealId) }
}

/** Undoes `setDealPrice`. A price that was changed again since is left alone; the applied one leaves the price history. */
export async function restoreDealPrice(trx: Trx, staff: { id: string }, dealId: string, applied: AppliedPrice) {
  if (applied.dealId && applied.dealId !== dealId) return
  if (applied.check) await restoreChecked(trx, dealId, applied.check)
  if (isUnchanged(applied)) return
  const { price, priceBefore, currency, currencyBefore, originalBefore, plan, recordedAt } = applied
  const deal = await trx
    .selectFrom('deals')
    .select(['deal_price', 'original_price', 'currency', 'deal_price_period'])
    .select([
      sql<string | null>`(
        select min(recorded_at)::text from deal_price_points where deal_id = deals.id
          and recorded_at > ${recordedAt}::timestamptz
          and (deal_price, currency) is distinct from (${price}::numeric, ${currency}))`.as('changedAt'),
      sql<number>`(select count(*) from deal_plans where deal_id = deals.id)`.as('plans'),
    ])
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!deal) return
  const { period = deal.deal_price_period, periodBefore = period } = applied
  const isStillApplied =
    deal.deal_price === price &&
    deal.currency === currency &&
    deal.deal_price_period === period &&
    deal.changedAt === null
  if (plan) {
    const isPlanApplied = (await readPlanPrice(trx, dealId, plan.name)) === plan.price
    if (!isStillApplied || !isPlanApplied) return
  }
  // Its plans were entered for the applied price.
  else if (isStillApplied && deal.plans > (priceBefore === null ? 0 : 1)) return

  const original_price = currency === currencyBefore ? deal.original_price : originalBefore
  const before = { deal_price: priceBefore, currency: currencyBefore, original_price, deal_price_period: periodBefore }
  if (isStillApplied) {
    if (plan) await setPlanPrice(trx, dealId, plan.priceBefore, plan.name)
    else if (priceBefore !== null) await setPlanPrice(trx, dealId, priceBefore)
    await writePrice(trx, staff, dealId, before, deal)
  }
  await removePricePoints(trx, dealId, { applied: { ...applied, periodBefore }, until: deal.changedAt })
}

/** The change of the price, for the audit log. */
export const describePriceChange = ({ price, priceBefore, currency, currencyBefore, plan }: AppliedPrice) => ({
  price: plan?.price ?? price,
  price_before: plan?.priceBefore ?? priceBefore,
  ...(currency !== currencyBefore && { currency }),
  ...(plan && { plan: plan.name }),
})

const isUnchanged = ({ price, priceBefore, currency, currencyBefore, period, periodBefore, plan }: AppliedPrice) =>
  price === priceBefore &&
  currency === currencyBefore &&
  period === periodBefore &&
  (!plan || plan.price === plan.priceBefore)

type Price = {
  deal_price: string | null
  currency: string
  original_price: string | null
  deal_price_period: PricePeriod
}

async function writePrice(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  price: Price,
  before: Omit<Price, 'original_price'>,
) {
  const offers = await readOffers(trx, [dealId])
  const { version } = await trx
    .updateTable('deals')
    .set((eb) => ({ ...price, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', dealId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await noteChangedOffers(trx, offers)
  const detail = {
    version,
    deal_price: `${before.deal_price ?? '(none)'} → ${price.deal_price ?? '(none)'}`,
    ...(before.currency !== price.currency && { currency: `${before.currency} → ${price.currency}` }),
    ...(before.deal_price_period !== price.deal_price_period && {
      deal_price_period: `${before.deal_price_period} → ${price.deal_price_period}`,
    }),
  }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}

const plansOf = (trx: Trx, dealId: string) => trx.selectFrom('deal_plans').where('deal_id', '=', dealId)

async function readPlanPrice(trx: Trx, dealId: string, name: string) {
  return (await plansOf(trx, dealId).select('price').where('name', '=', name).executeTakeFirst())?.price
}

/** The price of one of several plans; undefined for a single one, whose price is that of the deal. */
async function findPlanPrice(trx: Trx, dealId: string, name: string) {
  const plans = await plansOf(trx, dealId).select(['name', 'price']).execute()
  const plan = plans.find((known) => known.name === name)
  if (!plan) throw new CannotDecide(`The plan “${name}” was removed or renamed in the meantime. Check it again.`)
  return plans.length > 1 ? plan.price : undefined
}

/** The price of a deal is that of one of its plans. A single plan has the same price; of several, each has its own. */
async function setPlanPrice(trx: Trx, dealId: string, price: string, name?: string) {
  const plans = await plansOf(trx, dealId).select('name').execute()
  if (plans.length > 1 && !name) {
    throw new CannotDecide(
      `This deal has ${plans.length} plans, and one price says nothing about the others. Choose the plan, or set the prices in the editor.`,
    )
  }
  const update = trx.updateTable('deal_plans').set({ price }).where('deal_id', '=', dealId)
  await (name ? update.where('name', '=', name) : update).execute()
}
