import { type Selectable, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { AffectsOwners, ChangeEffect, ChangeLogs } from '~/db/schema'
import { suggestEffect } from '~/features/catalog/record/change-effect'
import { noteDeals, withdrawChange } from '~/features/catalog/record/changed-deals.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import type { ItemDeal, ItemDecision, ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import { fieldOf, type NewValue } from '~/features/contributions/reported-values/reported-fields'
import {
  describeField,
  isSameValue,
  onRecord,
  readReported,
  writeValue,
} from '~/features/contributions/reported-values/reported-values.server'
import { saveSourceSoon } from '~/features/contributions/sources/sources.server'
import type { User } from '~/features/people/accounts/guards.server'
import { type AppliedValue, applyValue, describeApplied, findDealRecord, restoreValue } from './apply-value.server'

type DescribedChange = Pick<
  ReportedChange,
  'kind' | 'affectsOwners' | 'effect' | 'oldValue' | 'newValue' | 'effectiveOn' | 'sourceUrl'
> & { fieldName: string | null; plan: string | null; limit: string | null }

/** What an approval changed, for its undo. */
type ChangeReportEffects = {
  applied?: AppliedValue
  /** The values of the report before the applied one, where staff changed them. */
  reportedBefore?: ReportedColumns
  affectsBefore?: AffectsOwners
  effectBefore?: ChangeEffect | null
  isSilent?: boolean
}

type ReportedColumns = Pick<Selectable<ChangeLogs>, 'field' | 'plan_name' | 'limit_label' | 'old_value' | 'new_value'>

export const changeLogRules: Rules<DescribedChange, ChangeReportEffects> = {
  describe,
  apply,
  undo,
  auditDetail: ({ applied }) => (applied ? describeApplied(applied) : {}),
}

function describe({ status, extra }: ItemRow<DescribedChange>, deal: ItemDeal | null) {
  const { fieldName, plan, limit, ...described } = extra
  const field = fieldOf({ kind: extra.kind, field: fieldName })
  const change: ReportedChange = {
    ...described,
    effect: status === 'PENDING' ? suggestEffect(toValues(extra)) : extra.effect,
    currency: deal?.record.currency ?? '',
    field: field && deal ? describeField(deal.record, { field, text: extra.newValue, plan, limit }) : undefined,
  }
  const affects = { tone: 'bad', icon: 'triangle-alert', text: 'Affects owners' } as const
  return { change, marks: extra.affectsOwners === 'YES' ? [affects] : [] }
}

const toValues = ({ kind, fieldName, affectsOwners, oldValue, newValue }: DescribedChange) => ({
  kind,
  field: fieldName,
  affects_owners: affectsOwners,
  old_value: oldValue,
  new_value: newValue,
})

async function apply(trx: Trx, staff: User, { id, deal_id }: ItemRow<DescribedChange>, decision: ItemDecision) {
  if (decision.to !== 'APPROVED') return {}
  if (deal_id) await noteDeals(trx, [deal_id])
  const { value, affects, effect, isSilent } = decision
  const effects: ChangeReportEffects = {}
  const stored = await trx
    .selectFrom('change_logs')
    .select(['kind', 'affects_owners', 'effect', 'field', 'plan_name', 'limit_label', 'old_value', 'new_value'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (affects && stored.affects_owners !== affects) effects.affectsBefore = stored.affects_owners
  if (effect) effects.effectBefore = stored.effect
  if (isSilent) effects.isSilent = true
  const { kind, affects_owners, effect: _, ...before } = stored
  const columns = deal_id && value ? await statedColumns(trx, deal_id, before, value) : undefined
  if (columns) effects.reportedBefore = before
  await trx
    .updateTable('change_logs')
    .set({ affects_owners: affects ?? affects_owners, effect, field: fieldOf(stored) ?? null, ...columns })
    .$if(isSilent === true, (query) => query.set({ is_silent: true }))
    .where('id', '=', id)
    .execute()
  if (value && deal_id) effects.applied = await applyValue(trx, staff, deal_id, value)
  await saveSourceSoon(trx, id)
  return effects
}

/** What the entry says of the applied value. A value that says the same in other words stays as the member wrote it. */
async function statedColumns(trx: Trx, dealId: string, before: ReportedColumns, given: NewValue) {
  const deal = await findDealRecord(trx, dealId)
  if (!deal) return undefined
  const { field, value, plan = null, limit = null } = given
  const { currency = deal.currency, period = deal.deal_price_period } = given
  const reported = readReported(field, before.new_value ?? '', deal)
  const isStated =
    reported &&
    isSameValue(field, reported.value, value) &&
    reported.currency === currency &&
    reported.period === period
  return {
    field,
    plan_name: plan,
    limit_label: limit,
    old_value: before.old_value ?? onRecord(deal, field, { plan, limit }),
    new_value: isStated ? before.new_value : writeValue(field, { value, currency, period }),
  }
}

async function undo(trx: Trx, staff: User, { id, deal_id }: ItemRow, effects: ChangeReportEffects) {
  await checkReopening(trx, id)
  await withdrawChange(trx, id)
  const { applied, affectsBefore, effectBefore, isSilent, reportedBefore } = effects
  const before = {
    affects_owners: affectsBefore,
    effect: effectBefore,
    ...(isSilent && { is_silent: false }),
    ...reportedBefore,
  }
  if (Object.values(before).some((value) => value !== undefined)) {
    await trx.updateTable('change_logs').set(before).where('id', '=', id).execute()
  }
  if (applied && deal_id) await restoreValue(trx, staff, deal_id, applied)
}

/** An entry that the decision on a vendor's page wrote goes with that decision, and the price with it. */
async function checkReopening(trx: Trx, id: string) {
  const decision = await trx
    .selectFrom('decisions')
    .innerJoin('change_logs', 'change_logs.deal_id', 'decisions.deal_id')
    .select('decisions.id')
    .where('change_logs.id', '=', id)
    .where('decisions.kind', '=', 'page_difference')
    .where('undone_at', 'is', null)
    .where(sql`effects ->> 'changeId'`, '=', id)
    .executeTakeFirst()
  if (decision) throw new CannotDecide('It comes from a page difference that was applied. Reopen that one instead.')
}
