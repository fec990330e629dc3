import type { ChangeKind, PricePeriod } from '~/db/schema'
import { priceText } from '~/features/catalog/deals/regular-price'
import { formatDate } from '~/ui/local-date'
import { type Amount, formatMoney } from '~/ui/money'
import type { NotificationDeal, NotificationText } from './notification-text'

/** Why a member is notified of a deal: what they follow or own. Stored as `told` in the data of a notification. */
export type FollowReason =
  | { for: 'deal' }
  | { for: 'product' | 'vendor' | 'category'; name: string }
  | { for: 'purchase'; bought_on: string | null }

type Priced = {
  price: Amount | null
  currency: string
  /** How often the price is paid; once where it is missing. */
  period?: PricePeriod
}

/** The data of each kind of notification about a followed deal. `deal` is its title at that time. */
export type FollowedData = {
  price: { deal: string; price: Amount; was: Amount | null; currency: string; target: Amount | null }
  change: {
    deal: string
    /** The id of the entry in the record. */
    change: string
    kind: ChangeKind
    title: string
    verified_on: string
    told: FollowReason
  }
  ending: { deal: string; end_date: string } & Priced
  ended: { deal: string } & Priced
  reopened: { deal: string } & Priced
  new_offer: { deal: string; told: FollowReason } & Priced
}

export type FollowedNotification = {
  [Kind in keyof FollowedData]: { kind: Kind; data: FollowedData[Kind] }
}[keyof FollowedData]

/** How a notification about a followed deal reads, and where it leads. */
export function describeFollowed(notification: FollowedNotification, deal: NotificationDeal): NotificationText {
  const page = deal?.published ? `/deals/${deal.slug}` : '/account/notifications'
  switch (notification.kind) {
    case 'price':
      return { ...describePrice(notification.data), path: page }
    case 'change': {
      const { change } = notification.data
      return { ...describeChange(notification.data), path: deal?.published ? `${page}/changes#change-${change}` : page }
    }
    case 'ending': {
      const { deal: title, end_date } = notification.data
      const price = priceOf(notification.data)
      const text = price === undefined ? 'You follow it.' : `${price} until then. You follow it.`
      return { icon: 'hourglass', label: 'Ending', title: `${title} ends on ${formatDate(end_date)}`, text, path: page }
    }
    case 'ended': {
      const { deal: title } = notification.data
      const price = priceOf(notification.data)
      const text = price === undefined ? 'You follow it.' : `It was ${price}. You follow it.`
      return { icon: 'calendar-x', label: 'Ended', title: `${title} has ended`, text, path: page }
    }
    case 'reopened': {
      const { deal: title } = notification.data
      const price = priceOf(notification.data)
      const text = price === undefined ? 'You follow it.' : `It costs ${price}. You follow it.`
      return { icon: 'rotate-cw', label: 'Open again', title: `${title} is open again`, text, path: page }
    }
    case 'new_offer': {
      const { deal: title, told } = notification.data
      const price = priceOf(notification.data)
      const now = price === undefined ? '' : `It costs ${price}. `
      return {
        icon: 'tags',
        label: 'New offer',
        title: `New offer: ${title}`,
        text: `${now}${reasonOf(told)}`,
        path: page,
      }
    }
  }
}

const priceOf = ({ price, currency, period = 'ONCE' }: Priced) =>
  price === null ? undefined : priceText(price, currency, period)

function describePrice({ deal, price, was, currency, target }: FollowedData['price']) {
  const isDown = was !== null && Number(price) < Number(was)
  const former = was === null ? '' : `, was ${formatMoney(was, currency)}`
  return {
    icon: was === null || isDown ? ('trending-down' as const) : ('trending-up' as const),
    label: 'Price',
    title: `${deal} costs ${formatMoney(price, currency)} now${former}`,
    text: target === null ? 'You follow it.' : `At or below your target of ${formatMoney(target, currency)}.`,
  }
}

function describeChange({ deal, title, verified_on, told }: FollowedData['change']) {
  const isOwner = told.for === 'purchase'
  const sentences = [`Verified on ${formatDate(verified_on)}.`, reasonOf(told)]
  return {
    icon: isOwner ? ('triangle-alert' as const) : ('history' as const),
    label: isOwner ? 'Affects you' : 'Verified change',
    isBad: isOwner || undefined,
    title: `${deal}: ${title}`,
    text: (isOwner ? sentences.reverse() : sentences).join(' '),
    action: isOwner ? 'Read the change' : undefined,
  }
}

function reasonOf(told: FollowReason) {
  switch (told.for) {
    case 'deal':
      return 'You follow it.'
    case 'purchase':
      return told.bought_on ? `You bought it on ${formatDate(told.bought_on)}.` : 'You bought it.'
    default:
      return `You follow ${told.name}.`
  }
}
