import { formatMoney } from '~/ui/money'

/** Events of a saved deal, and of the other offers of its product, that can notify, in the order shown; the columns of bookmarks. */
export const TICKS = ['tells_price', 'tells_changes', 'tells_ending', 'tells_ended', 'tells_reopened'] as const
export type Tick = (typeof TICKS)[number]

export const TICK_LABELS: Record<Tick, string> = {
  tells_price: 'Price down or up',
  tells_changes: 'Verified changes',
  tells_ending: 'Ends in 3 days',
  tells_ended: 'Ended',
  tells_reopened: 'Open again or a new offer',
}

const IN_SENTENCE: Record<Tick, string> = {
  tells_price: 'price',
  tells_changes: 'verified changes',
  tells_ending: 'ends in 3 days',
  tells_ended: 'ended',
  tells_reopened: 'open again or a new offer',
}

export type Choices = Record<Tick, boolean> & { target_price: string | null }

/** Whether any event of a saved deal notifies. */
export function isFollowed(choices: Choices) {
  return choices.target_price !== null || TICKS.some((tick) => choices[tick])
}

/** "Price, verified changes, open again. At or below $49.00." */
export function describeChoices(choices: Choices, currency: string) {
  const chosen = TICKS.filter((tick) => choices[tick]).map((tick) => IN_SENTENCE[tick])
  const events = chosen.join(', ')
  const target =
    choices.target_price === null ? '' : `Alert at or below ${formatMoney(choices.target_price, currency)}.`
  return [events && `${events[0]!.toUpperCase()}${events.slice(1)}.`, target].filter(Boolean).join(' ')
}
