import { sql } from 'kysely'
import type { Executor, Trx } from '~/db/executor'
import type { PricePeriod } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { removePricePoints } from '~/features/catalog/price-history/correct-price-history.server'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import {
  type FieldValue,
  labelOf,
  type NewValue,
  type ReportedField,
} from '~/features/contributions/reported-values/reported-fields'
import {
  type DealRecord,
  dealRecord,
  writeValue,
} from '~/features/contributions/reported-values/reported-values.server'
import { recordAudit } from '~/features/people/audit/audit.server'

type Columns = Partial<Record<keyof DealRecord, FieldValue>>
type PlanValue = { name: string; limit?: string; before: string; after: string }

/** What applying a value changed on the deal, for its undo. */
export type AppliedValue = {
  dealId: string
  field: ReportedField
  before: Columns
  after: Columns
  /** The price or the limit of one of several plans. */
  plan?: PlanValue
  planCount: number
  /** When a price was recorded, with the microseconds that a Date lacks. */
  recordedAt: string
  /** Applying a value is a check of the deal. */
  check?: Check
}

export async function findDealRecord(executor: Executor, dealId: string): Promise<DealRecord | undefined> {
  const deal = await executor
    .selectFrom('deals')
    .select(dealRecord.as('record'))
    .where('id', '=', dealId)
    .executeTakeFirst()
  return deal?.record
}

async function lockDealRecord(trx: Trx, dealId: string) {
  await trx.selectFrom('deals').select('id').where('id', '=', dealId).forNoKeyUpdate().execute()
  return findDealRecord(trx, dealId)
}

/**
 * Writes a value to the deal in the transaction of the approval.
 *
 * @throws CannotDecide when the deal was saved after staff read it, or lacks the plan
 */
export async function applyValue(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  given: NewValue,
): Promise<AppliedValue> {
  const deal = await lockDealRecord(trx, dealId)
  if (!deal) throw new CannotDecide('The deal was deleted in the meantime.')
  const plan = planValueOf(deal, given)
  const after = columnsOf(deal, given, plan)
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, deal[key as keyof DealRecord]])) as Columns
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(trx)
  const parts = { before, after, ...(plan && { plan }) }
  const applied = { dealId, field: given.field, ...parts, planCount: deal.plans.length, recordedAt: rows[0]!.now }
  if (!isUnchanged(applied)) {
    if (deal.version !== given.dealVersion) {
      const [known, yours] = [textOf(applied, 'before'), textOf(applied, 'after')]
      throw new CannotDecide(
        `Someone else saved the deal in the meantime: it says ${known} now, yours is ${yours}. Check it again.`,
      )
    }
    await write(trx, staff, applied, { from: before, to: after, value: plan?.after })
  }
  return { ...applied, check: await markChecked(trx, staff, dealId) }
}

/** The plan of several whose price or limit is set. A single plan has the price of the deal. */
function planValueOf({ plans, limits, currency }: DealRecord, given: NewValue): PlanValue | undefined {
  const { field, plan: name, limit } = given
  if (field !== 'limits' && (field !== 'deal_price' || (plans.length < 2 && !name))) return undefined
  const index = plans.findIndex((plan) => plan.name === name || (!name && plans.length === 1))
  const row = limits.find(({ label }) => label === limit || (!limit && limits.length === 1))
  if (!name && plans.length > 1) {
    throw new CannotDecide(
      `This deal has ${plans.length} plans, and one value says nothing about the others. Choose the plan.`,
    )
  }
  const plan = plans[index]
  if (!plan || (field === 'limits' && !row)) {
    throw new CannotDecide('The plan or its limit was removed or renamed in the meantime. Check it again.')
  }
  const after = `${given.value ?? ''}`
  if (field === 'limits') return { name: plan.name, limit: row!.label, before: row!.values[index] ?? '', after }
  if (plans.length === 1) return undefined
  if (given.currency && given.currency !== currency) {
    throw new CannotDecide('One plan cannot have a currency of its own. Set the prices of all plans in the editor.')
  }
  return { name: plan.name, before: plan.price, after }
}

function columnsOf(deal: DealRecord, { field, value, ...price }: NewValue, plan: PlanValue | undefined): Columns {
  const { currency = deal.currency, period = deal.deal_price_period } = price
  const { deal_price, start_date } = deal
  switch (field) {
    case 'limits':
      return {}
    case 'deal_price':
      return {
        // The price of the deal is that of a plan, and follows it.
        deal_price: plan && plan.before !== deal_price ? deal_price : value,
        currency,
        deal_price_period: period,
        ...(currency !== deal.currency && { original_price: null }),
      }
    case 'deal_price_period':
      if (deal_price === null) throw new CannotDecide('The deal has no price yet. Set it in the editor.')
      return { deal_price, currency: deal.currency, deal_price_period: value }
    case 'stackable':
      return { stackable: value, max_codes: value ? deal.max_codes : null }
    case 'end_date':
      if (value && value < start_date) throw new CannotDecide('The end date is before the start date of the deal.')
  }
  return { [field]: value }
}

