import { type Kysely, sql } from 'kysely'

/**
 * Members follow deals, products, vendors and categories, and save searches. What happens to a deal is written as an event
 * in the transaction of its cause; a job tells the followers afterwards, so that a change of a deal that many people
 * follow is saved as fast as any other.
 */
export async function up(db: Kysely<unknown>) {
  await addChoices(db)
  await createFollows(db)
  await createSavedSearches(db)
  await createPrivateAddresses(db)
  await createEvents(db)
  await noteChangesOfDeals(db)
  await noteVerifiedChanges(db)
  await noteDates(db)
  await createMails(db)
}

async function addChoices(db: Kysely<unknown>) {
  await sql`
    create type mail_rhythm as enum ('AT_ONCE', 'WEEKLY', 'NEVER');
    alter table profiles
      add column mail_rhythm mail_rhythm not null default 'WEEKLY',
      add column mail_refusals int2 not null default 0 check (mail_refusals >= 0),
      add column mail_off_since timestamptz;
    comment on column profiles.mail_rhythm is
      'How often the member gets mail about what they follow. Mails about the account itself are always sent.';
    comment on column profiles.mail_refusals is 'Permanent refusals by the mail server since the last mail that arrived.';
    comment on column profiles.mail_off_since is
      'When the mails stopped after too many refusals; null while they are sent. The member can turn them on again.';

    alter table bookmarks
      add column tells_price boolean not null default true,
      add column tells_changes boolean not null default true,
      add column tells_ending boolean not null default true,
      add column tells_ended boolean not null default true,
      add column tells_reopened boolean not null default true,
      add column target_price numeric(12, 2) check (target_price between 0 and 9999999.99);
    comment on table bookmarks is 'Saved deals of members. A saved deal is followed unless everything is switched off.';
    comment on column bookmarks.tells_changes is 'Verified changes.';
    comment on column bookmarks.tells_ending is 'Three days before the end.';
    comment on column bookmarks.target_price is
      'In the currency of the deal. The member is told when the price is at or below it, whatever tells_price says.';
    create index bookmarks_by_deal_and_user on bookmarks (deal_id, user_id);
    drop index bookmarks_by_deal;
    create index purchases_by_deal_and_user on purchases (deal_id, user_id);
    drop index purchases_by_deal;

    alter table change_logs add column is_silent boolean not null default false;
    comment on column change_logs.is_silent is 'A correction of an old entry: it is written, and nobody is told.'
  `.execute(db)
}

async function createFollows(db: Kysely<unknown>) {
  await sql`
    create table follows (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      product_id uuid references products (id) on delete cascade,
      vendor_id uuid references vendors (id) on delete cascade,
      category_id uuid references categories (id) on delete cascade,
      created_at timestamptz not null default now(),
      constraint one_thing_is_followed check (num_nonnulls(product_id, vendor_id, category_id) = 1)
    );
    comment on table follows is
      'Products, vendors and categories that members follow: new offers of each, and verified changes of a vendor.';
    create unique index follows_by_product on follows (product_id, user_id) where product_id is not null;
    create unique index follows_by_vendor on follows (vendor_id, user_id) where vendor_id is not null;
    create unique index follows_by_category on follows (category_id, user_id) where category_id is not null;
    create index follows_by_user on follows (user_id, created_at desc)
  `.execute(db)
}

async function createSavedSearches(db: Kysely<unknown>) {
  await sql`
    create table saved_searches (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      name text not null check (char_length(name) between 1 and 60),
      query text not null check (char_length(query) between 1 and 2000),
      looked_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    comment on table saved_searches is 'Searches of /deals that members saved under a name.';
    comment on column saved_searches.query is 'The query string of /deals in its canonical form, without page and view.';
    comment on column saved_searches.looked_at is 'Deals that were added later are counted as new.';
    create unique index one_saved_search_per_name on saved_searches (user_id, lower(name));
    create unique index one_saved_search_per_query on saved_searches (user_id, md5(query))
  `.execute(db)
}

