import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { removePricePoints } from '~/features/catalog/price-history/correct-price-history.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { NewPrice } from '~/features/contributions/kinds/kind-rules.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { formatMoney } from '~/ui/money'

/** What applying a price changed on the deal, for its undo. */
export type AppliedPrice = {
  price: string
  priceBefore: string | null
  currency: string
  currencyBefore: string
  /** Removed together with its currency, because the new price is in another one. */
  originalBefore: string | null
  /** When the price was recorded, with the microseconds that a Date lacks. */
  recordedAt: string
  /** Applying a price is a check of the deal. */
  check?: Check
}

/**
 * Sets the price of a deal to the reported one, in the transaction of the approval.
 *
 * @throws CannotDecide when the deal was saved after the moderator read it, or has several plans
 */
export async function setDealPrice(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  { amount, currency, dealVersion }: NewPrice,
): Promise<AppliedPrice> {
  const deal = await trx
    .selectFrom('deals')
    .select(['version', 'deal_price', 'original_price', 'currency', sql<string>`now()::text`.as('now')])
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const applied: AppliedPrice = {
    price: amount,
    priceBefore: deal.deal_price,
    currency,
    currencyBefore: deal.currency,
    originalBefore: deal.original_price,
    recordedAt: deal.now,
  }
  if (isUnchanged(applied)) return { ...applied, check: await markChecked(trx, staff, dealId) }
  if (deal.version !== dealVersion) {
    const price =
      deal.deal_price === null ? 'it has no price' : `its price is ${formatMoney(deal.deal_price, deal.currency)}`
    throw new CannotDecide(`Someone else saved the deal in the meantime: ${price} now. Check it again.`)
  }
  await setPlanPrice(trx, dealId, amount)
  const original_price = currency === deal.currency ? deal.original_price : null
  await writePrice(trx, staff, dealId, { deal_price: amount, currency, original_price }, deal)
  return { ...applied, check: await markChecked(trx, staff, dealId) }
}

/** Undoes `setDealPrice`. A price that was changed again since is left alone; the applied one leaves the price history. */
export async function restoreDealPrice(trx: Trx, staff: { id: string }, dealId: string, applied: AppliedPrice) {
  if (applied.check) await restoreChecked(trx, dealId, applied.check)
  if (isUnchanged(applied)) return
  const { price, priceBefore, currency, currencyBefore, originalBefore, recordedAt } = applied
  const deal = await trx
    .selectFrom('deals')
    .select(['deal_price', 'original_price', 'currency'])
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
  const isStillApplied = deal.deal_price === price && deal.currency === currency && deal.changedAt === null
  // Its plans were entered for the applied price.
  if (isStillApplied && deal.plans > (priceBefore === null ? 0 : 1)) return

  const original_price = currency === currencyBefore ? deal.original_price : originalBefore
  const before = { deal_price: priceBefore, currency: currencyBefore, original_price }
  if (isStillApplied) {
    if (priceBefore !== null) await setPlanPrice(trx, dealId, priceBefore)
    await writePrice(trx, staff, dealId, before, deal)
  }
  await removePricePoints(trx, dealId, { applied, until: deal.changedAt })
}

/** The change of the price, for the audit log. */
export const describePriceChange = ({ price, priceBefore, currency, currencyBefore }: AppliedPrice) => ({
  price,
  price_before: priceBefore,
  ...(currency !== currencyBefore && { currency }),
})

const isUnchanged = ({ price, priceBefore, currency, currencyBefore }: AppliedPrice) =>
  price === priceBefore && currency === currencyBefore

type Price = { deal_price: string | null; currency: string; original_price: string | null }

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
  }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}

/** The price of a deal is that of one of its plans. A single plan has the same price; of several, each has its own. */
async function setPlanPrice(trx: Trx, dealId: string, price: string) {
  const plans = await trx.selectFrom('deal_plans').select('position').where('deal_id', '=', dealId).execute()
  if (plans.length > 1) {
    throw new CannotDecide(
      `This deal has ${plans.length} plans, and one price says nothing about the others. Set their prices in the editor.`,
    )
  }
  await trx.updateTable('deal_plans').set({ price }).where('deal_id', '=', dealId).execute()
}
