import { sql } from 'kysely'
import type { PricePeriod } from '~/db/schema'
import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { PRICE_PERIODS, perPeriod, priceText } from '~/features/catalog/deals/regular-price'
import { refundText, yesOrNo } from '~/features/catalog/deals/terms'
import { BARE_AMOUNT } from '~/features/catalog/record/change-log'
import { parserOf } from '~/http/field-schema.server'
import { answer, day, line } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { formatDate } from '~/ui/local-date'
import { currencySign, isSameAmount } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import {
  type FieldReport,
  type FieldValue,
  hasPlans,
  labelOf,
  REPORTED_FIELDS,
  type ReportedField,
} from './reported-fields'

/** What a report can change of a deal. */
export type DealRecord = {
  version: number
  currency: string
  start_date: string
  plans: { name: string; price: string }[]
  /** A value for each plan, empty where not stated. */
  limits: { label: string; values: string[] }[]
  deal_price_period: PricePeriod
  original_price: string | null
  max_codes: number | null
  /** The rule for deals that do not state their own. */
  platform_refund_days: number | null
} & Record<Exclude<ReportedField, 'limits' | 'deal_price_period'>, FieldValue>

export const dealRecord = sql<DealRecord>`jsonb_build_object('version', deals.version, 'currency', deals.currency,
  'start_date', deals.start_date, 'deal_price', deals.deal_price::text, 'original_price', deals.original_price::text,
  'deal_price_period', deals.deal_price_period,
  'end_date', deals.end_date, 'coupon_code', deals.coupon_code, 'refund_days', deals.refund_days,
  'redeem_days', deals.redeem_days, 'stackable', deals.stackable, 'max_codes', deals.max_codes,
  'platform_refund_days', (select refund_days from platforms where id = deals.platform_id),
  'plans', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'price', price::text) order by position), '[]')
    from deal_plans where deal_id = deals.id),
  'limits', (select coalesce(jsonb_agg(jsonb_build_object('label', label, 'values', "values") order by position), '[]')
    from deal_plan_limits where deal_id = deals.id))`

export const targetsOf = ({ currency, plans, limits }: Pick<DealRecord, 'currency' | 'plans' | 'limits'>) => ({
  currency,
  plans: plans.map(({ name }) => name),
  limits: limits.map(({ label }) => label),
})

type Target = { plan: string | null; limit: string | null }
type Reading = Pick<DealRecord, 'currency' | 'start_date'>

/** "60", "60 days" and "60 days from purchase" */
const days =
  (parse: Parser<number>): Parser<number> =>
  (text) =>
    parse(text.replace(/ ?days?(?: from (?:purchase|redemption))?$/i, ''))

const PARSERS: Record<ReportedField, (deal: Reading) => Parser<FieldValue>> = {
  deal_price: ({ currency }) => priceIn(currency),
  deal_price_period: () => parserOf(DEAL_FIELDS.deal_price_period),
  end_date:
    ({ start_date }) =>
    (text) => {
      const date = day(isoDay(text) ?? text)
      return typeof date === 'string' && date < start_date ? new ValueError('cannot be before the start date') : date
    },
  coupon_code: () => parserOf(DEAL_FIELDS.coupon_code),
  refund_days: () => (text) =>
    /^(none|no|no refunds?)$/i.test(text) ? 0 : days(parserOf(DEAL_FIELDS.refund_days))(text),
  redeem_days: () => days(parserOf(DEAL_FIELDS.redeem_days)),
  stackable: () => (text) => answer(text.replace(/^yes, up to \d+$/i, 'yes')),
  limits: () => line(DEAL_LIMITS.limitValue),
}

/** "31 Dec 2026" as YYYY-MM-DD; undefined for anything else. */
function isoDay(text: string) {
  const time = /^\d{1,2} \p{L}{3} \d{4}$/u.test(text) ? Date.parse(`${text} UTC`) : Number.NaN
  if (Number.isNaN(time)) return undefined
  const date = new Date(time)
  return formatDate(date) === text ? date.toISOString().slice(0, 10) : undefined
}

const EMPTY = ['none', 'lifetime', 'n/a']

/** Parses a value as people write it: "60 days" is 60, and "none" is null where the field can be empty. */
export function parseValue(field: ReportedField, submitted: string, deal: Reading): FieldValue | ValueError {
  const text = submitted.trim()
  const { empty } = REPORTED_FIELDS[field]
  if (empty && [...EMPTY, empty.toLowerCase()].includes(text.toLowerCase())) return null
  return PARSERS[field](deal)(text)
}

type Written = { value: FieldValue; currency: string; period: PricePeriod }

/** A value as an entry of the record states it: "60 days", "$49.00", "31 Dec 2026". */
export function writeValue(field: ReportedField, { value, currency, period }: Written): string {
  if (value === null) return REPORTED_FIELDS[field].empty ?? 'Not stated'
  if (typeof value === 'boolean') return yesOrNo(value)!
  if (typeof value === 'number')
    return field === 'refund_days' ? refundText({ days: value, from: null }) : pluralize(value, 'day')
  if (field === 'deal_price') return priceText(value, currency, period)
  if (field === 'deal_price_period') return PRICE_PERIODS[value as PricePeriod]
  return field === 'end_date' ? formatDate(value) : value
}

