import type { ChangeKind, PricePeriod } from '~/db/schema'
import type { PriceNews } from '~/features/catalog/deals/deal-events.server'
import { priceText } from '~/features/catalog/deals/regular-price'
import { formatDate } from '~/ui/local-date'
import { type Amount, formatMoney } from '~/ui/money'
import type { NotificationDeal, NotificationText } from './notification-text'

/** Why a member is notified of a deal: what they follow or own. Stored as `told` in the data of a notification. */
export type FollowReason =
  /** A bookmark of this offer, or of another one of its product. */
  | { for: 'deal' | 'product' }
  | { for: 'vendor' | 'category'; name: string }
  | { for: 'purchase'; bought_on: string | null }

type Bookmarked = {
  /** Missing in old ones, which were of the bookmarked offer. */
  told?: FollowReason
  /** The price alert that was reached, if so. */
  target?: Amount | null
}

type Priced = {
  price: Amount | null
  currency: string
  /** How often the price is paid; once where it is missing. */
  period?: PricePeriod
}

/** The data of each kind of notification about a followed deal. `deal` is its title at that time. */
export type FollowedData = {
  price: { deal: string } & PriceNews & Bookmarked
  change: {
    deal: string
    /** The id of the entry in the record. */
    change: string
    kind: ChangeKind
    title: string
    verified_on: string
    /** The price that the change verifies, if it is new. */
    price?: PriceNews
  } & Bookmarked
  ending: { deal: string; end_date: string } & Priced & Bookmarked
  ended: { deal: string } & Priced & Bookmarked
  reopened: { deal: string } & Priced & Bookmarked
  new_offer: { deal: string } & Priced & Bookmarked
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
      const text = textOf(notification.data, (price) => `${price} until then.`)
      return { icon: 'hourglass', label: 'Ending', title: `${title} ends on ${formatDate(end_date)}`, text, path: page }
    }
    case 'ended': {
      const { deal: title } = notification.data
      const text = textOf(notification.data, (price) => `It was ${price}.`)
      return { icon: 'calendar-x', label: 'Ended', title: `${title} has ended`, text, path: page }
    }
    case 'reopened': {
      const { deal: title } = notification.data
      const text = textOf(notification.data, (price) => `It costs ${price}.`)
      return { icon: 'rotate-cw', label: 'Open again', title: `${title} is open again`, text, path: page }
    }
    case 'new_offer': {
      const { deal: title } = notification.data
      const text = textOf(notification.data, (price) => `It costs ${price}.`)
      return { icon: 'tags', label: 'New offer', title: `New offer: ${title}`, text, path: page }
    }
  }
}

/** The price in a sentence, if it has one, and why the member is notified. */
function textOf(data: Priced & Bookmarked, sentence: (price: string) => string) {
  const { price, currency, period = 'ONCE' } = data
  const priced = price === null ? '' : sentence(priceText(price, currency, period))
  return [priced, alertOf(data) ?? reasonOf(data.told)].filter(Boolean).join(' ')
}

const alertOf = ({ target, currency }: Pick<Bookmarked, 'target'> & { currency: string }) =>
  target ? `At or below your price alert of ${formatMoney(target, currency)}.` : undefined

function describePrice(data: FollowedData['price']) {
  const { deal, price, was } = data
  const isDown = was !== null && Number(price) < Number(was)
  return {
    icon: was === null || isDown ? ('trending-down' as const) : ('trending-up' as const),
    label: 'Price',
    title: `${deal} ${costsNow(data)}`,
    text: alertOf(data) ?? reasonOf(data.told),
  }
}

/** "costs $49.00 now, was $59.00" */
export function costsNow({ price, was, currency }: PriceNews) {
  const former = was === null ? '' : `, was ${formatMoney(was, currency)}`
  return `costs ${formatMoney(price, currency)} now${former}`
}

function describeChange({ deal, title, verified_on, price, told, target }: FollowedData['change']) {
  const isOwner = told?.for === 'purchase'
  const verified = `Verified on ${formatDate(verified_on)}.`
  if (price && !isOwner) {
    const priced = describePrice({ deal, ...price, told, target })
    return { ...priced, text: `${verified} ${priced.text}` }
  }
  const sentences = [verified, ...(price ? [`It ${costsNow(price)}.`] : []), reasonOf(told)]
  return {
    icon: isOwner ? ('triangle-alert' as const) : ('history' as const),
    label: isOwner ? 'Affects you' : 'Verified change',
    isBad: isOwner || undefined,
    title: `${deal}: ${title}`,
    text: (isOwner ? sentences.reverse() : sentences).join(' '),
    action: isOwner ? 'Read the change' : undefined,
  }
}

function reasonOf(told: FollowReason = { for: 'deal' }) {
  switch (told.for) {
    case 'deal':
      return 'You bookmarked it.'
    case 'product':
      return 'You bookmarked another offer of it.'
    case 'purchase':
      return told.bought_on ? `You bought it on ${formatDate(told.bought_on)}.` : 'You bought it.'
    default:
      return `You follow ${told.name}.`
  }
}
