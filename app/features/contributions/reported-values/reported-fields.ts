import type { ChangeKind, PricePeriod } from '~/db/schema'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { CHANGE_KIND_LABELS, CHANGE_KINDS } from '~/features/catalog/record/change-log'

type Row = {
  /** The kind of the entries about it. */
  kind: ChangeKind
  /** What reports call it where the kind is not enough. */
  label?: string
  /** What an entry says when the field is empty, if it may be. */
  empty?: string
}

/** The fields of a deal whose new value a report can give. Labels, limits and controls are those of `DEAL_FIELDS`. */
const ROWS = {
  deal_price: { kind: 'PRICE' },
  deal_price_period: { kind: 'PRICE', label: 'Billing period' },
  end_date: { kind: 'TERMS', empty: 'No end date' },
  coupon_code: { kind: 'TERMS', empty: 'No coupon' },
  refund_days: { kind: 'REFUND' },
  redeem_days: { kind: 'TERMS', empty: 'No limit' },
  stackable: { kind: 'TERMS' },
  limits: { kind: 'LIMITS' },
} as const satisfies Record<string, Row>

export type ReportedField = keyof typeof ROWS
export const REPORTED_FIELDS: Record<ReportedField, Row> = ROWS
export const REPORTED_FIELD_NAMES = Object.keys(ROWS) as ReportedField[]

export const labelOf = (field: ReportedField) => REPORTED_FIELDS[field].label ?? DEAL_FIELDS[field].label

/** The field of a kind whose reports are about one field only. */
const FIELD_OF_KIND: Partial<Record<ChangeKind, ReportedField>> = {
  PRICE: 'deal_price',
  REFUND: 'refund_days',
  LIMITS: 'limits',
}

/** The field of a report; older ones have a kind only. */
export function fieldOf({ kind, field }: { kind: ChangeKind; field: string | null }) {
  return REPORTED_FIELD_NAMES.find((name) => name === field) ?? FIELD_OF_KIND[kind]
}

/** What a report can be about: a kind, or one of the fields whose kind has several. */
export type ReportSubject = ChangeKind | ReportedField
const NAMED_BY_KIND = new Set(Object.values(FIELD_OF_KIND))
const FIELD_SUBJECTS = REPORTED_FIELD_NAMES.filter((field) => !NAMED_BY_KIND.has(field))
export const REPORT_SUBJECTS: readonly ReportSubject[] = [...CHANGE_KINDS, ...FIELD_SUBJECTS]
export const SUBJECT_OPTIONS = [
  ...FIELD_SUBJECTS.map((value) => ({ value, label: labelOf(value) })),
  ...CHANGE_KINDS.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] })),
]

export const subjectOf = ({ kind, field }: { kind: ChangeKind; field: string | null }): ReportSubject =>
  FIELD_SUBJECTS.find((name) => name === field) ?? kind

/** The kind and, if there is one, the field of what a report is about. A deal without limits has no field for them. */
export function partsOf(subject: ReportSubject, { limits }: Pick<ReportTargets, 'limits'>) {
  const named = REPORTED_FIELD_NAMES.find((name) => name === subject)
  const kind = named ? REPORTED_FIELDS[named].kind : (subject as ChangeKind)
  const field = fieldOf({ kind, field: named ?? null }) ?? null
  return { kind, field: field === 'limits' && limits.length === 0 ? null : field }
}

/** The plans and limits that a report can name, and the currency of the deal. */
export type ReportTargets = { currency: string; plans: string[]; limits: string[] }

export const hasPlans = (field: ReportedField) => field === 'deal_price' || field === 'limits'

/** Prices are decimal text, dates YYYY-MM-DD. Null is an empty field. */
export type FieldValue = string | number | boolean | null

/** The value that an approval writes to a field of the deal. */
export type NewValue = {
  field: ReportedField
  value: FieldValue
  /** Of a price. Left out, they stay as they are. */
  currency?: string
  period?: PricePeriod
  /** The plan and the limit, where the deal has several. */
  plan?: string | null
  limit?: string | null
  /** The version of the deal that staff saw. */
  dealVersion: number
}

/** A report about a field, beside the deal as it is now. */
export type FieldReport = {
  field: ReportedField
  /** As it is written; null where the deal does not state it. */
  onRecord: string | null
  /** The reported value as its control has it; empty if it could not be read. */
  value: string
  currency: string
  period: PricePeriod
  /** The reported plan and limit, and those to choose from. */
  plan: string | null
  limit: string | null
  targets: ReportTargets
  /** Whether the report names a value that the deal does not have. */
  isNew: boolean
  startDate: string
  dealVersion: number
}

/** Whether the value can be applied without any further choice. */
export const isApplicable = ({ isNew, currency, targets, plan, field }: FieldReport) =>
  isNew && currency === targets.currency && (!hasPlans(field) || targets.plans.length < 2 || plan !== null)
