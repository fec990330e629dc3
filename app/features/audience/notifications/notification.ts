import type { Decision, FollowUpAnswer, RejectionReason } from '~/db/schema'
import { describeMatches, type SearchMatched } from '~/features/audience/following/saved-search'
import type { PriceNews } from '~/features/catalog/deals/deal-events.server'
import type { ReviewAnswered } from '~/features/contributions/answers/vendor-answers.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { type ContributionKind, contributionOn } from '~/features/contributions/kinds/kinds'
import type { StillUsing } from '~/features/contributions/reviews/ask-owners-task.server'
import { ANSWER_LABELS } from '~/features/contributions/reviews/follow-up'
import type { ReportDecided } from '~/features/contributions/reviews/reported-reviews.server'
import { formatCount, pluralize } from '~/ui/pluralize'
import { costsNow, describeFollowed, type FollowedData } from './followed'
import type { NotificationDeal, NotificationText } from './notification-text'
import {
  describeRefundAsked,
  describeRefundDeadline,
  type RefundAskedData,
  type RefundDeadlineData,
} from './refund-deadline'

export type ContributionDecided = {
  contribution_decided: {
    contribution: ContributionKind
    decision: Decision
    reason: RejectionReason | null
    /** Of the moderator, for the author only. */
    note: string | null
    /** The title of the deal. */
    deal: string
    /** The title of the contribution; comments have none. */
    title: string | null
    /** The new price that an approved change report verifies. Its reporter gets no other notification of it. */
    price?: PriceNews
  }
}

/** Every kind of notification with its data. */
export type NotificationData = FollowedData &
  SearchMatched &
  ContributionDecided &
  StillUsing &
  ReviewAnswered &
  ReportDecided & { refund_deadline: RefundDeadlineData; refund_asked: RefundAskedData }

export type NotificationKind = keyof NotificationData

/** A stored notification; the kind decides the type of its data. */
export type StoredNotification = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationData[Kind] }
}[NotificationKind]

/** What the member answered since, if it asked something. */
export type GivenAnswer = { answer: FollowUpAnswer; rating: number } | null

export function describeNotification(
  notification: StoredNotification,
  deal: NotificationDeal,
  given: GivenAnswer = null,
): NotificationText {
  switch (notification.kind) {
    case 'contribution_decided':
      return describeDecision(notification.data, deal)
    case 'still_using':
      return describeQuestion(notification.data, given)
    case 'review_answered':
      return describeAnswer(notification.data, deal)
    case 'report_decided':
      return describeReport(notification.data, deal)
    case 'refund_deadline':
      return describeRefundDeadline(notification.data)
    case 'refund_asked':
      return describeRefundAsked(notification.data)
    case 'saved_search':
      return describeSaved(notification.data)
    default:
      return describeFollowed(notification, deal)
  }
}

function describeSaved(data: NotificationData['saved_search']): NotificationText {
  return {
    icon: 'search',
    label: 'Saved search',
    title: `${formatCount(data.count)} new for "${data.name}"`,
    text: `${describeMatches(data)}.`,
    path: `/account/following/${data.search}`,
  }
}

function describeAnswer(
  { deal: title, vendor, review }: NotificationData['review_answered'],
  deal: NotificationDeal,
): NotificationText {
  return {
    icon: 'store',
    label: 'Your review',
    title: `The vendor answered your review of ${title}`,
    text: `The answer by ${vendor} is shown below your review.`,
    path: deal?.published ? `/deals/${deal.slug}#review-${review}` : '/account/contributions',
  }
}

function describeReport({ deal: title, isRemoved }: NotificationData['report_decided'], deal: NotificationDeal) {
  return {
    icon: 'flag',
    label: 'Your report',
    title: `We checked the review of ${title} that you reported`,
    text: isRemoved ? 'We removed it. Thank you.' : 'It stays, because it follows the guidelines.',
    path: deal?.published ? `/deals/${deal.slug}` : '/guidelines',
  } as const
}

function describeQuestion(
  { deal, months, question }: NotificationData['still_using'],
  given: GivenAnswer,
): NotificationText {
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
  }
}

function describeDecision(data: NotificationData['contribution_decided'], deal: NotificationDeal): NotificationText {
  const { contribution, decision, reason, note } = data
  const label = 'Your contribution'
  const your = `Your ${contributionOn(contribution, data.deal)}`
  const own = '/account/contributions'
  switch (decision) {
    case 'APPROVED':
      if (contribution === 'suggestion') return describeDraft(your, deal)
      if (contribution === 'purchase_proof') return describeChecked(data, deal)
      return {
        icon: 'check',
        label,
        title: `${your} is published`,
        text: contribution === 'change_log' ? inChangeLog(data.price) : 'It is on the deal page now.',
        path: deal?.published ? publishedPath(contribution, deal.slug) : own,
      }
    case 'CHANGES_REQUESTED':
      return {
        icon: 'corner-up-left',
        label,
        title: `${your} needs a change`,
        text: note ? `“${note}”` : '',
        path: own,
        action: 'Edit and resubmit',
      }
    case 'REJECTED':
      return {
        icon: 'x',
        label,
        title: `${your} wasn't published`,
        text: [
          reason && `${REJECTION_REASON_LABELS[reason]}.`,
          note && `“${note}”`,
          contribution === 'review_edit' && EARLIER_TEXT,
        ]
          .filter(Boolean)
          .join(' '),
        path: own,
      }
  }
}

const inChangeLog = (price?: PriceNews) =>
  price ? `The deal ${costsNow(price)}. The change is in its Change Log.` : "It is in the deal's Change Log now."

/** Karma comes with the publication, which may be later or never. */
function describeDraft(your: string, deal: NotificationDeal): NotificationText {
  const text = deal?.published
    ? 'Its page says that you suggested it.'
    : 'We are preparing its page. You get karma when it is published.'
  const path = deal?.published ? `/deals/${deal.slug}` : '/account/contributions'
  return { icon: 'check', label: 'Your contribution', title: `${your} was accepted`, text, path }
}

function describeChecked({ deal: title }: NotificationData['contribution_decided'], deal: NotificationDeal) {
  return {
    icon: 'badge-check',
    label: 'Your contribution',
    title: `We checked your purchase of ${title}`,
    text: 'Your review says so, and counts in the average of checked purchases.',
    path: deal?.published ? publishedPath('purchase_proof', deal.slug) : '/account/contributions',
  } as const
}

const EARLIER_TEXT = 'Readers see the earlier text.'

const TABS: Record<ContributionKind, string> = {
  review: '',
  review_edit: '',
  follow_up: '',
  purchase_proof: '',
  comment: '/comments',
  change_log: '/changes',
  suggestion: '',
}

function publishedPath(contribution: ContributionKind, slug: string) {
  return `/deals/${slug}${TABS[contribution]}#record`
}
