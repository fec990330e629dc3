import type { ChangeKind, Decision, FollowUpAnswer, PricePeriod, RefundStart, RejectionReason } from '~/db/schema'
import type { SearchMatched } from '~/features/audience/following/saved-search'
import type { PriceNews } from '~/features/catalog/record/changed-deals.server'
import type { ReviewAnswered } from '~/features/contributions/answers/vendor-answers.server'
import type { ContributionKind } from '~/features/contributions/kinds/kinds'
import type { StillUsing } from '~/features/contributions/reviews/ask-owners-task.server'
import type { ReportDecided } from '~/features/contributions/reviews/reported-reviews.server'
import type { IconName } from '~/ui/icon'
import type { Amount } from '~/ui/money'

/** Why a member is notified of a deal: what they follow or own. Stored as `told` in the data of a notification. */
export type FollowReason =
  /** A bookmark of this offer, or of another one of its product. */
  | { for: 'deal' | 'product' }
  | { for: 'vendor' | 'category'; name: string }
  | { for: 'purchase'; bought_on: string | null }

export type Bookmarked = {
  /** Missing in old ones, which were of the bookmarked offer. */
  told?: FollowReason
  /** The price alert that was reached, if so. */
  target?: Amount | null
}

export type Priced = {
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
    /** Of a review: whether readers saw another text of it. */
    isEdit?: boolean
    /** Its id, and that of the entry on the deal page: of an update, that of its review. Missing in old ones. */
    item?: string
    shown?: string
  }
}

export type RefundDeadline = {
  refund_deadline: {
    /** The title of the deal. */
    deal: string
    /** The id of the purchase. Missing in old ones. */
    purchase?: string
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
}

/** A refund that the member asked for, before they said how it ended. */
export type RefundAsked = { refund_asked: { deal: string; askedOn: string; purchase: string } }

/** Every kind of notification with its data. */
export type NotificationData = FollowedData &
  SearchMatched &
  ContributionDecided &
  StillUsing &
  ReviewAnswered &
  ReportDecided &
  RefundDeadline &
  RefundAsked

export type NotificationKind = keyof NotificationData

/** A stored notification; the kind decides the type of its data. */
export type StoredNotification = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationData[Kind] }
}[NotificationKind]

/** The deal that a notification is about, as it is now. `checked_at`: when staff last checked it. */
export type NotificationDeal = { slug: string; published: boolean; checked_at?: Date | null } | null

/** What the member answered since, if it asked something. */
export type GivenAnswer = { answer: FollowUpAnswer; rating: number } | null

/** The sections of a digest, in their order. */
export const SECTIONS = [
  'What you bought',
  'Prices',
  'Ending and ended',
  'Your refund deadlines',
  'Verified changes',
  'New offers',
  'Saved searches',
  'Also',
] as const

/** How a notification reads in the list and in mails, and what it links to. */
export type NotificationText = {
  icon: IconName
  /** What it is about, above the title. */
  label: string
  /** Shown in red: it affects what the member bought. */
  isBad?: boolean
  title: string
  text: string
  path: string
  /** The button of one that asks for something. */
  action?: string
  /** Its section in a digest. */
  section: (typeof SECTIONS)[number]
  /** Its title in a mail, below the name of the section. Default: the title. */
  name?: string
  /** A price that changed, which mails show instead of the text. */
  change?: { was: string; now: string }
  /** Below the text in a mail. */
  note?: string
  /** The day in a digest, YYYY-MM-DD. Default: that of the notification. */
  day?: string
}
