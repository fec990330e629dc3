import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { isBookmarked, separatePrices } from '~/features/catalog/record/change-events.server'
import { notifyFollowersSoon } from '~/features/catalog/record/notify-soon.server'
import { type Amount, amountOf } from '~/ui/money'
import { DEAL_COLUMNS, DEAL_FIELDS } from './deal-fields'
import { isOpenOrUpcoming, shownStatus } from './shown-status.server'

/** The prices, coupon and terms of a deal. Its plans have tables of their own. */
const OFFER_COLUMNS = [
  ...(['original_price', 'regular_price_period', 'deal_price', 'deal_price_period'] as const),
  ...(['discount_percent', 'currency', 'coupon_code', 'coupon_note'] as const),
  ...DEAL_COLUMNS.filter((column) => 'term' in DEAL_FIELDS[column]),
].map((column) => sql.ref(column))

/** Changes with the price, end, status and terms. */
const offerHash = sql<string>`md5(row(status, start_date, end_date, ${sql.join(OFFER_COLUMNS)}, (
  select array_agg((name, price, codes) order by position) from deal_plans where deal_id = deals.id))::text)`

/** What the followers of a deal are notified of when it changes. */
export type OfferState = Awaited<ReturnType<typeof readOffers>>[number]
type Change = { was: OfferState; now: OfferState }

/** The data of a PRICE event; `was` is null if the deal had no price in this currency. */
type PriceEvent = { price: number; was: number | null; currency: string }

/** A new price as followers read it. */
export type PriceNews = { price: Amount; was: Amount | null; currency: string }

/** The price of an event, or of a change that it is part of; undefined for one without. */
export function priceNewsOf(data: unknown): PriceNews | undefined {
  const { price, was, currency } = data as Partial<PriceEvent>
  if (price === undefined || currency === undefined) return undefined
  return { price: amountOf(price, currency), was: was == null ? null : amountOf(was, currency), currency }
}

