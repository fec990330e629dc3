import type { RefundStart } from '~/db/schema'
import { formatDate, formatLongDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import type { NotificationText } from './notification-text'

export type RefundDeadlineData = {
  /** The title of the deal. */
  deal: string
  /** The last day, YYYY-MM-DD. */
  until: string
  /** How many days were left at the time of the notification. */
  days: number
  /** Whose rule it is. */
  rule: 'deal' | 'platform'
  /** How many days the rule gives, and from when. */
  period: number
  from: RefundStart | null
}

export function describeRefundDeadline({ deal, until, days, ...rule }: RefundDeadlineData): NotificationText {
  const left = days === 0 ? 'Today is the last day.' : `${pluralize(days, 'day')} left.`
  return {
    icon: 'calendar',
    label: 'Refund deadline',
    title: `${deal}: refund deadline ${formatLongDate(until)}`,
    text: `${left} ${ruleText(rule)}`,
    path: '/account/purchases',
  }
}

/** A refund that the member asked for, without a word on how it ended. */
export type RefundAskedData = { deal: string; askedOn: string; purchase: string }

export function describeRefundAsked({ deal, askedOn, purchase }: RefundAskedData): NotificationText {
  return {
    icon: 'clock',
    label: 'Refund',
    title: `You asked for a refund of ${deal} on ${formatDate(askedOn)}. Did they pay?`,
    text: 'Tell us how it went, so that later buyers know.',
    path: `/account/purchases/${purchase}`,
    action: 'Answer',
  }
}

/** The day of redeeming is not known, so the deadline is counted from buying. */
function ruleText({ rule, period, from }: Pick<RefundDeadlineData, 'rule' | 'period' | 'from'>) {
  const days = `The ${rule}'s rule: ${pluralize(period, 'day')} from`
  return from === 'REDEMPTION'
    ? `${days} redeeming it, which is later if you did not redeem it right away.`
    : `${days} your purchase.`
}
