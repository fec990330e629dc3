import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor, Trx } from '~/db/executor'
import type { PricePeriod } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { currency as currencyCode } from '~/features/catalog/deals/field-parsers.server'
import { PRICE_PERIODS } from '~/features/catalog/deals/regular-price'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import {
  type FieldValue,
  hasPlans,
  labelOf,
  type NewValue,
  REPORTED_FIELD_NAMES,
  type ReportedField,
} from '~/features/contributions/reported-values/reported-fields'
import {
  type DealRecord,
  dealRecord,
  isSameValue,
  parseValue,
  refusalOf,
  valuesOn,
  writeValue,
} from '~/features/contributions/reported-values/reported-values.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { ValueError } from '~/http/forms'
import { type AppliedPrice, describePriceChange, restoreDealPrice, setDealPrice } from './reported-price.server'

type AppliedField = {
  dealId: string
  field: Exclude<ReportedField, 'deal_price' | 'deal_price_period'>
  value: FieldValue
  before: FieldValue
  plan: string | null
  limit: string | null
  /** How many codes can be stacked, which goes when stacking does. */
  maxCodes: number | null
  /** Applying a value is a check of the deal. */
  check?: Check
}

/** What applying a value changed on the deal, for its undo. */
export type AppliedValue = AppliedPrice | AppliedField

/** The fields of a form that applies a value. `asks` names the choices that the form shows. */
export const VALUE_FIELDS = {
  apply: z.boolean().default(false),
  field: z.enum(REPORTED_FIELD_NAMES).optional().catch(undefined),
  newValue: z.string().default(''),
  newCurrency: z.string().default(''),
  newPeriod: z
    .enum(Object.keys(PRICE_PERIODS) as PricePeriod[])
    .optional()
    .catch(undefined),
  plan: z.string().max(60).nullable().default(null),
  limit: z.string().max(80).nullable().default(null),
  asks: z.enum(['plan', 'limit', 'plan limit']).optional().catch(undefined),
  dealVersion: z.coerce.number().int().default(0),
  startDate: z.string().default(''),
}
type ValueFields = z.infer<z.ZodObject<typeof VALUE_FIELDS>>