const isPrice = ({ field }: Pick<AppliedValue, 'field'>) => field === 'deal_price' || field === 'deal_price_period'

const isUnchanged = ({ before, after, plan }: AppliedValue) =>
  (!plan || plan.before === plan.after) &&
  Object.entries(after).every(([key, value]) => before[key as keyof Columns] === value)

/** Undoes `applyValue`, unless the field was changed again since. An applied price leaves the price history. */
export async function restoreValue(trx: Trx, staff: { id: string }, dealId: string, applied: AppliedValue) {
  // The entry of a merged deal belongs to another one now.
  const deal = applied.dealId === dealId ? await lockDealRecord(trx, dealId) : undefined
  if (!deal) return
  if (applied.check) await restoreChecked(trx, dealId, applied.check)
  if (isUnchanged(applied)) return
  const { before, after, plan } = applied
  const until = isPrice(applied) ? await findLaterPrice(trx, applied) : null
  const keys = Object.keys(after).filter((key) => key !== 'original_price') as (keyof Columns)[]
  const isStillApplied = until === null && keys.every((key) => deal[key] === after[key])
  if (plan && readPlan(deal, plan) !== plan.after) return
  // Its plans were entered for the applied price.
  if (isPrice(applied) && isStillApplied && deal.plans.length > applied.planCount) return
  if (isStillApplied) await write(trx, staff, applied, { from: after, to: before, value: plan?.before })
  if (!isPrice(applied) || (plan && !isStillApplied)) return
  await removePricePoints(trx, dealId, {
    applied: {
      price: after.deal_price as string,
      priceBefore: before.deal_price as string | null,
      currency: after.currency as string,
      currencyBefore: before.currency as string,
      originalBefore: (before.original_price ?? null) as string | null,
      periodBefore: (before.deal_price_period ?? deal.deal_price_period) as PricePeriod,
      recordedAt: applied.recordedAt,
    },
    until,
  })
}

function readPlan({ plans, limits }: DealRecord, { name, limit }: PlanValue) {
  const index = plans.findIndex((plan) => plan.name === name)
  return limit === undefined ? plans[index]?.price : limits.find(({ label }) => label === limit)?.values[index]
}

/** When the deal got another price after the applied one; null if it did not. */
async function findLaterPrice(trx: Trx, { dealId, after, recordedAt }: AppliedValue) {
  const { rows } = await sql<{ at: string | null }>`
    select min(recorded_at)::text as at from deal_price_points
    where deal_id = ${dealId} and recorded_at > ${recordedAt}::timestamptz
      and (deal_price, currency) is distinct from (${after.deal_price}::numeric, ${after.currency})`.execute(trx)
  return rows[0]!.at
}

/** The change of the value, for the audit log. */
export const describeApplied = (applied: AppliedValue) => ({
  field: [labelOf(applied.field), applied.plan?.limit, applied.plan?.name].filter(Boolean).join(', '),
  value: textOf(applied, 'after'),
  value_before: textOf(applied, 'before'),
})

function textOf({ field, before, after, plan }: AppliedValue, side: 'before' | 'after') {
  const columns = side === 'before' ? before : after
  const value = plan ? plan[side] : columns[field]
  if (value === undefined || value === null || value === '') return 'nothing'
  const period = (columns.deal_price_period ?? 'ONCE') as PricePeriod
  return writeValue(field, { value, currency: `${columns.currency}`, period })
}

type Change = { from: Columns; to: Columns; value: string | undefined }

async function write(trx: Trx, staff: { id: string }, { dealId, plan }: AppliedValue, { from, to, value }: Change) {
  await noteDeals(trx, [dealId])
  const ofDeal = trx.updateTable('deal_plans').where('deal_id', '=', dealId)
  if (plan?.limit !== undefined) {
    await sql`update deal_plan_limits set "values"[(
        select count(*) from deal_plans where deal_id = ${dealId} and position <= (
          select position from deal_plans where deal_id = ${dealId} and name = ${plan.name}))] = ${value}
      where deal_id = ${dealId} and label = ${plan.limit}`.execute(trx)
  } else if (plan) {
    await ofDeal.set({ price: value }).where('name', '=', plan.name).execute()
  } else if (typeof to.deal_price === 'string') {
    const isSingle = sql<boolean>`(select count(*) from deal_plans where deal_id = ${dealId}) = 1`
    await ofDeal.set({ price: to.deal_price }).where(isSingle).execute()
  }
  const { version } = await trx
    .updateTable('deals')
    .set((eb) => ({ ...(to as object), version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', dealId)
    .returning('version')
    .executeTakeFirstOrThrow()
  const changes = Object.entries(to)
    .map(([key, now]) => [key, from[key as keyof Columns], now] as const)
    .filter(([, was, now]) => was !== now)
    .map(([key, was, now]) => [key, `${was ?? '(none)'} → ${now ?? '(none)'}`])
  const detail = { version, ...Object.fromEntries(changes), ...(plan && { plan: `${plan.name}: ${value}` }) }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}
