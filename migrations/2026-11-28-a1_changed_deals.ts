import { type Kysely, sql } from 'kysely'

/**
 * A changed deal waits as one row with its former state, instead of as events that were counted down by three jobs. What
 * waits now is carried over.
 */
export async function up(db: Kysely<unknown>) {
  await createChangedDeals(db)
  await fillTimes(db)
  await carryEventsOver(db)
  await dropEvents(db)
  await linkQuestions(db)
  await removeJobs(db)
}

async function createChangedDeals(db: Kysely<unknown>) {
  await db.schema
    .createTable('changed_deals')
    .addColumn('deal_id', 'uuid', (col) => col.primaryKey().references('deals.id').onDelete('cascade'))
    .addColumn('before', 'jsonb')
    .addColumn('changed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('is_told', 'boolean', (col) => col.notNull().defaultTo(false))
    .execute()
  await sql`
    comment on table changed_deals is
      'Deals that changed, until followers were notified and saved searches were matched. A later change continues the row.';
    comment on column changed_deals.before is
      'offer_state before the first change that no one was notified of; null for a new deal.';
    comment on column changed_deals.is_told is 'Followers were notified, and saved searches are still to be matched.';
    create index changed_deals_to_tell on changed_deals (changed_at) where not is_told;

    create function offer_state(deal deals) returns jsonb stable language sql as $$
      select jsonb_build_object(
        'published', deal.published,
        'price', case when deal.deal_price_period = 'ONCE' then deal.deal_price end,
        'currency', deal.currency,
        'is_over', deal.status = 'EXPIRED' or coalesce(deal.end_date < (now() at time zone 'UTC')::date, false),
        'offer', md5(row(deal.status, deal.start_date, deal.end_date, deal.original_price, deal.regular_price_period,
          deal.deal_price, deal.deal_price_period, deal.discount_percent, deal.currency, deal.coupon_code,
          deal.coupon_note, deal.lifetime_means, deal.refund_days, deal.refund_from, deal.redeem_days, deal.stackable,
          deal.max_codes, deal.transferable, deal.future_versions, deal.shutdown_notice, (
            select array_agg((name, price, codes) order by position) from deal_plans where deal_id = deal.id))::text))
    $$;
    comment on function offer_state is
      'What members are notified of when it changes: followers of the price that is paid once and the end, savers of searches of the offer.';

    create function new_price(before jsonb, after jsonb) returns jsonb immutable language sql as $$
      select jsonb_build_object('price', after ->> 'price', 'currency', after ->> 'currency',
        'was', case when before -> 'currency' = after -> 'currency' then before ->> 'price' end)
      where after ->> 'price' is not null
        and (before -> 'price', before -> 'currency') is distinct from (after -> 'price', after -> 'currency')
    $$;
    comment on function new_price is
      'The other price of the second offer_state, and what it was in the same currency; null if the price is the same.'
  `.execute(db)
}

/** Notifications are written once for each verified change and each new offer. Most of them were, so they are not written again. */
async function fillTimes(db: Kysely<unknown>) {
  await sql`
    alter table change_logs add column told_at timestamptz;
    comment on column change_logs.told_at is
      'When followers and owners were notified of the verified change, or would have been. Null again when it is withdrawn.';
    alter table deals add column announced_at timestamptz;
    comment on column deals.announced_at is
      'When the deal was first public and followers were notified of a new offer, or would have been.';

    alter table change_logs disable trigger user;
    update change_logs set told_at = verified_at where verified_at is not null and not exists (
      select from deal_events where kind = 'CHANGE' and cause = change_logs.id::text
        and done_at is null and withdrawn_at is null);
    alter table change_logs enable trigger user;

    alter table deals disable trigger user;
    update deals set announced_at = coalesce(event.created_at, deals.created_at)
      from deals as deal left join deal_events as event on event.kind = 'PUBLISHED' and event.cause = deal.id::text
      where deal.id = deals.id and (event.id is not null or deals.published)
        and not (event.id is not null and event.done_at is null);
    alter table deals enable trigger user;
    create index changes_to_tell on change_logs (deal_id) where told_at is null and status = 'APPROVED' and not is_silent
  `.execute(db)
}

/**
 * Notifications get the cause that a repeated one would have, so that an interrupted event goes on without notifying
 * anyone twice. A price, an end or a reopening has no such cause, so an interrupted one ends here.
 */
async function carryEventsOver(db: Kysely<unknown>) {
  await sql`
    delete from notifications using deal_events as event
      where event.id = event_id and event.withdrawn_at is not null and event.done_at is null;
    update notifications set cause = case event.kind when 'PUBLISHED' then 'new' else lower(event.kind::text) end || ':' || event.cause
      from deal_events as event where event.id = event_id and notifications.cause = 'event:' || event.id;

    insert into changed_deals (deal_id, before, changed_at)
    select deals.id, case when waiting.is_new then null else offer_state(deals) || waiting.former end, waiting.since
    from deals join (
      select deal_id, min(since) as since, bool_or(kind = 'PUBLISHED') as is_new,
        coalesce(jsonb_object_agg(key, value) filter (where key is not null), '{}') as former
      from (
        select deal_id, created_at as since, kind::text, former.key, former.value
        from deal_events left join lateral (
          select 'price' as key, data -> 'was' as value where data ? 'price'
          union all select 'is_over', to_jsonb(kind = 'REOPENED') where kind in ('ENDED', 'REOPENED')) as former on true
        where done_at is null and withdrawn_at is null
          and (started_at is null or kind not in ('PRICE', 'ENDED', 'REOPENED'))
        union all
        select deal_id, changed_at, '', 'offer', 'null' from deals_to_match
      ) as noted
      group by deal_id
    ) as waiting on waiting.deal_id = deals.id
  `.execute(db)
}

async function dropEvents(db: Kysely<unknown>) {
  await sql`
    alter table notifications drop column event_id;
    drop table deal_events;
    drop type deal_event_kind;
    drop table deals_to_match
  `.execute(db)
}

/** Mails of questions are planned from their notifications. */
async function linkQuestions(db: Kysely<unknown>) {
  await sql`
    update notifications set mail_id = mails.id from mails
      where mails.kind = 'still-using' and mails.user_id = notifications.user_id and mails.cause = notifications.cause
        and mail_id is null;
    update mails set data = '{}' where kind = 'still-using'
  `.execute(db)
}

async function removeJobs(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      perform graphile_worker.complete_jobs(array(
        select jobs.id from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
        where tasks.identifier in ('notify_followers', 'match_searches')));
    end $$
  `.execute(db)
}