async function createPrivateAddresses(db: Kysely<unknown>) {
  await sql`
    create table private_addresses (
      user_id uuid primary key references profiles (id) on delete cascade,
      token text not null unique check (char_length(token) >= 32),
      renewed_at timestamptz not null default now()
    );
    comment on table private_addresses is
      'The secret part of the addresses of a member''s calendar and feed. Whoever has it can read both, until it is renewed.'
  `.execute(db)
}

async function createEvents(db: Kysely<unknown>) {
  await sql`
    create type deal_event_kind as enum ('PRICE', 'CHANGE', 'ENDING', 'ENDED', 'REOPENED', 'PUBLISHED');
    create table deal_events (
      id bigint generated always as identity primary key,
      deal_id uuid not null references deals (id) on delete cascade,
      kind deal_event_kind not null,
      cause text not null check (char_length(cause) between 1 and 200),
      data jsonb not null default '{}',
      created_at timestamptz not null default now(),
      started_at timestamptz,
      audience int2 not null default 0,
      told_to uuid,
      withdrawn_at timestamptz,
      done_at timestamptz,
      constraint one_event_per_cause unique (kind, cause)
    );
    comment on table deal_events is
      'What happened to published deals that somebody follows, written by triggers in the transaction of its cause. A job tells the followers.';
    comment on column deal_events.cause is 'What it tells of, such as the id of a change; no cause is told of twice.';
    comment on column deal_events.started_at is 'When the first followers were told. Until then a reversal leaves no trace.';
    comment on column deal_events.audience is 'Which of the groups of followers is being told, see tell-followers.server.ts.';
    comment on column deal_events.told_to is 'The member of that group up to whom all were told, in the order of their ids.';
    comment on column deal_events.withdrawn_at is 'When the decision behind it was undone: its notifications are deleted.';
    comment on column deal_events.done_at is 'When everybody was told, or every notification deleted.';
    create index deal_events_by_deal on deal_events (deal_id, kind);
    create index deal_events_to_tell on deal_events (id) where done_at is null;
    create index deal_events_by_date on deal_events (created_at);

    alter table notifications add column event_id bigint references deal_events (id) on delete set null;
    comment on column notifications.event_id is 'The event of a followed deal, for notifications of that kind.';
    create index notifications_by_event on notifications (event_id) where event_id is not null;

    create function tell_followers_soon() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('tell_followers', queue_name => 'tell_followers',
        run_at => now() + interval '20 seconds');
      return null;
    end $$;
    comment on function tell_followers_soon is
      'Adds the job that tells followers. It waits a moment, so that a slip that is undone at once tells nobody.';
    create trigger deal_events_are_told_soon after insert on deal_events
      for each row execute function tell_followers_soon();
    create trigger deal_events_are_withdrawn_soon after update of withdrawn_at on deal_events
      for each row when (new.withdrawn_at is distinct from old.withdrawn_at) execute function tell_followers_soon();
    comment on trigger deal_events_are_told_soon on deal_events is 'Followers are told of it.';
    comment on trigger deal_events_are_withdrawn_soon on deal_events is 'The notifications about it are deleted.';

    create function has_followers(deal uuid) returns boolean language plpgsql stable as $$
    begin
      return exists (select from bookmarks where deal_id = deal);
    end $$;
    comment on function has_followers is 'Whether anybody has saved the deal.'
  `.execute(db)
}

