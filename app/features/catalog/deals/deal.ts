import type { DealStatus, PricePeriod } from '~/db/schema'
import type { Commission } from '~/features/catalog/links/link-program'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { toParts } from '~/ui/money'

export const DEAL_STATUSES = ['ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING'] as const satisfies readonly DealStatus[]

/** What visitors see: the status that staff set, as the dates change it. */
export type ShownStatus = DealStatus | 'UNCONFIRMED'

export const SHOWN_STATUSES = [...DEAL_STATUSES, 'UNCONFIRMED'] as const satisfies readonly ShownStatus[]

export const DEAL_STATUS_LABELS: Record<ShownStatus, string> = {
  ACTIVE: 'Active',
  ENDING_SOON: 'Ending Soon',
  EXPIRED: 'Expired',
  UPCOMING: 'Upcoming',
  UNCONFIRMED: 'Not confirmed',
}

/** Limits that several fields share or that belong to the entries of a list; the database has the same ones. */
export const DEAL_LIMITS = {
  tags: 20,
  tag: 50,
  /** The most digits of a price before its decimals. */
  priceDigits: 7,
  procon: 500,
  /** The limit of pros, and of cons. */
  pros: 50,
  question: 300,
  answer: 3_000,
  faqs: 50,
  plans: 8,
  planName: 60,
  planCodes: 100,
  /** The limit of the rows in which plans differ. */
  limits: 20,
  limitLabel: 80,
  limitValue: 80,
} as const

/**
 * Whether a deal with this shown status is over, or long not confirmed. Such deals are shown quietly, without savings.
 */
export const isPastStatus = (status: ShownStatus) => status === 'EXPIRED' || status === 'UNCONFIRMED'

/** Whether a deal is open and was never confirmed. */
export const isUnchecked = ({ shown_status, confirmed_on }: Pick<DealSummary, 'shown_status' | 'confirmed_on'>) =>
  isOpenStatus(shown_status) && confirmed_on === null

/** "Active", or "Active, not checked" of an open deal that was never confirmed. */
export const statusText = (deal: Pick<DealSummary, 'shown_status' | 'confirmed_on'>) =>
  DEAL_STATUS_LABELS[deal.shown_status] + (isUnchecked(deal) ? ', not checked' : '')

/** What a page says of a deal that was never confirmed. */
export const neverChecked = (importedAt: Date | string | null) =>
  importedAt === null ? 'Nobody has checked it.' : 'From a file. Nobody has checked it.'

/** The vendor as a line below the title; undefined where it would repeat the title. */
export const vendorLine = ({ title, vendor_name }: { title: string; vendor_name: string }) =>
  title.trim().toLowerCase() === vendor_name.trim().toLowerCase() ? undefined : vendor_name

/** Whether a deal with this shown status can be bought today. */
export const isOpenStatus = (status: ShownStatus) => status === 'ACTIVE' || status === 'ENDING_SOON'

/** Whether a deal has neither reviews nor verified changes nor comments. */
export function hasNoRecord(deal: { review_count: number; change_count: number; comment_count: number }) {
  return deal.review_count + deal.change_count + deal.comment_count === 0
}

/** The columns of a card. Prices and the average are decimal text, dates are YYYY-MM-DD. */
export type DealSummary = {
  id: string
  slug: string
  title: string
  vendor_name: string
  summary: string | null
  original_price: string | null
  deal_price: string | null
  currency: string
  /** How often the deal price is paid. A deal that is not paid once is a subscription. */
  deal_price_period: PricePeriod
  /**
   * The discount that the offer states, in whole percent. Where both prices are known the saving is computed instead.
   */
  discount_percent: number | null
  coupon_code: string | null
  /** How often the original price is paid; null where that is unknown. */
  regular_price_period: PricePeriod | null
  /** After how many months the deal has paid for itself; null unless the original price is paid again and again. */
  break_even_months: number | null
  /** The status on the day it is shown; `deals.status` is what staff set. */
  shown_status: ShownStatus
  start_date: string
  end_date: string | null
  /** The newest day on which the offer was confirmed; null if it never was. */
  confirmed_on: string | null
  picture: ShownPicture | null
  review_count: number
  rating_average: string | null
  change_count: number
  /** Who may earn from the link of the button. */
  commission: Commission
}

/** The other published offers of the product of a deal. */
export type OtherOffers = {
  other_offers: number
  /** Whether all of them have ended; null without any. */
  others_ended: boolean | null
  /** When the product was offered, from three offers on: "Discounted every November since 2019, best 50%". */
  history?: string
}

/** A deal in a list: as a card, or as a row with its category. */
export type ListedDeal = DealSummary & OtherOffers & { category: string }

/** A deal as a card. The other offers of its product are counted only in lists. */
export type CardDeal = Omit<DealSummary, 'id' | 'change_count'> & Partial<OtherOffers>

/** The discount in whole percent, rounded down; undefined when a price is missing or nothing is saved. */
export function discount(deal: { original_price: string | null; deal_price: string | null }): number | undefined {
  if (deal.original_price === null || deal.deal_price === null) return undefined
  const before = toParts(deal.original_price)
  const percent = Math.floor(((before - toParts(deal.deal_price)) * 100) / before)
  return percent > 0 ? percent : undefined
}

export const OVERPRICED = 'The deal price is above the original price.'

type Prices = {
  original_price: string | null
  deal_price: string | null
  deal_price_period: PricePeriod
  regular_price_period: PricePeriod | null
}

/**
 * Whether the deal price is above an original price, both paid once as far as known. Staff are warned, but may save it.
 */
export function isOverpriced(deal: Prices): boolean {
  if (deal.original_price === null || deal.deal_price === null) return false
  if (deal.regular_price_period === 'MONTH' || deal.regular_price_period === 'YEAR') return false
  if (deal.deal_price_period !== 'ONCE') return false
  return toParts(deal.deal_price) > toParts(deal.original_price)
}

export const DISCOUNT_LEFT_OUT = 'Left out: both prices are given, the saving is computed.'

/** Whether the stated discount is left out, because the saving follows from both prices. */
export function leavesOutDiscount(deal: Pick<DealSummary, 'original_price' | 'deal_price' | 'discount_percent'>) {
  return deal.discount_percent !== null && deal.original_price !== null && deal.deal_price !== null
}

/** Tags written as constants read as words ("EDITOR'S_CHOICE" is "Editor's Choice"); others stay as entered. */
export function formatTag(tag: string): string {
  if (tag !== 'HOT' && !/^[A-Z0-9']+(_[A-Z0-9']+)+$/.test(tag)) return tag
  return tag
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
}

/** Shown to staff when a deal could not be saved or deleted (spec §8). */
export const SAVE_FAILED = 'Failed to save deal'
export const DELETE_FAILED = 'Failed to delete deal'
