import type { ProofStatus, RefundStart, VendorStatus } from '~/db/schema'
import { type Refund, refundOf } from '~/features/catalog/deals/terms'
import { addDays } from '~/http/utc-day'
import type { IconName } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'

/** Days before a refund deadline on which its buyer is reminded. */
export const REMINDER_DAYS = [14, 3] as const
/** In the last days a deadline is red. */
const SOON_DAYS = 10

/** The refund rules that hold for a purchase: of the deal, and of its platform. */
type Rules = {
  refund_days: number | null
  refund_from: RefundStart | null
  platform_refund_days: number | null
  platform_refund_from: RefundStart | null
}

/** Until when money comes back. `until` is undefined when the day of the purchase is not known. */
export type MoneyBack = Refund & { until: string | undefined; daysLeft: number; isPossible: boolean; isSoon: boolean }

/**
 * Counted from the day of the purchase. The day of redeeming is not known: where the rule counts from it, this is the
 * earliest possible deadline.
 *
 * @returns undefined when neither the deal nor its platform states a rule
 */
export function moneyBackOf(bought_on: string | null, rules: Rules, today: string): MoneyBack | undefined {
  const { platform_refund_days, platform_refund_from, ...deal } = rules
  const refund = refundOf(deal, { refund_days: platform_refund_days, refund_from: platform_refund_from })
  if (!refund) return undefined
  const until = bought_on ? addDays(bought_on, refund.days) : undefined
  const daysLeft = until ? daysBetween(today, until) : -1
  const isPossible = refund.days > 0 && daysLeft >= 0
  return { ...refund, until, daysLeft, isPossible, isSoon: isPossible && daysLeft <= SOON_DAYS }
}

/** "60 days from buying, the platform's rule" */
export function ruleText({ days, from, isPlatformRule }: Refund) {
  const start = from === 'REDEMPTION' ? 'redeeming' : 'buying'
  return `${pluralize(days, 'day')} from ${start}, the ${isPlatformRule ? "platform's" : "deal's"} rule`
}

/** "9 days left" */
export function daysLeftText(days: number) {
  return days === 0 ? 'last day today' : `${pluralize(days, 'day')} left`
}

function daysBetween(from: string, until: string) {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)
}

export type PurchaseMark = { label: string; tone?: 'ok' | 'due' | 'bad'; icon?: IconName }

type Described = {
  bought_on: string | null
  refunded_on: string | null
  refund_asked_on: string | null
  proof_status: ProofStatus
  vendor_status: VendorStatus
  vendor_status_on: string | null
  terms_changed: boolean
  has_ended: boolean
}

/** From this many months on, a purchase without a proof says how long it is owned. */
const OWNED_MONTHS = 6

/** Status labels of a purchase, most serious first, and whether its deal has ended. */
export function marksOf(purchase: Described, today: string): PurchaseMark[] {
  const state = stateOf(purchase, today)
  const isMarked = purchase.has_ended && !purchase.refunded_on
  return isMarked ? [state, { label: 'Deal ended', icon: 'calendar-x' }] : [state]
}

function stateOf(purchase: Described, today: string): PurchaseMark {
  const { bought_on, refunded_on, refund_asked_on, proof_status, vendor_status, vendor_status_on, terms_changed } =
    purchase
  if (refunded_on) return { label: 'Refunded', icon: 'undo' }
  if (refund_asked_on) return { label: 'Refund asked', tone: 'due', icon: 'clock' }
  if (vendor_status === 'SHUT_DOWN') return { label: shutDown(vendor_status_on, today), tone: 'bad', icon: 'ban' }
  if (terms_changed) return { label: 'Terms changed', tone: 'bad', icon: 'triangle-alert' }
  switch (proof_status) {
    case 'CHECKED':
      return { label: 'Purchase checked', tone: 'ok', icon: 'file-check' }
    case 'SUBMITTED':
      return { label: 'Receipt under review', tone: 'due', icon: 'clock' }
    case 'REFUSED':
      return { label: 'Receipt not enough', tone: 'due', icon: 'circle-alert' }
  }
  const months = bought_on ? monthsBetween(bought_on, today) : 0
  return { label: months >= OWNED_MONTHS ? `Owned ${pluralize(months, 'month')}` : 'No receipt sent' }
}

function shutDown(on: string | null, today: string) {
  if (!on) return 'Has shut down'
  return on > today ? `Shuts down ${formatDate(on)}` : `Shut down ${formatDate(on)}`
}

/** Whole months. */
function monthsBetween(from: string, until: string) {
  const [start, end] = [new Date(from), new Date(until)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  return end.getUTCDate() < start.getUTCDate() ? months - 1 : months
}
