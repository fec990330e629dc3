import { describeMatchCounts, describeMatches } from '~/features/audience/following/saved-search'
import { priceText } from '~/features/catalog/deals/regular-price'
import type { PriceNews } from '~/features/catalog/record/changed-deals.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { editPath, shownPath } from '~/features/contributions/kinds/contribution-paths'
import { contributionOn } from '~/features/contributions/kinds/kinds'
import { ANSWER_LABELS } from '~/features/contributions/reviews/follow-up'
import { daysUntil } from '~/http/utc-day'
import { formatDate, formatLongDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type {
  Bookmarked,
  FollowReason,
  GivenAnswer,
  NotificationData,
  NotificationDeal,
  NotificationKind,
  NotificationText,
  Priced,
  StoredNotification,
} from './notice-data'

type Describe<Kind extends NotificationKind> = (
  data: NotificationData[Kind],
  deal: NotificationDeal,
  given: GivenAnswer,
) => NotificationText

export const NOTICES: { [Kind in NotificationKind]: Describe<Kind> } = {
  price: (data, deal) => ({ ...describePrice(data), path: pageOf(deal), note: checkedNote(deal) }),

  change(data, deal) {
    const { deal: name, change, title, verified_on, price, told, target } = data
    const path = deal?.published ? `/deals/${deal.slug}/changes#change-${change}` : pageOf(deal)
    const verified = `Verified on ${formatDate(verified_on)}.`
    const isOwner = told?.for === 'purchase'
    if (price && !isOwner) {
      const priced = describePrice({ deal: name, ...price, told, target })
      return { ...priced, text: `${verified} ${priced.text}`, path, note: `Verified ${formatDate(verified_on)}` }
    }
    const sentences = [verified, ...(price ? [`It ${costsNow(price)}.`] : []), reasonOf(told)]
    return {
      icon: isOwner ? 'triangle-alert' : 'history',
      label: isOwner ? 'Affects you' : 'Verified change',
      isBad: isOwner || undefined,
      title: `${name}: ${title}`,
      text: (isOwner ? sentences.reverse() : sentences).join(' '),
      path,
      action: isOwner ? 'Read the change' : undefined,
      section: isOwner ? 'What you bought' : 'Verified changes',
    }
  },

  ending: (data, deal) => ({
    icon: 'hourglass',
    label: 'Ending',
    title: `${data.deal} ends on ${formatDate(data.end_date)}`,
    text: priceAndReason(data, (price) => `${price} until then.`),
    path: pageOf(deal),
    section: 'Ending and ended',
    note: checkedNote(deal),
    day: data.end_date,
  }),

  ended: (data, deal) => ({
    icon: 'calendar-x',
    label: 'Ended',
    title: `${data.deal} has ended`,
    text: priceAndReason(data, (price) => `It was ${price}.`),
    path: pageOf(deal),
    section: 'Ending and ended',
    note: checkedNote(deal),
  }),

  reopened: (data, deal) => ({
    icon: 'rotate-cw',
    label: 'Open again',
    title: `${data.deal} is open again`,
    text: priceAndReason(data, (price) => `It costs ${price}.`),
    path: pageOf(deal),
    section: 'Ending and ended',
    note: checkedNote(deal),
  }),

  new_offer: (data, deal) => ({
    icon: 'tags',
    label: 'New offer',
    title: `New offer: ${data.deal}`,
    text: priceAndReason(data, (price) => `It costs ${price}.`),
    path: pageOf(deal),
    section: 'New offers',
    name: data.deal,
    note: checkedNote(deal),
  }),

  saved_search: (data) => ({
    icon: 'search',
    label: 'Saved search',
    title: `${describeMatchCounts(data)} for "${data.name}"`,
    text: `${describeMatches(data)}.`,
    path: `/account/following/${data.search}`,
    section: 'Saved searches',
  }),

  refund_deadline({ deal, until, rule, period, from, purchase }) {
    const left = daysUntil(until)
    const days = left === 0 ? 'Today is the last day.' : left > 0 ? `${pluralize(left, 'day')} left.` : 'It has passed.'
    // The day of redeeming is not known, so the deadline is counted from buying.
    const start =
      from === 'REDEMPTION' ? 'redeeming it, which is later if you did not redeem it right away' : 'your purchase'
    return {
      icon: 'calendar',
      label: 'Refund deadline',
      title: `${deal}: refund deadline ${formatLongDate(until)}`,
      text: `${days} The ${rule}'s rule: ${pluralize(period, 'day')} from ${start}.`,
      path: purchase ? `/account/purchases/${purchase}` : '/account/purchases',
      section: 'Your refund deadlines',
      day: until,
    }
  },

  refund_asked: ({ deal, askedOn, purchase }) => ({
    icon: 'clock',
    label: 'Refund',
    title: `You asked for a refund of ${deal} on ${formatDate(askedOn)}. Did they pay?`,
    text: 'Tell us how it went, so that later buyers know.',
    path: `/account/purchases/${purchase}`,
    action: 'Answer',
    section: 'Also',
  }),

  review_answered: ({ deal: title, vendor, review }, deal) => ({
    icon: 'store',
    label: 'Your review',
    title: `The vendor answered your review of ${title}`,
    text: `The answer by ${vendor} is shown below your review.`,
    path: deal?.published ? `/deals/${deal.slug}#review-${review}` : OWN_CONTRIBUTIONS,
    section: 'Also',
  }),

  report_decided: ({ deal: title, isRemoved }, deal) => ({
    icon: 'flag',
    label: 'Your report',
    title: `We checked the review of ${title} that you reported`,
    text: isRemoved ? 'We removed it. Thank you.' : 'It stays, because it follows the guidelines.',
    path: deal?.published ? `/deals/${deal.slug}` : '/guidelines',
    section: 'Also',
  }),

  still_using({ deal, months, question }, _deal, given) {
    const bought = `You bought it ${pluralize(months, 'month')} ago.`
    const answered =
      given && `You answered: ${ANSWER_LABELS[given.answer].toLowerCase()}, ${pluralize(given.rating, 'star')}.`
    return {
      icon: 'rotate-cw',
      label: 'Still using?',
      title: `Still using ${deal}?`,
      text: answered ? `${bought} ${answered}` : bought,
      path: `/still/${question}`,
      action: answered ? undefined : 'Answer',
      section: 'Also',
    }
  },

  contribution_decided(data, deal) {
    const { contribution, decision, reason, note, isEdit } = data
    const name = `Your ${isEdit ? 'edited ' : ''}${contributionOn(contribution, data.deal)}`
    const base = { label: 'Your contribution', name, path: OWN_CONTRIBUTIONS, section: 'Also' } as const
    if (decision === 'APPROVED') return { ...base, icon: 'check', ...describeApproval(data, deal, name) }
    const form = deal?.published ? editPath(contribution, deal.slug, data.item ?? '') : undefined
    const edit = form && { path: form, action: 'Edit and resubmit' }
    const quoted = note ? `“${note}”` : ''
    if (decision === 'CHANGES_REQUESTED') {
      return { ...base, ...edit, icon: 'corner-up-left', title: `${name} needs a change`, text: quoted }
    }
    const why = reason && `${REJECTION_REASON_LABELS[reason]}.`
    const earlier = isEdit && 'Readers see the earlier text.'
    const text = [why, quoted, earlier].filter(Boolean).join(' ')
    return { ...base, ...edit, icon: 'x', title: `${name} wasn't published`, text }
  },
}

export function describeNotification(
  { kind, data }: StoredNotification,
  deal: NotificationDeal,
  given: GivenAnswer = null,
): NotificationText {
  const describe = NOTICES[kind] as Describe<NotificationKind>
  return describe(data, deal, given)
}

const OWN_CONTRIBUTIONS = '/account/contributions'

const pageOf = (deal: NotificationDeal) => (deal?.published ? `/deals/${deal.slug}` : '/account/notifications')

const checkedNote = (deal: NotificationDeal) =>
  deal?.checked_at ? `Verified ${formatDate(deal.checked_at)}` : undefined

/** The price in a sentence, if it has one, and why the member is notified. */
function priceAndReason(data: Priced & Bookmarked, sentence: (price: string) => string) {
  const { price, currency, period = 'ONCE' } = data
  const priced = price === null ? '' : sentence(priceText(price, currency, period))
  return [priced, alertOf(data) ?? reasonOf(data.told)].filter(Boolean).join(' ')
}

const alertOf = ({ target, currency }: Pick<Bookmarked, 'target'> & { currency: string }) =>
  target ? `At or below your price alert of ${formatMoney(target, currency)}.` : undefined

/** A price that reached the alert of the member is told in sentences, in mails too. */
function describePrice(data: NotificationData['price']) {
  const { deal, price, was, currency } = data
  const isDown = was !== null && Number(price) < Number(was)
  const alert = alertOf(data)
  const drawn = was !== null && !alert && { was: formatMoney(was, currency), now: formatMoney(price, currency) }
  return {
    icon: was === null || isDown ? ('trending-down' as const) : ('trending-up' as const),
    label: 'Price',
    title: `${deal} ${costsNow(data)}`,
    text: alert ?? reasonOf(data.told),
    section: 'Prices' as const,
    ...(drawn && { name: deal, change: drawn }),
  }
}

/** "costs $49.00 now, was $59.00" */
function costsNow({ price, was, currency }: PriceNews) {
  const former = was === null ? '' : `, was ${formatMoney(was, currency)}`
  return `costs ${formatMoney(price, currency)} now${former}`
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

type Decided = NotificationData['contribution_decided']

function describeApproval(
  data: Decided,
  deal: NotificationDeal,
  name: string,
): Partial<NotificationText> & { title: string; text: string } {
  const { contribution, price } = data
  // Karma comes with the publication, which may be later or never.
  if (contribution === 'suggestion') {
    const text = deal?.published
      ? 'Its page says that you suggested it.'
      : 'We are preparing its page. You get karma when it is published.'
    return { title: `${name} was accepted`, text, ...(deal?.published && { path: `/deals/${deal.slug}` }) }
  }
  const path = deal?.published ? { path: shownPath(contribution, deal.slug, data.shown) } : {}
  if (contribution === 'purchase_proof') {
    const text = 'Your review says so, and counts in the average of checked purchases.'
    return { icon: 'badge-check', title: `We checked your purchase of ${data.deal}`, text, ...path }
  }
  const inChangeLog = price
    ? `The deal ${costsNow(price)}. The change is in its Change Log.`
    : "It is in the deal's Change Log now."
  const text = contribution === 'change_log' ? inChangeLog : 'It is on the deal page now.'
  return { title: `${name} is published`, text, ...path }
}
