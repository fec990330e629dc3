import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { matchChangedDeals } from '~/features/audience/following/match-searches.server'
import { isOpenOrUpcoming } from '~/features/catalog/deals/shown-status.server'
import { QUIET_SECONDS } from '~/features/catalog/record/changed-deals.server'
import { utcToday } from '~/http/utc-day'

/** Deals of one transaction. It limits how much a crash repeats, and how long saves of these deals wait. */
const AT_A_TIME = 200
/** Other changes in between delay the first one for no longer than this. */
const MAX_WAIT_SECONDS = 120

type Options = { signal?: Pick<AbortSignal, 'aborted'>; quietSeconds?: number; atATime?: number }

/** Job: notifies members of changed deals, first those who follow them, then those whose saved searches they match. */
export async function tellChanges(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await tellFollowers({ signal: abortSignal })
  await matchChangedDeals({ signal: abortSignal })
}

/**
 * Notifies owners and followers of what changed, once all changes are settled, so that an import is told as a whole. The
 * notifications of some deals and the mark that these were told are one statement, so that after a crash every member is
 * notified exactly once.
 *
 * @returns how many notifications were written
 */
export async function tellFollowers({ signal, quietSeconds = QUIET_SECONDS, atATime = AT_A_TIME }: Options = {}) {
  let added = 0
  if (!(await isSettled(quietSeconds))) return added
  while (!signal?.aborted) {
    const told = await inTransaction((trx) => tellSome(trx, quietSeconds, atATime))
    if (told.deals === 0) break
    added += told.notifications
  }
  return added
}