async function noteChangesOfDeals(db: Kysely<unknown>) {
  await sql`
    create function note_price(deal uuid, was numeric, was_currency text, price numeric, currency text)
      returns void language plpgsql as $$
    declare pending deal_events;
    begin
      if price is null or not has_followers(deal) then return; end if;
      select * into pending from deal_events
        where deal_id = deal and kind = 'PRICE' and started_at is null and done_at is null for update;
      if not found then
        insert into deal_events (deal_id, kind, cause, data) values (deal, 'PRICE', gen_random_uuid(), jsonb_build_object(
          'price', price, 'currency', currency, 'was', case when was_currency = currency then was end));
      elsif (pending.data ->> 'was')::numeric = price and pending.data ->> 'currency' = currency then
        delete from deal_events where id = pending.id;
      else
        update deal_events set data = data || jsonb_build_object('price', price, 'currency', currency)
          || case when pending.data ->> 'currency' = currency then '{}'::jsonb else '{"was": null}'::jsonb end
        where id = pending.id;
      end if;
    end $$;
    comment on function note_price is
      'Notes another price of a deal. What nobody was told of yet is replaced, or forgotten when the former price is back.';

    create function note_end(deal uuid, is_over boolean) returns void language plpgsql as $$
    declare reversed deal_event_kind := case when is_over then 'REOPENED' else 'ENDED' end;
    begin
      delete from deal_events
        where deal_id = deal and kind = reversed and started_at is null and done_at is null;
      if not found and has_followers(deal) then
        insert into deal_events (deal_id, kind, cause)
        values (deal, case when is_over then 'ENDED'::deal_event_kind else 'REOPENED' end, gen_random_uuid());
      end if;
    end $$;
    comment on function note_end is
      'Notes that a deal ended or is open again. Each cancels the other while nobody was told of it.';

    create function note_publication(deal uuid, product uuid, vendor uuid, categories uuid[])
      returns void language plpgsql as $$
    begin
      if exists (select from follows where product_id = product)
        or exists (select from follows where vendor_id = vendor)
        or exists (select from follows where category_id = any(categories))
      then
        insert into deal_events (deal_id, kind, cause) values (deal, 'PUBLISHED', deal) on conflict do nothing;
      end if;
    end $$;
    comment on function note_publication is
      'Notes a new offer whose product, vendor or category somebody follows, once in its life.';

    create function note_deal_events() returns trigger language plpgsql set enable_nestloop = off as $$
    declare
      today date := (now() at time zone 'UTC')::date;
      deal record;
    begin
      if tg_op = 'INSERT' then
        if exists (select from follows) then
          perform note_publication(id, product_id, vendor_id, category_path) from new_rows
          where published and shown_status(status, start_date, end_date, today) <> 'EXPIRED';
        end if;
        return null;
      end if;
      for deal in
        select new_rows.id, new_rows.product_id, new_rows.vendor_id, new_rows.category_path, old_rows.published as was_published,
          old_rows.deal_price as was, old_rows.currency as was_currency, new_rows.deal_price, new_rows.currency,
          shown_status(old_rows.status, old_rows.start_date, old_rows.end_date, today) = 'EXPIRED' as was_over,
          shown_status(new_rows.status, new_rows.start_date, new_rows.end_date, today) = 'EXPIRED' as is_over
        from new_rows join old_rows on old_rows.id = new_rows.id
        where new_rows.published
          and (new_rows.published, new_rows.deal_price, new_rows.currency, new_rows.status, new_rows.start_date, new_rows.end_date)
            is distinct from (old_rows.published, old_rows.deal_price, old_rows.currency, old_rows.status, old_rows.start_date, old_rows.end_date)
      loop
        if not deal.was_published then
          if not deal.is_over then
            perform note_publication(deal.id, deal.product_id, deal.vendor_id, deal.category_path);
          end if;
          continue;
        end if;
        if (deal.was, deal.was_currency) is distinct from (deal.deal_price, deal.currency) then
          perform note_price(deal.id, deal.was, deal.was_currency, deal.deal_price, deal.currency);
        end if;
        if deal.was_over <> deal.is_over then perform note_end(deal.id, deal.is_over); end if;
      end loop;
      return null;
    end $$;
    comment on function note_deal_events is
      'Notes what a statement changed for the followers of published deals: new offers, prices, ends and reopenings.';

    create trigger deals_note_new_offers after insert on deals
      referencing new table as new_rows for each statement execute function note_deal_events();
    comment on trigger deals_note_new_offers on deals is 'Members who follow its product, vendor or category are told.';
    create trigger deals_note_events after update on deals
      referencing old table as old_rows new table as new_rows
      for each statement execute function note_deal_events();
    comment on trigger deals_note_events on deals is 'Members who follow a deal are told what changed.'
  `.execute(db)
}

