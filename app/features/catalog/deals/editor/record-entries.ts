import type { ChangeKind } from '~/db/schema'
import { DEAL_FIELDS, type EditedDeal, type RecordedField, type TermField } from '~/features/catalog/deals/deal-fields'
import { priceText } from '~/features/catalog/deals/regular-price'
import { daysText, lifetimeText, refundText, stackableText, yesOrNo } from '~/features/catalog/deals/terms'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { shorten } from '~/ui/shorten'

export type RecordEntry = {
  kind: ChangeKind
  title: string
  description: string
  old_value: string | null
  new_value: string | null
}

/** A changed value as an entry quotes it. */
type Move = { kind: ChangeKind; sentence: string; from: string | null; to: string | null }

/** One entry about several changes of a kind. */
function toEntry([first, ...others]: [Move, ...Move[]]): RecordEntry {
  const sentences = [first, ...others].map(({ sentence }) => sentence)
  return {
    kind: first.kind,
    title: shorten(first.sentence, CHANGE_LOG_LIMITS.title),
    description: shorten(`${sentences.join('. ')}.`, CHANGE_LOG_LIMITS.description),
    old_value: first.from && shorten(first.from, CHANGE_LOG_LIMITS.value),
    new_value: first.to && shorten(first.to, CHANGE_LOG_LIMITS.value),
  }
}

type Recorded = Pick<EditedDeal, RecordedField | 'currency' | 'deal_price_period'>

/** The value that an entry quotes, in the order in which entries are named; texts are too long to be quoted. */
const QUOTED: Record<RecordedField, ((deal: Recorded) => string | null) | null> = {
  deal_price: ({ deal_price, currency, deal_price_period: period }) =>
    deal_price && priceText(deal_price, currency, period),
  original_price: ({ original_price, currency }) => original_price && formatMoney(original_price, currency),
  end_date: ({ end_date }) => end_date && formatDate(end_date),
  summary: null,
  description: null,
}

/** The entry that a save adds to the public record; undefined when no recorded field changed. */
export function recordEntry(before: Recorded, after: Recorded): RecordEntry | undefined {
  const [first, ...others] = (Object.keys(QUOTED) as RecordedField[]).flatMap((field) =>
    recordedMove(field, before, after),
  )
  return first && toEntry([first, ...others])
}

function recordedMove(field: RecordedField, before: Recorded, after: Recorded): Move[] {
  const { label, record: kind } = DEAL_FIELDS[field]
  const quote = QUOTED[field]
  if (!quote) {
    return before[field] === after[field] ? [] : [{ kind, sentence: `${label} changed`, from: null, to: null }]
  }
  const [from, to] = [quote(before), quote(after)]
  if (from === to) return []
  const sentence = from && to ? `${label} from ${from} to ${to}` : to ? `${label} set to ${to}` : `${label} removed`
  return [{ kind, sentence, from, to }]
}

type Stated = Pick<EditedDeal, TermField>
/** Undefined values are not stated. */
type Term = { name: string; from: string | undefined; to: string | undefined }
type Quote = { name: string; quote: (deal: Stated) => string | null | undefined }

/** How an entry names and quotes a term, or what changed of its rows; null is quoted together with another term. */
const TERMS: Record<TermField, Quote | ((before: Stated, after: Stated) => Term[]) | null> = {
  lifetime_means: { name: 'Lifetime means', quote: (deal) => lifetimeText(deal.lifetime_means) },
  refund_days: {
    name: 'Refund',
    quote: ({ refund_days: days, refund_from: from }) => (days === null ? undefined : refundText({ days, from })),
  },
  refund_from: null,
  redeem_days: { name: 'Redeem within', quote: (deal) => daysText(deal.redeem_days) },
  stackable: { name: 'Codes can be stacked', quote: stackableText },
  max_codes: null,
  transferable: { name: 'Transferable', quote: (deal) => yesOrNo(deal.transferable) },
  future_versions: { name: 'Future versions', quote: (deal) => deal.future_versions },
  shutdown_notice: { name: 'Notice before shutdown', quote: (deal) => deal.shutdown_notice },
  plans: changedPlans,
  limits: changedLimits,
}

/**
 * The entries that a save adds to the public record, at most one of each kind. A term that was not stated before has not
 * changed: staff only found out about it.
 */
export function termEntries(before: Stated, after: Stated): RecordEntry[] {
  const moves = (Object.keys(TERMS) as TermField[]).flatMap((field) =>
    changedTerms(field, before, after).flatMap(({ name, from, to = null }): Move[] => {
      if (from === undefined || from === to) return []
      const sentence = to === null ? `${name} is no longer stated, before: ${from}` : `${name} from ${from} to ${to}`
      return [{ kind: DEAL_FIELDS[field].term, sentence, from, to }]
    }),
  )
  return [...Map.groupBy(moves, ({ kind }) => kind).values()].map((group) => toEntry(group as [Move, ...Move[]]))
}

function changedTerms(field: TermField, before: Stated, after: Stated): Term[] {
  const term = TERMS[field]
  if (typeof term === 'function') return term(before, after)
  return term ? [{ name: term.name, from: term.quote(before) ?? undefined, to: term.quote(after) ?? undefined }] : []
}

/** The codes that a plan needs, and plans that are no longer offered. The price history has the prices. */
function changedPlans(before: Stated, after: Stated): Term[] {
  return before.plans.map(({ name, codes }) => {
    const plan = after.plans.find((other) => other.name === name)
    if (!plan) return { name: `Plan ${name}`, from: 'offered', to: 'no longer offered' }
    return { name: `Codes for ${name}`, from: codes?.toString(), to: plan.codes?.toString() }
  })
}

/** The values of each plan that remains, by its name and the label of the limit. */
function changedLimits(before: Stated, after: Stated): Term[] {
  return before.limits.flatMap(({ label, values }) =>
    before.plans.flatMap(({ name }, index) => {
      const column = after.plans.findIndex((plan) => plan.name === name)
      if (column < 0) return []
      const same = after.limits.find((limit) => limit.label === label)
      return [{ name: `${name}, ${label}`, from: values[index] || undefined, to: same?.values[column] || undefined }]
    }),
  )
}
