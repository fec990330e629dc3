import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { AffectsOwners, ChangeEffect } from '~/db/schema'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { suggestEffect } from '~/features/catalog/record/change-effect'
import { noteVerifiedChanges, withdrawChange } from '~/features/catalog/record/change-events.server'
import { BARE_AMOUNT } from '~/features/catalog/record/change-log'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import type { ItemDeal, ItemDecision, ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import type { User } from '~/features/people/accounts/guards.server'
import { currencySign } from '~/ui/money'
import { type AppliedPrice, describePriceChange, restoreDealPrice, setDealPrice } from './reported-price.server'

type DescribedChange = Pick<
  ReportedChange,
  'kind' | 'affectsOwners' | 'effect' | 'oldValue' | 'newValue' | 'effectiveOn' | 'sourceUrl'
>

/** What an approval changed, for its undo. */
type ChangeReportEffects = {
  applied?: AppliedPrice
  affectsBefore?: AffectsOwners
  effectBefore?: ChangeEffect | null
  isSilent?: boolean
}

export const changeLogRules: Rules<DescribedChange, ChangeReportEffects> = {
  describe,
  apply,
  undo,
  auditDetail: ({ applied }) => (applied ? describePriceChange(applied) : {}),
}

function describe({ status, extra }: ItemRow<DescribedChange>, deal: ItemDeal | null) {
  const currency = deal?.currency ?? ''
  const reported = extra.kind === 'PRICE' ? readPrice(extra.newValue ?? '', currency) : undefined
  const change: ReportedChange = {
    ...extra,
    effect: status === 'PENDING' ? suggestEffect(toValues(extra)) : extra.effect,
    dealPrice: deal?.price ?? null,
    reportedPrice: reported?.amount ?? null,
    reportedCurrency: reported?.currency ?? currency,
    plans: deal?.plans ?? 0,
    dealVersion: deal?.version ?? 0,
    currency,
  }
  const affects = { tone: 'bad', icon: 'triangle-alert', text: 'Affects owners' } as const
  return { change, marks: extra.affectsOwners === 'YES' ? [affects] : [] }
}

const toValues = ({ kind, affectsOwners, oldValue, newValue }: DescribedChange) => ({
  kind,
  affects_owners: affectsOwners,
  old_value: oldValue,
  new_value: newValue,
})

async function apply(trx: Trx, staff: User, { id, deal_id }: ItemRow<DescribedChange>, decision: ItemDecision) {
  if (decision.to !== 'APPROVED') return {}
  const { price, affects, effect, isSilent } = decision
  const effects: ChangeReportEffects = {}
  if (affects || effect) {
    const stored = await trx
      .selectFrom('change_logs')
      .select(['affects_owners', 'effect'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (affects && stored.affects_owners !== affects) effects.affectsBefore = stored.affects_owners
    if (effect) effects.effectBefore = stored.effect
    await trx.updateTable('change_logs').set({ affects_owners: affects, effect }).where('id', '=', id).execute()
  }
  if (isSilent) {
    effects.isSilent = true
    await trx.updateTable('change_logs').set({ is_silent: true }).where('id', '=', id).execute()
  }
  if (price && deal_id) {
    effects.applied = await setDealPrice(trx, staff, deal_id, price)
  }
  await noteVerifiedChanges(trx, [id])
  return effects
}

async function undo(trx: Trx, staff: User, { id, deal_id }: ItemRow, effects: ChangeReportEffects) {
  await checkReopening(trx, id)
  await withdrawChange(trx, id)
  const { applied, affectsBefore, effectBefore, isSilent } = effects
  if (affectsBefore || effectBefore !== undefined) {
    const before = { affects_owners: affectsBefore, effect: effectBefore }
    await trx.updateTable('change_logs').set(before).where('id', '=', id).execute()
  }
  if (isSilent) await trx.updateTable('change_logs').set({ is_silent: false }).where('id', '=', id).execute()
  if (applied && deal_id) await restoreDealPrice(trx, staff, deal_id, applied)
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

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Currencies that are known by their sign alone. */
const SIGNED = ['USD', 'EUR', 'GBP', 'INR']

/**
 * Parses a reported price into decimal text with its currency, which is that of the deal unless a sign or code says
 * otherwise: "$1,299" is "1299.00" in USD. Undefined if in doubt, such as a comma that may be a point.
 */
export function readPrice(written: string, currency: string): { amount: string; currency: string } | undefined {
  const text = written.toUpperCase().trim()
  for (const candidate of [currency, ...namedCurrencies(text, currency)]) {
    const amount = readAmount(text, candidate)
    if (amount !== undefined) return { amount, currency: candidate }
  }
  return undefined
}

/** The currencies whose code or sign is in the text. Where a deal is in other dollars, "$" may be either. */
function namedCurrencies(text: string, currency: string) {
  const hasOwnDollars = currencySign(currency).includes('$')
  const codes = (text.match(/[A-Z]{3}/g) ?? []).filter((code) => CURRENCIES.has(code))
  const signed = SIGNED.filter((code) => text.includes(currencySign(code)) && !(code === 'USD' && hasOwnDollars))
  return [...codes, ...signed]
}

function readAmount(text: string, currency: string) {
  const bare = [currency, currencySign(currency).toUpperCase()]
    .reduce((rest, mark) => rest.replace(mark, ''), text)
    .trim()
  const amount = BARE_AMOUNT.test(bare) ? priceIn(currency)(bare) : undefined
  return typeof amount === 'string' ? amount : undefined
}