async function noteVerifiedChanges(db: Kysely<unknown>) {
  await sql`
    create function note_verified_change() returns trigger language plpgsql as $$
    begin
      if new.status <> 'APPROVED' then
        update deal_events set withdrawn_at = now(), done_at = null
          where kind = 'CHANGE' and cause = new.id::text and withdrawn_at is null;
      elsif not new.is_silent and exists (
        select from deals where id = new.deal_id and published and (
          has_followers(id) or exists (select from follows where vendor_id = deals.vendor_id)
          or (new.affects_owners = 'YES' and exists (select from purchases where deal_id = new.deal_id))))
      then
        insert into deal_events (deal_id, kind, cause) values (new.deal_id, 'CHANGE', new.id)
        on conflict on constraint one_event_per_cause do update
          set withdrawn_at = null, started_at = null, done_at = null, audience = 0, told_to = null, created_at = now();
      end if;
      return null;
    end $$;
    comment on function note_verified_change is 'Notes a verified change, and withdraws it when the decision is undone.';
    create trigger change_logs_note_verified after insert on change_logs
      for each row when (new.status = 'APPROVED') execute function note_verified_change();
    create trigger change_logs_note_decisions after update of status on change_logs
      for each row when (old.status is distinct from new.status and 'APPROVED' in (old.status, new.status))
      execute function note_verified_change();
    comment on trigger change_logs_note_verified on change_logs is 'Followers and owners are told of a verified change.';
    comment on trigger change_logs_note_decisions on change_logs is
      'Followers and owners are told of a verified change, unless its approval is undone.'
  `.execute(db)
}

async function noteDates(db: Kysely<unknown>) {
  await sql`
    create function note_dates(today date) returns void language plpgsql as $$
    begin
      insert into deal_events (deal_id, kind, cause, data)
      select id, 'ENDING', id || ':' || end_date, jsonb_build_object('end_date', end_date) from deals
      where published and status <> 'EXPIRED' and start_date <= today and end_date between today and today + 3
        and has_followers(id)
      order by id on conflict do nothing;
      insert into deal_events (deal_id, kind, cause)
      select id, 'ENDED', id || ':' || end_date from deals
      where published and status <> 'EXPIRED' and end_date between today - 7 and today - 1 and has_followers(id)
        and not exists (select from deal_events where deal_id = deals.id and kind = 'ENDED'
          and created_at >= (deals.end_date + 1)::timestamp at time zone 'UTC')
      order by id on conflict do nothing;
    end $$;
    comment on function note_dates is
      'Notes which followed deals end within three days, and which ended by their date in the last week.'
  `.execute(db)
}

async function createMails(db: Kysely<unknown>) {
  await sql`
    create type mail_kind as enum ('DIGEST', 'ALERT', 'REMINDER');
    create type mail_status as enum ('WAITING', 'SENT', 'FAILED', 'DROPPED');
    create table mails (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      kind mail_kind not null,
      cause text not null check (char_length(cause) between 1 and 200),
      status mail_status not null default 'WAITING',
      send_after timestamptz not null default now(),
      failures int2 not null default 0,
      may_have_arrived boolean not null default false,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint one_mail_per_person_and_cause unique (user_id, cause)
    );
    comment on table mails is
      'Mails about notifications, planned in batches and sent one by one. What they say is read from the notifications when they are sent.';
    comment on column mails.id is 'Also the Message-ID, so that mail programs recognize a second copy after a crash.';
    comment on column mails.cause is 'Such as "digest:2026-11-23"; nobody gets two mails about one cause.';
    comment on column mails.status is 'DROPPED: the member chose never, or there was nothing left to tell.';
    comment on column mails.may_have_arrived is 'An attempt ended with an unknown outcome; only one more follows.';
    comment on column mails.finished_at is 'When it was sent, or given up.';
    create index mails_to_send on mails (send_after, id) where status = 'WAITING';
    create index mails_by_date on mails (created_at);

    alter table notifications add column mail_id uuid references mails (id) on delete set null;
    comment on column notifications.mail_id is 'The mail that tells of it; null if none does.';
    create index notifications_by_mail on notifications (mail_id) where mail_id is not null
  `.execute(db)
}