const secondsAgo = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`

async function isSettled(quietSeconds: number) {
  const { isSettled } = await db
    .selectFrom('changed_deals')
    .select(
      sql<boolean | null>`max(changed_at) <= ${secondsAgo(quietSeconds)}
        or min(changed_at) <= ${secondsAgo(MAX_WAIT_SECONDS)}`.as('isSettled'),
    )
    .where('is_told', '=', false)
    .executeTakeFirstOrThrow()
  return isSettled === true
}

/** Deals that are being saved are skipped until the next time. */
async function tellSome(trx: Trx, quietSeconds: number, limit: number) {
  await sql`set local statement_timeout = '5min'`.execute(trx)
  const { rows } = await sql<{ deals: number; notifications: number }>`
    with picked as materialized (
      select deal_id, before from changed_deals join deals on deals.id = deal_id
      where not is_told and changed_at <= ${secondsAgo(quietSeconds)}
      order by changed_at, deal_id limit ${limit}
      for update of changed_deals skip locked for no key update of deals skip locked),
    offers as materialized (${offersOn(utcToday())}),
    verified as materialized (${VERIFIED}),
    news as (${NEWS}),
    told as (${OWNERS} union all ${BOOKMARKERS} union all ${VENDOR_FOLLOWERS} union all ${CATEGORY_FOLLOWERS}),
    best as (select *, min(place) over (partition by user_id, about) as nearest from told),
    first as (
      select distinct on (user_id, cause) * from best where place < ${VENDOR_PLACE} or place = nearest
      order by user_id, cause, place, target desc nulls last),
    added as (
      insert into notifications (user_id, kind, cause, deal_id, data)
      select user_id, kind, cause, deal_id,
        data || jsonb_strip_nulls(jsonb_build_object('told', reason, 'target', target::text))
      from first
      on conflict on constraint one_notification_per_person_and_cause do nothing
      returning 1),
    told_changes as (
      update change_logs set told_at = now()
      where deal_id in (select deal_id from picked) and status = 'APPROVED' and told_at is null),
    announced as (update deals set announced_at = now() where id in (select id from offers where announced_at is null)),
    to_match as (
      update changed_deals set is_told = true where deal_id in (select id from offers where is_other_offer)),
    same_offers as (
      delete from changed_deals where deal_id in (
        select deal_id from picked except select id from offers where is_other_offer))
    select (select count(*) from picked)::int as deals, (select count(*) from added)::int as notifications`.execute(trx)
  return rows[0]!
}

const TODAY = sql`(now() at time zone 'UTC')::date`
const NOW = sql`extract(epoch from now())`

/** Published deals as they are now, with what differs from before. */
const offersOn = (today: string) => sql`
  select compared.*, case when was_public then new_price(before, after) end as new_price,
    (before ->> 'is_over')::boolean as was_over, (after ->> 'is_over')::boolean as is_over,
    not was_public or before -> 'offer' is distinct from after -> 'offer' as is_other_offer,
    jsonb_build_object('deal', title) as named,
    jsonb_build_object('deal', title, 'price', deal_price::text, 'currency', currency, 'period', deal_price_period) as priced
  from (
    select id, product_id, vendor_id, category_path, title, status, start_date, end_date, announced_at, deal_price,
      deal_price_period, currency, before, offer_state(deals) as after, ${isOpenOrUpcoming(today)} as is_open_or_upcoming,
      coalesce((before ->> 'published')::boolean, false) as was_public
    from picked join deals on deals.id = deal_id where published) as compared`

const VERIFIED = sql`
  select id, deal_id, title, kind, affects_owners, to_char(verified_at at time zone 'UTC', 'YYYY-MM-DD') as verified_on,
    -- The decision on their report notifies the reporter, unless they decided on it.
    nullif(reported_by_user_id, moderated_by) as reporter,
    -- The status of a vendor wrote one for each of its deals.
    'vendor:' || vendor_id || ':' || kind || ':' || effective_on as vendor_cause,
    kind = 'PRICE' and row_number() over (partition by deal_id, kind order by verified_at desc, id) = 1 as has_price
  from change_logs
  where deal_id in (select id from offers) and status = 'APPROVED' and told_at is null and not is_silent`

/** A new price is part of the verified change that it has. Followers of the vendor read what has a \`vendor_cause\`. */
const NEWS = sql`
  select offers.*, 'new_offer' as kind, 'new:' || id as cause, 'new:' || id as vendor_cause, priced as data,
    null::jsonb as price, null::uuid as reporter, false as affects_owners
  from offers where not was_public and announced_at is null and is_open_or_upcoming
  union all
  select offers.*, 'price', 'price:' || id || ':' || ${NOW}, null, named || new_price, new_price, null, false
  from offers where new_price is not null and not exists (
    select from verified where verified.deal_id = offers.id and has_price)
  union all
  select offers.*, 'ending', 'ending:' || id || ':' || end_date, null, priced || jsonb_build_object('end_date', end_date),
    null, null, false
  from offers
  where was_public and not is_over and start_date <= ${TODAY} and end_date between ${TODAY} and ${TODAY} + 3
  union all
  select offers.*, 'ended', 'ended:' || id || ':' || case when status = 'EXPIRED' then ${NOW}::text else end_date::text end,
    null, priced, null, null, false
  from offers where was_public and is_over and not was_over
  union all
  select offers.*, 'reopened', 'reopened:' || id || ':' || ${NOW}, null, priced, null, null, false
  from offers where was_public and was_over and not is_over
  union all
  select offers.*, 'change', 'change:' || verified.id, coalesce(verified.vendor_cause, 'change:' || verified.id),
    named || jsonb_build_object('change', verified.id, 'kind', verified.kind, 'title', verified.title,
      'verified_on', verified_on) || case when has_price and new_price is not null
      then jsonb_build_object('price', new_price) else '{}' end,
    case when has_price then new_price end, verified.reporter, verified.affects_owners = 'YES'
  from offers join verified on verified.deal_id = offers.id`

/*
 * Members with the reason why they are told. Of the reasons for a cause, the one with the lowest place is stored. Those from
 * VENDOR_PLACE on are left out where a nearer one is about the same.
 */
const VENDOR_PLACE = sql.lit(4)
const SHARED = sql`user_id, kind, cause, coalesce(vendor_cause, cause) as about, news.id as deal_id, data`

const OWNERS = sql`
  select ${SHARED}, 1 as place, jsonb_build_object('for', 'purchase', 'bought_on', bought_on) as reason,
    null::numeric as target
  from news join purchases on purchases.deal_id = news.id
  where affects_owners and refunded_on is null and user_id is distinct from reporter`

/**
 * A bookmark follows all offers of its product; of another offer only a lower price is news. With a price alert, which is
 * in the currency of the bookmarked deal, only prices at or below it count; without ticked price changes, only the first such
 * price. A new offer is no news to members who have bookmarked it already.
 */
const BOOKMARKERS = sql`
  select ${SHARED}, case when is_own then 2 else 3 end, jsonb_build_object('for', case when is_own then 'deal' else 'product' end),
    case when is_reached then target_price end
  from news
    join deals as offer on offer.product_id = news.product_id
    join bookmarks on bookmarks.deal_id = offer.id
    cross join lateral (
      select offer.id = news.id as is_own, (news.price ->> 'was')::numeric as was,
        (kind = 'new_offer' or price is not null) and news.deal_price_period = 'ONCE' and offer.currency = news.currency
          and coalesce(target_price >= news.deal_price, false) as is_reached) as alert
    cross join lateral (
      select price is not null and (tells_price and target_price is null and (is_own or news.deal_price < was)
        or is_reached and (tells_price or was is null or target_price < was)) as wants_price) as wish
  where user_id is distinct from reporter and case kind
    when 'new_offer' then (tells_reopened or is_reached) and not exists (
      select from bookmarks as own where own.user_id = bookmarks.user_id and own.deal_id = news.id)
    when 'price' then wants_price
    when 'change' then tells_changes and (is_own or cause = vendor_cause) or wants_price
    when 'ending' then tells_ending
    when 'ended' then tells_ended
    else tells_reopened end`

const VENDOR_FOLLOWERS = sql`
  select user_id, kind, vendor_cause, vendor_cause, news.id, data, ${VENDOR_PLACE},
    jsonb_build_object('for', 'vendor', 'name', vendors.name), null
  from news join follows using (vendor_id) join vendors on vendors.id = vendor_id
  where vendor_cause is not null and user_id is distinct from reporter`

/** The category itself before those that hold it. */
const CATEGORY_FOLLOWERS = sql`
  select ${SHARED}, ${VENDOR_PLACE} + 1 + cardinality(news.category_path) - array_position(news.category_path, follows.category_id),
    jsonb_build_object('for', 'category', 'name', categories.name), null
  from news
    join follows on follows.category_id = any(news.category_path)
    join categories on categories.id = follows.category_id
  where kind = 'new_offer'`
