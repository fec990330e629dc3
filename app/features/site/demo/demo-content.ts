import type { PricePeriod, RefundStart, RejectionReason } from '~/db/schema'
import type { ReportedField } from '~/features/contributions/reported-values/reported-fields'
import categories from './content/categories.json'
import designDeals from './content/design.json'
import developerDeals from './content/developer.json'
import earlierRounds from './content/earlier-rounds.json'
import emailDeals from './content/email.json'
import people from './content/people.json'
import platforms from './content/platforms.json'
import productivityDeals from './content/productivity.json'
import salesDeals from './content/sales.json'
import seoDeals from './content/seo.json'
import terms from './content/terms.json'
import videoDeals from './content/video.json'
import writingDeals from './content/writing.json'

/** Days before (negative) or after the day of seeding, so that demo content is always recent. */
type Day = number

export type Verdict = 'PENDING' | 'APPROVED' | 'REJECTED'

/** A demo person's contribution, by default approved; `reason` and `note` only if rejected. */
type Contribution = {
  by: string
  day: Day
  body: string
  status?: Verdict
  reason?: RejectionReason
  note?: string
}

type DemoReview = Contribution & {
  rating: number
  title: string
  /** When its author bought the deal, if they say so. */
  bought?: Day
  /** Staff have checked that they bought it. */
  checked?: true
}

export type DemoChange = Contribution & {
  title: string
  kind: 'PRICE' | 'TERMS' | 'LIMITS' | 'REFUND' | 'ENDED' | 'REOPENED' | 'ACQUIRED' | 'SHUTDOWN' | 'IMPROVED' | 'OTHER'
  /** Of a kind that is about several fields. */
  field?: ReportedField
  old?: string
  new?: string
  effective?: Day
  /** A page on the product's own site. */
  source?: string
  affects?: 'YES' | 'NO' | 'UNKNOWN'
  /** Where kind and values do not suggest it. */
  effect?: 'BETTER' | 'WORSE' | 'NEITHER'
}

export type DemoDeal = {
  slug: string
  title: string
  vendor: string
  category: string
  platform: string
  summary: string
  /** One entry for each paragraph. */
  description: string[]
  original?: string
  price?: string
  /** How often the price is paid, if not once. */
  paid?: PricePeriod
  /** The stated discount in percent, of a deal without a price. */
  discount?: number
  currency?: string
  status: 'ACTIVE' | 'ENDING_SOON' | 'EXPIRED' | 'UPCOMING'
  /** The day when the deal was added, not the day when the sale starts. */
  listed: Day
  starts: Day
  ends?: Day
  draft?: boolean
  /** It came from a file, and was not checked since. Others were checked when they were added. */
  imported?: true
  tags: string[]
  /** A file in public/demo. */
  image?: string
  pros: string[]
  cons: string[]
  /** Question and answer. */
  faqs: [string, string][]
  /** All prices with their first days; the last one is the current price. */
  prices?: [Day, string][]
  reviews?: DemoReview[]
  changes?: DemoChange[]
  comments?: Contribution[]
}

/** A demo deal with its id in the database. */
export type SeededDeal = DemoDeal & { id: string }

export const DEMO_PEOPLE: { key: string; name: string; email: string; joined: Day }[] = people

/** Parents come before their children. */
export const DEMO_CATEGORIES: { slug: string; name: string; description: string; parent?: string }[] = categories

export type DemoPlatform = {
  slug: string
  name: string
  website: string | null
  refund?: number
  from?: RefundStart
  protection?: string
}

export const DEMO_PLATFORMS = platforms as DemoPlatform[]

/** What a buyer gets; what is left out is not stated. */
export type DemoTerms = {
  period?: PricePeriod
  /** The regular price, where it is not the `original` of the deal. */
  original?: string
  /** Code and note. */
  coupon?: [string, string]
  lifetime?: string
  refund?: number
  from?: RefundStart
  redeem?: number
  /** How many codes can be stacked at most. */
  codes?: number
  stackable?: boolean
  transferable?: boolean
  future?: string
  notice?: string
  /** When the terms of the vendor were read. */
  read?: Day
  plans?: { name: string; price: string; codes?: number; limits: Record<string, string> }[]
  /** Former prices: plan, first day and price. */
  planPrices?: [string, Day, string][]
}

// TypeScript infers string and array types for JSON, not unions and tuples. A test checks the content.
export const DEMO_DEALS = [
  ...writingDeals,
  ...salesDeals,
  ...videoDeals,
  ...seoDeals,
  ...emailDeals,
  ...productivityDeals,
  ...developerDeals,
  ...designDeals,
  ...earlierRounds,
] as unknown as DemoDeal[]

/** By the slug of the deal. */
export const DEMO_TERMS = terms as unknown as Record<string, DemoTerms>
