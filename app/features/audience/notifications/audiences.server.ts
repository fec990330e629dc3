import { type RawBuilder, sql } from 'kysely'
import type { DealEventKind } from '~/db/schema'
import type { PriceNews } from '~/features/catalog/deals/deal-events.server'
import type { Amount } from '~/ui/money'
import type { FollowedData, FollowReason } from './notice-data'

/** What the notifications of an event have in common. */
export type Announcement = {
  [Kind in keyof FollowedData]: { kind: Kind; data: Omit<FollowedData[Kind], 'told' | 'target'> }
}[keyof FollowedData]

export type FollowedEvent = {
  id: number
  deal_id: string
  kind: DealEventKind
  product_id: string
  vendor_id: string
  vendor: string
  category_path: string[]
  /** The vendor whose status wrote the change, and the day of it. */
  vendor_change: string | null
  affects_owners: boolean
  /** The member who reported the change and is notified by the decision on it. */
  reporter: string | null
  /** The next recipients are those with an id after this one, at most as many as a batch has. */
  after: string
  batch: number
}

/** Recipients for one reason: selects `user_id`, `cause` and `more` (data per recipient). */
export type Audience = RawBuilder<unknown>

const because = (reason: FollowReason) => sql`${JSON.stringify({ told: reason })}::jsonb`
const ownCause = (event: FollowedEvent) => sql`${`event:${event.id}`}::text`

/** The recipients of an event, group after group. A member of several groups is notified in the first. */
export function audiencesOf(event: FollowedEvent, data: Announcement['data']): Audience[] {
  switch (event.kind) {
    case 'PRICE':
      return [bookmarkersOfPrice(event, data as FollowedData['price'], sql`false`)]
    case 'CHANGE':
      return [
        ...(event.affects_owners ? [owners(event)] : []),
        bookmarkersOfChange(event, data as FollowedData['change']),
        followersOfVendor(event, event.vendor_change ? sql`${event.vendor_change}::text` : ownCause(event)),
      ]
    case 'ENDING':
      return [bookmarkers(event, sql`tells_ending`)]
    case 'ENDED':
      return [bookmarkers(event, sql`tells_ended`)]
    case 'REOPENED':
      return [bookmarkers(event, sql`tells_reopened`)]
    case 'PUBLISHED':
      return [
        bookmarkersOfOthers(event, data as FollowedData['new_offer']),
        followersOfVendor(event, ownCause(event)),
        // The category itself before those that hold it.
        ...event.category_path.toReversed().map((id) => followersOfCategory(event, id)),
      ]
  }
}

/**
 * Members with a bookmark that notifies of the event, each once. A bookmark follows all offers of its product. The first
 * bookmarks of each offer suffice for a batch, and are read in the order of the index.
 *
 * @param isReached whether the event reaches the price alert of a bookmark
 */
const bookmarkers = (event: FollowedEvent, notifies: RawBuilder<unknown>, isReached = sql`false`) => sql`
  select user_id, ${ownCause(event)} as cause, jsonb_strip_nulls(jsonb_build_object(
    'told', jsonb_build_object('for', case when bool_or(${isOf(event)}) then 'deal' else 'product' end),
    'target', (max(target_price) filter (where ${isReached}))::text)) as more
  from deals as offer cross join lateral (
    select user_id, deal_id, target_price from bookmarks
    where deal_id = offer.id and user_id > ${event.after}::uuid and user_id is distinct from ${event.reporter}::uuid
      and ${notifies}
    order by user_id limit ${event.batch}) as bookmarks
  where offer.product_id = ${event.product_id}
  group by user_id`

/** Whether a bookmark is of this offer. */
const isOf = (event: FollowedEvent) => sql`deal_id = ${event.deal_id}`

/** Whether a price is at or below the alert of a bookmark, which is in the currency of the bookmarked offer. */
const reaches = ({ price, currency }: { price: Amount | null; currency: string }) =>
  sql`(target_price >= ${price}::numeric and offer.currency = ${currency})`

function bookmarkersOfChange(event: FollowedEvent, { price }: Pick<FollowedData['change'], 'price'>) {
  if (price) return bookmarkersOfPrice(event, price, sql`tells_changes`)
  // A change of a vendor is an event of each of its offers.
  return bookmarkers(event, event.vendor_change ? sql`tells_changes and ${isOf(event)}` : sql`tells_changes`)
}

/**
 * With a price alert, only prices at or below it count; without ticked price changes, only the first such price.
 *
 * @param isToldAnyway whether a bookmark notifies of the event whatever the price is
 */
function bookmarkersOfPrice(event: FollowedEvent, news: PriceNews, isToldAnyway: RawBuilder<unknown>) {
  const { price, was } = news
  const isReached = reaches(news)
  const isFirst = sql`(${was}::numeric is null or target_price < ${was}::numeric)`
  // Of another offer only a lower price is news.
  const isNews = sql`(${isOf(event)} or ${price}::numeric < ${was}::numeric)`
  return bookmarkers(
    event,
    sql`(${isToldAnyway} or tells_price and target_price is null and ${isNews}
      or ${isReached} and (tells_price or ${isFirst}))`,
    isReached,
  )
}

/** A new offer is no news to members who have bookmarked it already. */
function bookmarkersOfOthers(
  event: FollowedEvent,
  data: Pick<FollowedData['new_offer'], 'price' | 'currency' | 'period'>,
) {
  const isReached = data.period === 'ONCE' ? reaches(data) : sql`false`
  return bookmarkers(
    event,
    sql`(tells_reopened or ${isReached}) and not exists (
      select from bookmarks as own where own.user_id = bookmarks.user_id and own.deal_id = ${event.deal_id})`,
    isReached,
  )
}

const owners = (event: FollowedEvent) => sql`
  select user_id, ${ownCause(event)} as cause,
    jsonb_build_object('told', jsonb_build_object('for', 'purchase', 'bought_on', bought_on)) as more
  from purchases where deal_id = ${event.deal_id} and refunded_on is null`

const followersOfVendor = (event: FollowedEvent, cause: RawBuilder<unknown>) => sql`
  select user_id, ${cause} as cause, ${because({ for: 'vendor', name: event.vendor })} as more
  from follows where vendor_id = ${event.vendor_id}`

const followersOfCategory = (event: FollowedEvent, id: string) => sql`
  select user_id, ${ownCause(event)} as cause, jsonb_build_object('told', jsonb_build_object(
    'for', 'category', 'name', (select name from categories where id = ${id}::uuid))) as more
  from follows where category_id = ${id}`
