import { formatDate, formatLongDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { FollowedData } from './followed'
import { describeNotification, type StoredNotification } from './notification'
import type { NotificationDeal } from './notification-text'
import type { RefundDeadlineData } from './refund-deadline'

export type DigestNotification = {
  notification: StoredNotification
  deal: NotificationDeal
  created_at: Date
  /** When staff last checked the deal. */
  checked_at: Date | null
  /** It had a mail of its own. */
  isMailed?: boolean
}

/** The sections of a digest, in their order. */
export const SECTIONS = [
  'What you bought',
  'Prices',
  'Ending and ended',
  'Your refund deadlines',
  'Verified changes',
  'New offers',
  'Also',
] as const
export type Section = (typeof SECTIONS)[number]

/** How a notification reads in a digest. `path` is on the site. */
export type DigestItem = {
  section: Section
  day: string
  title: string
  text: string | { was: string; now: string; more?: string }
  note?: string
  path: string
}

export function digestItem(told: DigestNotification): DigestItem {
  const { notification, deal } = told
  const { title, text, path } = describeNotification(notification, deal)
  const base = { day: told.created_at.toISOString().slice(0, 10), path, note: checkedNote(told) }
  switch (notification.kind) {
    case 'price':
      return { ...base, section: 'Prices', title: notification.data.deal, text: priceText(notification.data) }
    case 'change':
      return { ...base, ...changeItem(notification.data, told.isMailed) }
    case 'ending':
      return {
        ...base,
        section: 'Ending and ended',
        day: notification.data.end_date,
        title: `${notification.data.deal} ends`,
        text,
      }
    case 'ended':
    case 'reopened':
      return { ...base, section: 'Ending and ended', title, text }
    case 'new_offer':
      return { ...base, section: 'New offers', title: notification.data.deal, text }
    case 'refund_deadline':
      return { ...base, ...deadlineItem(notification.data) }
    default:
      return { ...base, section: 'Also', title, text, note: undefined }
  }
}

const checkedNote = ({ checked_at }: DigestNotification) =>
  checked_at ? `Verified ${formatDate(checked_at)}` : undefined

function priceText({ price, was, currency, target }: FollowedData['price']): DigestItem['text'] {
  const now = formatMoney(price, currency)
  const more = target === null ? undefined : `your target was ${formatMoney(target, currency)}`
  if (was !== null) return { was: formatMoney(was, currency), now, more }
  return more ? `It costs ${now}, ${more}.` : `It costs ${now}.`
}

/** The day of redeeming is not known here. */
function deadlineItem({ deal, until, period, from, rule }: RefundDeadlineData) {
  const section: Section = 'Your refund deadlines'
  const start = from === 'REDEMPTION' ? 'redeeming' : 'buying'
  const text = `Money back until ${formatLongDate(until)}, ${pluralize(period, 'day')} from ${start}.`
  return { section, day: until, title: deal, text, note: `The ${rule}'s rule` }
}

function changeItem({ deal, title, verified_on, told }: FollowedData['change'], isMailed = false) {
  const section: Section = told.for === 'purchase' ? 'What you bought' : 'Verified changes'
  const verified = `Verified ${formatDate(verified_on)}`
  return { section, title: deal, text: title, note: isMailed ? `${verified}. You had a mail about it.` : verified }
}
