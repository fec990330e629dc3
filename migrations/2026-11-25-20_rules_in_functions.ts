import { type Kysely, sql } from 'kysely'

/**
 * Rules that one or two functions cause are in those functions: a new link restarts the link check, and the reports of a
 * review follow its status and its text. Triggers remain for what must hold regardless of the writer.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_restart_link_check on deals;
    drop function restart_link_check();
    drop trigger reviews_renew_alerts on reviews;
    drop function renew_review_alert();
    drop trigger reviews_take_reports_along on reviews
  `.execute(db)
  await notifyReportersOfDeletedReviews(db)
  await refreshCurrentOffers(db)
  await renameJobs(db)
}

async function notifyReportersOfDeletedReviews(db: Kysely<unknown>) {
  await sql`
    drop trigger reviews_notify_reporters on reviews;
    drop function follow_reported_review();
    drop function notify_reporters(uuid, uuid);

    create function notify_reporters() returns trigger language plpgsql as $$
    begin
      insert into notifications (user_id, kind, cause, deal_id, data)
        select reports.user_id, 'report_decided', 'report:' || reports.id, deals.id,
          jsonb_build_object('deal', deals.title, 'isRemoved', true)
        from review_reports reports join deals on deals.id = reports.deal_id
        where review_id = old.id and settled_at is null
        on conflict on constraint one_notification_per_person_and_cause do nothing;
      return old;
    end $$;
    comment on function notify_reporters is 'Notifies readers with an open report of a deleted review that it was removed.';
    create trigger reviews_notify_reporters before delete on reviews for each row execute function notify_reporters();
    comment on trigger reviews_notify_reporters on reviews is 'Readers who reported a deleted review are notified.'
  `.execute(db)
}

/** One trigger instead of three. */
async function refreshCurrentOffers(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_refresh_current_offer on deals;
    drop trigger deals_refresh_current_offer_of_new on deals;
    drop trigger deals_refresh_current_offer_of_rest on deals;

    create or replace function refresh_current_offer() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.published and not new.is_current then perform refresh_current_offers(array[new.product_id]); end if;
      elsif tg_op = 'DELETE' then
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
        if not found and old.is_current then perform refresh_current_offers(array[old.product_id]); end if;
      elsif old.product_id <> new.product_id then
        perform refresh_current_offers(array[old.product_id, new.product_id]);
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
      elsif (old.published, old.status, old.start_date, old.end_date)
          is distinct from (new.published, new.status, new.start_date, new.end_date) then
        perform refresh_current_offers(array[new.product_id]);
      end if;
      return null;
    end $$;
    create trigger deals_refresh_current_offer
      after insert or delete or update of published, status, start_date, end_date, product_id on deals
      for each row execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer on deals is 'These columns decide which offer is current.'
  `.execute(db)
}

/** The job that notifies followers has another name. One that waits under the former name is replaced. */
async function renameJobs(db: Kysely<unknown>) {
  await sql`
    comment on column deal_events.audience is
      'The group of followers that is being notified, see notify-followers.server.ts.';
    alter index deal_events_to_tell rename to deal_events_to_notify;

    do $$
    declare
      former bigint[];
    begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      former := array(select id from graphile_worker.jobs where task_identifier = 'tell_followers');
      if cardinality(former) = 0 then return; end if;
      perform graphile_worker.complete_jobs(former);
      perform graphile_worker.add_job('notify_followers', queue_name => 'notify_followers', job_key => 'notify_followers');
    end $$
  `.execute(db)
}
