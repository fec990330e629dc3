import { type RawBuilder, sql } from 'kysely'
import type { DealEventKind } from '~/db/schema'
import type { FollowedData, ToldFor } from './followed'

/** What is said of an event, the same for everybody. */
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

/** People who are told for one reason: a select of `user_id`, `cause` and `more`, the data of theirs alone. */
export type Audience = RawBuilder<unknown>

const told = (reason: ToldFor) => sql`${JSON.stringify({ told: reason })}::jsonb`
const ownCause = (event: FollowedEvent) => sql`${`event:${event.id}`}::text`

/** Those who are told of an event, group after group. Nobody is told again in a later group. */
export function audiencesOf(event: FollowedEvent, data: Announcement['data']): Audience[] {
  switch (event.kind) {
    case 'PRICE':
      return [thoseWithTarget(event, data as FollowedData['price'])]
    case 'CHANGE':
      return [
        ...(event.affects_owners ? [owners(event)] : []),
        thoseWhoSaved(event, sql`tells_changes`, told({ for: 'deal' })),
        followersOfVendor(event, event.vendor_change ? sql`${event.vendor_change}::text` : ownCause(event)),
      ]
    case 'ENDING':
      return [thoseWhoSaved(event, sql`tells_ending`)]
    case 'ENDED':
      return [thoseWhoSaved(event, sql`tells_ended`)]
    case 'REOPENED':
      return [thoseWhoSaved(event, sql`tells_reopened`)]
    case 'PUBLISHED':
      return [
        followersOfProduct(event),
        followersOfVendor(event, ownCause(event)),
        // The category itself before those that hold it.
        ...event.category_path.toReversed().map((id) => followersOfCategory(event, id)),
      ]
  }
}

const thoseWhoSaved = (
  event: FollowedEvent,
  choice: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql`'{}'::jsonb`,
) => sql`
  select user_id, ${ownCause(event)} as cause, ${more} as more
  from bookmarks where deal_id = ${event.deal_id} and ${choice}`

/** With a target price, only prices at or below it count; without ticked price changes, only the first such price. */
function thoseWithTarget(event: FollowedEvent, { price, was }: Pick<FollowedData['price'], 'price' | 'was'>) {
  const isReached = sql`target_price >= ${price}::numeric`
  const isFirst = sql`(${was}::numeric is null or target_price < ${was}::numeric)`
  return thoseWhoSaved(
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
  select user_id, ${ownCause(event)} as cause, ${told({ for: 'product', name: event.product })} as more
  from follows where product_id = ${event.product_id}`

const followersOfVendor = (event: FollowedEvent, cause: RawBuilder<unknown>) => sql`
  select user_id, ${cause} as cause, ${told({ for: 'vendor', name: event.vendor })} as more
  from follows where vendor_id = ${event.vendor_id}`

const followersOfCategory = (event: FollowedEvent, id: string) => sql`
  select user_id, ${ownCause(event)} as cause, jsonb_build_object('told', jsonb_build_object(
    'for', 'category', 'name', (select name from categories where id = ${id}::uuid))) as more
  from follows where category_id = ${id}`
