import { addDays } from '~/http/utc-day'
import { formatCount, pluralize } from '~/ui/pluralize'

/** Days without an answer after which a refund can count as unanswered, and its buyer is asked how it ended. */
export const SILENT_DAYS = 14

/** How members' requests for a refund ended. `days` is the median from asking to the money, where enough were paid. */
export type RefundFigures = { asked: number; paid: number; refused: number; unanswered: number; days: number | null }

/** Below this many askers, a share and days say little, and too much about single people. */
export const MIN_FOR_SHARES = 10

/** "4 paid, 1 refused"; from ten askers on "9 paid (75%), 2 refused, 1 without an answer, half of them within 6 days" */
export function describeOutcomes({ asked, paid, refused, unanswered, days }: RefundFigures) {
  const hasShares = asked >= MIN_FOR_SHARES
  const waiting = asked - paid - refused - unanswered
  const share = hasShares && paid > 0 ? ` (${Math.round((100 * paid) / asked)}%)` : ''
  return [
    `${formatCount(paid)} paid${share}`,
    refused > 0 && `${formatCount(refused)} refused`,
    unanswered > 0 && `${formatCount(unanswered)} without an answer`,
    waiting > 0 && `${formatCount(waiting)} waiting`,
    hasShares && days !== null && `half of them within ${pluralize(days, 'day')}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

export const ASKED = 'owners asked for a refund'

/** "5 owners asked for a refund: 4 paid, 1 refused" */
export const refundSentence = (figures: RefundFigures) =>
  `${formatCount(figures.asked)} ${ASKED}: ${describeOutcomes(figures)}`

export type RefundState = {
  bought_on: string | null
  refunded_on: string | null
  refund_asked_on: string | null
  refund_outcome: 'PAID' | 'REFUSED' | 'NO_ANSWER' | null
}

/** Whether the buyer is asked how it ended. */
export function isOverdue({ refund_asked_on, refund_outcome }: RefundState, today: string) {
  return refund_asked_on !== null && refund_outcome === null && addDays(refund_asked_on, SILENT_DAYS) <= today
}
