import { type RawBuilder, sql } from 'kysely'
import type { DealEventKind } from '~/db/schema'
import type { FollowedData, FollowReason } from './followed'

/** What the notifications of an event have in common. */
export type Announcement = {
  [Kind in keyof FollowedData]: { kind: Kind; data: Omit<FollowedData[Kind], 'told' | 'target'> }
}[keyof FollowedData]

export type FollowedEvent = {
  id: number
  deal_id: string
  kind: DealEventKind
  product_id: string
  product: string
  vendor_id: string
  vendor: string
  category_path: string[]
  /** The vendor whose status wrote the change, and the day of it. */
  vendor_change: string | null
  affects_owners: boolean
}

/** Recipients for one reason: selects `user_id`, `cause` and `more` (data per recipient). */
export type Audience = RawBuilder<unknown>

const because = (reason: FollowReason) => sql`${JSON.stringify({ told: reason })}::jsonb`
const ownCause = (event: FollowedEvent) => sql`${`event:${event.id}`}::text`

/** The recipients of an event, group after group. A member of several groups is notified in the first. */
export function audiencesOf(event: FollowedEvent, data: Announcement['data']): Audience[] {
  switch (event.kind) {
    case 'PRICE':
      return [bookmarkersWithTarget(event, data as FollowedData['price'])]
    case 'CHANGE':
      return [
        ...(event.affects_owners ? [owners(event)] : []),
        bookmarkers(event, sql`tells_changes`, because({ for: 'deal' })),
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
        followersOfProduct(event),
        followersOfVendor(event, ownCause(event)),
        // The category itself before those that hold it.
        ...event.category_path.toReversed().map((id) => followersOfCategory(event, id)),
      ]
  }
}

const bookmarkers = (
  event: FollowedEvent,
  choice: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql`'{}'::jsonb`,
) => sql`
  select user_id, ${ownCause(event)} as cause, ${more} as more
  from bookmarks where deal_id = ${event.deal_id} and ${choice}`

/** With a target price, only prices at or below it count; without ticked price changes, only the first such price. */
function bookmarkersWithTarget(event: FollowedEvent, { price, was }: Pick<FollowedData['price'], 'price' | 'was'>) {
  const isReached = sql`target_price >= ${price}::numeric`
  const isFirst = sql`(${was}::numeric is null or target_price < ${was}::numeric)`
  return bookmarkers(
    event,
    sql`(tells_price and target_price is null or ${isReached} and (tells_price or ${isFirst}))`,
    sql`jsonb_build_object('target', case when ${isReached} then target_price::text end)`,
  )
}

const owners = (event: FollowedEvent) => sql`
  select user_id, ${ownCause(event)} as cause,
    jsonb_build_object('told', jsonb_build_object('for', 'purchase', 'bought_on', bought_on)) as more
  from purchases where deal_id = ${event.deal_id} and refunded_on is null`

const followersOfProduct = (event: FollowedEvent) => sql`
  select user_id, ${ownCause(event)} as cause, ${because({ for: 'product', name: event.product })} as more
  from follows where product_id = ${event.product_id}`

const followersOfVendor = (event: FollowedEvent, cause: RawBuilder<unknown>) => sql`
  select user_id, ${cause} as cause, ${because({ for: 'vendor', name: event.vendor })} as more
  from follows where vendor_id = ${event.vendor_id}`

const followersOfCategory = (event: FollowedEvent, id: string) => sql`
  select user_id, ${ownCause(event)} as cause, jsonb_build_object('told', jsonb_build_object(
    'for', 'category', 'name', (select name from categories where id = ${id}::uuid))) as more
  from follows where category_id = ${id}`