/** The value of such a form; undefined if it applies none. Refused values are issues of the context, at their fields. */
export function readNewValue(fields: ValueFields, context: z.RefinementCtx): NewValue | undefined {
  const { apply, field, newValue, newCurrency, newPeriod, plan, limit, asks = '', dealVersion, startDate } = fields
  if (!apply || !field) return undefined
  const refuse = (path: string, message: string) => void context.addIssue({ code: 'custom', path: [path], message })
  const value = parseValue(field, newValue, { currency: newCurrency, start_date: startDate })
  if (value instanceof ValueError) refuse('newValue', refusalOf(field, value))
  const code = field === 'deal_price' ? currencyCode(newCurrency.trim()) : undefined
  if (code instanceof ValueError) refuse('newCurrency', `Currency ${code.words}.`)
  for (const choice of ['plan', 'limit'] as const) {
    if (asks.includes(choice) && !fields[choice]) refuse(choice, `Choose the ${choice}.`)
  }
  if (value instanceof ValueError || code instanceof ValueError) return undefined
  return { field, value, plan, limit, dealVersion, ...(code && { currency: code, period: newPeriod }) }
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
 * @throws CannotDecide when the deal was saved after the moderator read it, or lacks the plan
 */
export async function applyValue(
  trx: Trx,
  staff: { id: string },
  dealId: string,
  given: NewValue,
): Promise<AppliedValue> {
  const { field, value, currency, period, dealVersion } = given
  const deal = await lockDealRecord(trx, dealId)
  if (!deal) throw new CannotDecide('The deal was deleted in the meantime.')
  if (field === 'deal_price' || field === 'deal_price_period') {
    const amount = field === 'deal_price' ? value : deal.deal_price
    if (typeof amount !== 'string') throw new CannotDecide('The deal has no price yet. Set it in the editor.')
    const price = field === 'deal_price' ? { currency, period, plan: given.plan } : { period: value as PricePeriod }
    return setDealPrice(trx, staff, dealId, { amount, dealVersion, ...price })
  }
  const target = { plan: given.plan ?? null, limit: given.limit ?? null }
  const before = presentValue(deal, field, target)
  const maxCodes = deal.max_codes
  const applied: AppliedField = { dealId, field, value, before, ...target, maxCodes }
  if (!isSameValue(field, before, value)) {
    if (deal.version !== dealVersion) {
      throw new CannotDecide(
        `Someone else saved the deal in the meantime: it says ${describe(field, before)} now, yours is ${describe(field, value)}. Check it again.`,
      )
    }
    if (field === 'end_date' && value !== null && value < deal.start_date) {
      throw new CannotDecide('The end date is before the start date of the deal.')
    }
    await writeField(trx, staff, applied, { from: before, to: value })
  }
  return { ...applied, check: await markChecked(trx, staff, dealId) }
}

/** Undoes `applyValue`, unless the field was changed again or the deal was merged since. */
export async function restoreValue(trx: Trx, staff: { id: string }, dealId: string, applied: AppliedValue) {
  if (!('field' in applied)) return restoreDealPrice(trx, staff, dealId, applied)
  if (applied.dealId !== dealId) return
  const deal = await lockDealRecord(trx, dealId)
  if (!deal) return
  if (applied.check) await restoreChecked(trx, dealId, applied.check)
  const { field, value, before } = applied
  const [present] = valuesOn(deal, field, applied)
  if (before === value || present !== value) return
  await writeField(trx, staff, applied, { from: value, to: before })
}

/** The change of the value, for the audit log. */
export function describeApplied(applied: AppliedValue): Record<string, string | null> {
  if (!('field' in applied)) return describePriceChange(applied)
  const { field, value, before, plan, limit } = applied
  return {
    field: labelOf(field),
    value: describe(field, value),
    value_before: describe(field, before),
    ...(plan && { plan }),
    ...(limit && { limit }),
  }
}

const describe = (field: AppliedField['field'], value: FieldValue) =>
  value === '' || value === null ? 'nothing' : writeValue(field, { value, currency: '', period: 'ONCE' })

function presentValue(deal: DealRecord, field: ReportedField, target: { plan: string | null; limit: string | null }) {
  const values = valuesOn(deal, field, target)
  if (values.length === 1) return values[0]!
  const name = hasPlans(field) && target.plan ? `The plan “${target.plan}” or its limit` : 'The limit'
  throw new CannotDecide(`${name} was removed or renamed in the meantime. Check it again.`)
}

async function writeField(
  trx: Trx,
  staff: { id: string },
  { dealId, field, plan, limit, maxCodes }: AppliedField,
  { from, to }: { from: FieldValue; to: FieldValue },
) {
  const offers = await readOffers(trx, [dealId])
  const columns =
    field === 'limits'
      ? {}
      : field === 'stackable'
        ? { stackable: to as boolean | null, max_codes: to ? maxCodes : null }
        : { [field]: to }
  if (field === 'limits') await writeLimit(trx, dealId, { plan, limit, value: `${to ?? ''}` })
  const { version } = await trx
    .updateTable('deals')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', dealId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await noteChangedOffers(trx, offers)
  const detail = { version, [field]: `${from ?? '(none)'} → ${to ?? '(none)'}` }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}

type PlanLimit = { plan: string | null; limit: string | null; value: string }

/** Without a name it is the only plan or limit of the deal. */
async function writeLimit(trx: Trx, dealId: string, { plan, limit, value }: PlanLimit) {
  const place = sql`(select count(*) from deal_plans before where before.deal_id = deal_plan_limits.deal_id
    and before.position <= (select min(position) from deal_plans where deal_id = deal_plan_limits.deal_id
      and name = coalesce(${plan}, name)))`
  await sql`update deal_plan_limits set "values"[${place}] = ${value}
    where deal_id = ${dealId} and label = coalesce(${limit}, label)`.execute(trx)
}