/** Deals before a change; the caller holds their locks, and calls `noteChangedOffers` after it. */
export async function readOffers(trx: Trx, ids: string[]) {
  if (ids.length === 0) return []
  return trx
    .selectFrom('deals')
    .select(['id', 'published', 'deal_price', 'deal_price_period', 'currency'])
    .select(sql<boolean>`${shownStatus()} = 'EXPIRED'`.as('is_over'))
    .select(offerHash.as('offer'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
}

/** Writes the events of changed deals: new offers, prices, ends and reopenings. Saved searches are matched against them. */
export async function noteChangedOffers(trx: Trx, before: OfferState[]) {
  const former = new Map(before.map((offer) => [offer.id, offer]))
  const offers = await readOffers(trx, [...former.keys()])
  const changes = offers.filter(({ published }) => published).map((now) => ({ was: former.get(now.id)!, now }))
  const appeared = changes.filter(({ was }) => !was.published)
  const stayed = changes.filter(({ was }) => was.published)
  await noteNewOffers(trx, idsOf(appeared))
  await noteDealsToMatch(trx, idsOf(stayed.filter(({ was, now }) => was.offer !== now.offer)))
  await notePrices(trx, stayed.filter(hasNewPrice))
  await noteEnds(trx, 'ENDED', idsOf(stayed.filter(({ was, now }) => !was.is_over && now.is_over)))
  await noteEnds(trx, 'REOPENED', idsOf(stayed.filter(({ was, now }) => was.is_over && !now.is_over)))
}

const idsOf = (changes: Change[]) => changes.map(({ now }) => now.id)

/** Members follow, and set targets for, a price that is paid once. */
const hasNewPrice = ({ was, now }: Change) =>
  now.deal_price !== null &&
  now.deal_price_period === 'ONCE' &&
  (was.deal_price !== now.deal_price || was.currency !== now.currency || was.deal_price_period !== 'ONCE')

/** Notes published deals whose product is bookmarked, or whose vendor or category is followed, each once in its life. */
export async function noteNewOffers(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  await noteDealsToMatch(trx, ids)
  const noted = await trx
    .insertInto('deal_events')
    .columns(['deal_id', 'kind', 'cause'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select(['id', sql`'PUBLISHED'::deal_event_kind`.as('kind'), sql`id`.as('cause')])
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .where('published', '=', true)
        .where(isOpenOrUpcoming())
        .where(({ or, exists, selectFrom }) =>
          or([
            isBookmarked,
            exists(selectFrom('follows').whereRef('follows.vendor_id', '=', 'deals.vendor_id')),
            exists(selectFrom('follows').where(sql<boolean>`follows.category_id = any(deals.category_path)`)),
          ]),
        )
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.constraint('one_event_per_cause').doNothing())
    .returning('id')
    .execute()
  if (noted.length > 0) await notifyFollowersSoon(trx)
}

/** Notes published deals for the job that matches them against saved searches, if any search notifies its member. */
export async function noteDealsToMatch(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  await trx
    .insertInto('deals_to_match')
    .columns(['deal_id'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select('id')
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .where('published', '=', true)
        .where(({ exists, selectFrom }) => exists(selectFrom('saved_searches').where('tells', '=', true)))
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.column('deal_id').doUpdateSet({ changed_at: sql`now()` }))
    .execute()
}

/**
 * Notes other prices of followed deals. An event that notified no one yet takes the new price, or is deleted when the
 * former price is back.
 */
async function notePrices(trx: Trx, changes: Change[]) {
  const followed = await listFollowed(trx, idsOf(changes))
  const followedChanges = changes.filter(({ now }) => followed.has(now.id))
  if (followedChanges.length === 0) return
  await separatePrices(trx, sql`deal_id = any(${idsOf(followedChanges)}::uuid[]) and started_at is null`)
  const pending = await trx
    .selectFrom('deal_events')
    .select(['id', 'deal_id', 'data'])
    .where('deal_id', 'in', idsOf(followedChanges))
    .where('kind', '=', 'PRICE')
    .where('started_at', 'is', null)
    .where('done_at', 'is', null)
    .forUpdate()
    .execute()
  const pendingOf = new Map(pending.map((event) => [event.deal_id, { id: event.id, ...(event.data as PriceEvent) }]))
  const added = followedChanges.filter(({ now }) => !pendingOf.has(now.id))
  for (const { now } of followedChanges) {
    const event = pendingOf.get(now.id)
    if (event) await replacePrice(trx, event, { price: Number(now.deal_price), currency: now.currency })
  }
  if (added.length === 0) return
  await trx.insertInto('deal_events').values(added.map(priceEvent)).execute()
  await notifyFollowersSoon(trx)
}

function priceEvent({ was, now }: Change) {
  const isComparable = was.currency === now.currency && was.deal_price !== null && was.deal_price_period === 'ONCE'
  const data: PriceEvent = {
    price: Number(now.deal_price),
    was: isComparable ? Number(was.deal_price) : null,
    currency: now.currency,
  }
  return { deal_id: now.id, kind: 'PRICE' as const, cause: sql<string>`gen_random_uuid()`, data: JSON.stringify(data) }
}

async function replacePrice(
  trx: Trx,
  { id, ...event }: PriceEvent & { id: number },
  { price, currency }: Pick<PriceEvent, 'price' | 'currency'>,
) {
  if (event.was === price && event.currency === currency) {
    return trx.deleteFrom('deal_events').where('id', '=', id).execute()
  }
  const data: PriceEvent = { price, currency, was: event.currency === currency ? event.was : null }
  return trx
    .updateTable('deal_events')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

const REVERSED = { ENDED: 'REOPENED', REOPENED: 'ENDED' } as const

/** Notes deals that ended, or are open again. An opposite event that notified no one yet is deleted instead. */
async function noteEnds(trx: Trx, kind: 'ENDED' | 'REOPENED', ids: string[]) {
  if (ids.length === 0) return
  const canceled = await trx
    .deleteFrom('deal_events')
    .where('deal_id', 'in', ids)
    .where('kind', '=', REVERSED[kind])
    .where('started_at', 'is', null)
    .where('done_at', 'is', null)
    .returning('deal_id')
    .execute()
  const isCanceled = new Set(canceled.map(({ deal_id }) => deal_id))
  const followed = await listFollowed(
    trx,
    ids.filter((id) => !isCanceled.has(id)),
  )
  if (followed.size === 0) return
  const events = [...followed].map((deal_id) => ({ deal_id, kind, cause: sql<string>`gen_random_uuid()` }))
  await trx.insertInto('deal_events').values(events).execute()
  await notifyFollowersSoon(trx)
}

async function listFollowed(trx: Trx, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const followed = await trx
    .selectFrom('deals')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(isBookmarked)
    .orderBy('id')
    .execute()
  return new Set(followed.map(({ id }) => id))
}