/** What visitors see of the deal, with the rule of its platform. Several where the report names no plan or limit. */
function valuesOn(deal: DealRecord, field: ReportedField, { plan, limit }: Target): FieldValue[] {
  const isPlan = ({ name }: { name: string }) => plan === null || name === plan
  if (field === 'limits') {
    const named = deal.limits.filter(({ label }) => limit === null || label === limit)
    return named.flatMap(({ values }) => values.filter((_, index) => deal.plans[index] && isPlan(deal.plans[index])))
  }
  if (field === 'deal_price' && deal.plans.length > 1) return deal.plans.filter(isPlan).map(({ price }) => price)
  return [field === 'refund_days' ? (deal.refund_days ?? deal.platform_refund_days) : deal[field]]
}

/** What the deal has now, as it is written; null if it states nothing, or several plans differ. */
export function onRecord(deal: DealRecord, field: ReportedField, target: Target) {
  const [value, ...others] = valuesOn(deal, field, target)
  if (value === undefined || value === null || value === '' || others.length > 0) return null
  return writeValue(field, { value, currency: deal.currency, period: deal.deal_price_period })
}

export const isSameValue = (field: ReportedField, one: FieldValue, other: FieldValue) =>
  field === 'deal_price' ? isSameAmount(one as string | null, other as string | null) : one === other

type Reported = Target & { field: ReportedField; text: string | null }

/** What a report says about a field, beside the deal. Undefined for limits of a deal without plans that differ. */
export function describeField(deal: DealRecord, { field, text, ...target }: Reported): FieldReport | undefined {
  if (field === 'limits' && deal.limits.length === 0) return undefined
  const present = { currency: deal.currency, period: deal.deal_price_period }
  const targets = targetsOf(deal)
  // A single one needs no choice.
  const plan = targets.plans.find((name, _, all) => name === target.plan || all.length === 1) ?? null
  const limit = targets.limits.find((label, _, all) => label === target.limit || all.length === 1) ?? null
  const values = valuesOn(deal, field, { plan, limit })
  const reported = readReported(field, text ?? '', deal)
  const { value, currency, period } = reported ?? { value: '', ...present }
  const texts = values.map((known) =>
    known === null || known === '' ? '' : writeValue(field, { value: known, ...present }),
  )
  return {
    field,
    onRecord: texts.filter((known) => known !== '').join(', ') || null,
    value: inControl(field, value),
    currency,
    period,
    plan: hasPlans(field) ? plan : null,
    limit: field === 'limits' ? limit : null,
    targets,
    // A limit that is not named is described in words of the report's own.
    isNew:
      reported !== undefined && (field !== 'limits' || target.limit !== null) && differs(deal, field, values, reported),
    startDate: deal.start_date,
    dealVersion: deal.version,
  }
}

/** A value as its control has it. */
export function inControl(field: ReportedField, value: FieldValue) {
  if (value === null) return REPORTED_FIELDS[field].empty ?? ''
  return typeof value === 'boolean' ? yesOrNo(value)! : `${value}`
}

function differs(deal: DealRecord, field: ReportedField, values: FieldValue[], { value, currency, period }: Written) {
  const isOther = field === 'deal_price' && (currency !== deal.currency || period !== deal.deal_price_period)
  return isOther || !values.some((known) => isSameValue(field, known, value))
}

/** The value that a report states; undefined if in doubt. */
export function readReported(
  field: ReportedField,
  text: string,
  deal: Pick<DealRecord, 'currency' | 'deal_price_period'>,
): Written | undefined {
  const { currency, deal_price_period: period } = deal
  if (field === 'deal_price') {
    const price = readPrice(text, currency)
    return price && { value: price.amount, currency: price.currency, period: price.period ?? period }
  }
  // A day before the start is what the report says, although the deal refuses it.
  const value = text === '' ? new ValueError('is empty') : parseValue(field, text, { currency, start_date: '' })
  return value instanceof ValueError ? undefined : { value, currency, period }
}

/** The label of a field and the words of a refused value, as a sentence. */
export const refusalOf = (field: ReportedField, { words }: ValueError) => `${labelOf(field)} ${words}.`

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Currencies that are known by their sign alone. */
const SIGNED = ['USD', 'EUR', 'GBP', 'INR']

type ReportedPrice = { amount: string; currency: string; period?: PricePeriod }

/**
 * Parses a reported price into decimal text with its currency, which is that of the deal unless a sign or code says
 * otherwise: "$1,299" is "1299.00" in USD, and "$5/mo" is paid every month. Undefined if in doubt, such as a comma that
 * may be a point.
 */
export function readPrice(written: string, currency: string): ReportedPrice | undefined {
  const period = (['MONTH', 'YEAR'] as const).find((known) => written.trim().endsWith(perPeriod(known)))
  const text = written
    .trim()
    .slice(0, period && -perPeriod(period).length)
    .toUpperCase()
  for (const candidate of [currency, ...namedCurrencies(text, currency)]) {
    const amount = readAmount(text, candidate)
    if (amount !== undefined) return { amount, currency: candidate, ...(period && { period }) }
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
