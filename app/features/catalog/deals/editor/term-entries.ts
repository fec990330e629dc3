import type { ChangeKind } from '~/db/schema'
import { DEAL_FIELDS, type EditedDeal, type TermField } from '~/features/catalog/deals/deal-fields'
import { daysText, lifetimeText, refundText, stackableText, yesOrNo } from '~/features/catalog/deals/terms'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { shorten } from '~/ui/shorten'
import type { RecordEntry } from './record-entry'

type Stated = Pick<EditedDeal, TermField>
type Move = { name: string; from: string | undefined; to: string | undefined }

/** How an entry names and quotes a term; `part` belongs to the quote of another one. */
const TERMS = {
  lifetime_means: { name: 'Lifetime means', quote: (deal) => lifetimeText(deal.lifetime_means) },
  refund_days: {
    name: 'Refund',
    quote: ({ refund_days: days, refund_from: from }) => (days === null ? undefined : refundText({ days, from })),
  },
  refund_from: 'part',
  redeem_days: { name: 'Redeem within', quote: (deal) => daysText(deal.redeem_days) },
  stackable: { name: 'Codes can be stacked', quote: stackableText },
  max_codes: 'part',
  transferable: { name: 'Transferable', quote: (deal) => yesOrNo(deal.transferable) },
  future_versions: { name: 'Future versions', quote: (deal) => deal.future_versions ?? undefined },
  shutdown_notice: { name: 'Notice before shutdown', quote: (deal) => deal.shutdown_notice ?? undefined },
  plans: { moves: planMoves },
  limits: { moves: limitMoves },
} satisfies Record<
  TermField,
  | 'part'
  | { name: string; quote: (deal: Stated) => string | undefined }
  | { moves: (before: Stated, after: Stated) => Move[] }
>

/**
 * The entries that a save adds to the public record, at most one of each kind. A term that was not stated before has not
 * changed: staff only found out about it.
 */
export function termEntries(before: Stated, after: Stated): RecordEntry[] {
  const moves = (Object.keys(TERMS) as TermField[]).flatMap((field) =>
    movesOf(field, before, after).map((move) => ({ ...move, kind: DEAL_FIELDS[field].term as ChangeKind })),
  )
  return [...Map.groupBy(moves, ({ kind }) => kind)].map(([kind, [first, ...others]]) => {
    const sentences = [first!, ...others].map(describe)
    return {
      kind,
      title: shorten(sentences[0]!, CHANGE_LOG_LIMITS.title),
      description: shorten(`${sentences.join('. ')}.`, CHANGE_LOG_LIMITS.description),
      old_value: shortValue(first!.from),
      new_value: shortValue(first!.to),
    }
  })
}

function movesOf(field: TermField, before: Stated, after: Stated): Move[] {
  const term = TERMS[field]
  if (term === 'part') return []
  const moves =
    'moves' in term ? term.moves(before, after) : [{ name: term.name, from: term.quote(before), to: term.quote(after) }]
  return moves.filter(({ from, to }) => from !== undefined && from !== to)
}

const describe = ({ name, from, to }: Move) =>
  to === undefined ? `${name} is no longer stated, before: ${from}` : `${name} from ${from} to ${to}`

const shortValue = (value: string | undefined) => (value === undefined ? null : shorten(value, CHANGE_LOG_LIMITS.value))

/** The codes that a plan needs, and plans that are no longer offered. The price history has the prices. */
function planMoves(before: Stated, after: Stated): Move[] {
  return before.plans.map(({ name, codes }) => {
    const plan = after.plans.find((other) => other.name === name)
    if (!plan) return { name: `Plan ${name}`, from: 'offered', to: 'no longer offered' }
    return { name: `Codes for ${name}`, from: codes === null ? undefined : String(codes), to: textOf(plan.codes) }
  })
}

const textOf = (codes: number | null) => (codes === null ? undefined : String(codes))

/** The values of each plan that stays, by its name and the label of the limit. */
function limitMoves(before: Stated, after: Stated): Move[] {
  return before.limits.flatMap(({ label, values }) =>
    before.plans.flatMap(({ name }, index) => {
      const column = after.plans.findIndex((plan) => plan.name === name)
      if (column < 0) return []
      const same = after.limits.find((limit) => limit.label === label)
      return [{ name: `${name}, ${label}`, from: values[index] || undefined, to: same?.values[column] || undefined }]
    }),
  )
}
