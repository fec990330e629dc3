import type { ChangeKind } from '~/db/schema'
import { DEAL_FIELDS, type EditedDeal, type RecordedField } from '~/features/catalog/deals/deal-fields'
import { priceText } from '~/features/catalog/deals/regular-price'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { shorten } from '~/ui/shorten'

type Recorded = Pick<EditedDeal, RecordedField | 'currency' | 'deal_price_period'>
export type RecordEntry = {
  kind: ChangeKind
  title: string
  description: string
  old_value: string | null
  new_value: string | null
}

/** The value that an entry quotes, in the order in which entries are named; texts are too long to be quoted. */
const QUOTED = {
  deal_price: ({ deal_price, currency, deal_price_period: period }) =>
    deal_price && priceText(deal_price, currency, period),
  original_price: ({ original_price, currency }) => original_price && formatMoney(original_price, currency),
  end_date: ({ end_date }) => end_date && formatDate(end_date),
  summary: null,
  description: null,
} satisfies Record<RecordedField, ((deal: Recorded) => string | null) | null>
const RECORDED = Object.keys(QUOTED) as RecordedField[]

/** The entry that a save adds to the public record; undefined when no recorded field changed. */
export function recordEntry(before: Recorded, after: Recorded): RecordEntry | undefined {
  const moves = RECORDED.map((field) => describeMove(field, before, after)).filter((move) => move !== undefined)
  const [first] = moves
  if (!first) return undefined
  return {
    kind: first.kind,
    title: shorten(first.sentence, CHANGE_LOG_LIMITS.title),
    description: shorten(`${moves.map(({ sentence }) => sentence).join('. ')}.`, CHANGE_LOG_LIMITS.description),
    old_value: first.from,
    new_value: first.to,
  }
}

function describeMove(field: RecordedField, before: Recorded, after: Recorded) {
  const { label, record: kind } = DEAL_FIELDS[field]
  const quote = QUOTED[field]
  if (!quote) {
    return before[field] === after[field] ? undefined : { kind, sentence: `${label} changed`, from: null, to: null }
  }
  const [from, to] = [quote(before), quote(after)]
  if (from === to) return undefined
  const sentence = from && to ? `${label} from ${from} to ${to}` : to ? `${label} set to ${to}` : `${label} removed`
  return { kind, sentence, from, to }
}
