import { CHANGE_LOG_LIMITS, type ChangeKind } from '~/features/change-logs/change-log'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { shorten } from '~/ui/shorten'
import type { EditedDeal } from './deal-changes'

type Recorded = Pick<EditedDeal, 'original_price' | 'deal_price' | 'currency' | 'end_date' | 'summary' | 'description'>
type RecordEntry = {
  kind: ChangeKind
  title: string
  description: string
  old_value: string | null
  new_value: string | null
}

/** What the public record would say of a save; undefined when neither price nor terms nor the end date changed. */
export function recordEntry(before: Recorded, after: Recorded): RecordEntry | undefined {
  const money = (deal: Recorded, amount: string | null) => amount && formatMoney(amount, deal.currency)
  const day = ({ end_date }: Recorded) => end_date && formatDate(end_date)
  const moves = [
    move('PRICE', 'Deal price', money(before, before.deal_price), money(after, after.deal_price)),
    move('PRICE', 'Original price', money(before, before.original_price), money(after, after.original_price)),
    move('TERMS', 'End date', day(before), day(after)),
    before.summary !== after.summary && { kind: 'TERMS' as const, sentence: 'Summary changed', values: none },
    before.description !== after.description && {
      kind: 'TERMS' as const,
      sentence: 'Description changed',
      values: none,
    },
  ].filter((change) => typeof change === 'object')
  const [first] = moves
  if (!first) return undefined
  return {
    kind: first.kind,
    title: shorten(first.sentence, CHANGE_LOG_LIMITS.title),
    description: shorten(`${moves.map(({ sentence }) => sentence).join('. ')}.`, CHANGE_LOG_LIMITS.description),
    ...first.values,
  }
}

const none = { old_value: null, new_value: null }

function move(kind: ChangeKind, what: string, from: string | null, to: string | null) {
  if (from === to) return false
  const sentence = from && to ? `${what} from ${from} to ${to}` : to ? `${what} set to ${to}` : `${what} removed`
  return { kind, sentence, values: { old_value: from, new_value: to } }
}
