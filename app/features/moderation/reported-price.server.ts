import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { recordAudit } from '~/features/audit/audit.server'
import { formatMoney } from '~/ui/money'
import { CannotDecide } from './cannot-decide.server'

/** Decimal text, and the version of the deal whose price the moderator saw. */
export type NewPrice = { amount: string; dealVersion: number }

/**
 * Sets the price of a deal to the reported one, in the transaction of the approval, and returns the previous price.
 *
 * @throws CannotDecide when the deal was saved after the moderator read it
 */
export async function setDealPrice(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  { amount, dealVersion }: NewPrice,
): Promise<string | null> {
  const deal = await trx
    .selectFrom('deals')
    .select(['version', 'deal_price', 'currency'])
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { deal_price: before, currency } = deal
  if (before === amount) return before
  if (deal.version !== dealVersion) {
    const price = before === null ? 'it has no price' : `its price is ${formatMoney(before, currency)}`
    throw new CannotDecide(`Someone else saved the deal in the meantime: ${price} now. Check it again.`)
  }

  const version = deal.version + 1
  await trx
    .updateTable('deals')
    .set({ deal_price: amount, version, updated_at: sql<Date>`now()` })
    .where('id', '=', dealId)
    .execute()
  if (before !== null) await movePlanPrice(trx, dealId, { from: before, to: amount })
  const detail = { version, deal_price: `${before ?? '(none)'} → ${amount}` }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
  return before
}

/** Undoes `setDealPrice`, unless the price was changed again since. */
export async function restoreDealPrice(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  { from, to }: { from: string; to: string | null },
) {
  if (from === to) return
  const restored = await trx
    .updateTable('deals')
    .set((eb) => ({ deal_price: to, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', dealId)
    .where('deal_price', '=', from)
    .returning('version')
    .executeTakeFirst()
  if (!restored) return
  if (to !== null) await movePlanPrice(trx, dealId, { from, to })
  const detail = { version: restored.version, deal_price: `${from} → ${to ?? '(none)'}` }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}

/** The price of a deal is that of one of its plans: the plan that had the price moves with it, unless another has it. */
async function movePlanPrice(trx: Trx, dealId: string, { from, to }: { from: string; to: string }) {
  await sql`
    update deal_plans set price = ${to}
    where deal_id = ${dealId}
      and position = (select min(position) from deal_plans where deal_id = ${dealId} and price = ${from})
      and not exists (select from deal_plans where deal_id = ${dealId} and price = ${to})`.execute(trx)
}
