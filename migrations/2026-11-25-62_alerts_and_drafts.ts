import { type Kysely, sql } from 'kysely'

/**
 * One trigger queues the alerts of every kind. The moderation of suggestions takes the draft from one that waits again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger ended_reports_wait_in_queue on deal_alerts;
    drop trigger ended_reports_leave_queue on deal_alerts;
    drop trigger reopened_reports_wait_in_queue on deal_alerts;
    drop trigger reopened_reports_leave_queue on deal_alerts;
    drop trigger broken_links_wait_in_queue on deal_alerts;
    drop trigger broken_links_leave_queue on deal_alerts;
    drop trigger page_differences_wait_in_queue on deal_alerts;
    drop trigger page_differences_leave_queue on deal_alerts;
    create function sync_alert_item() returns trigger language plpgsql as $$
    declare
      alert deal_alerts := case tg_op when 'DELETE' then old else new end;
      queued text := case alert.kind
        when 'BROKEN_LINK' then 'broken_link' when 'PAGE_DIFFERENCE' then 'page_difference' else 'ended_report' end;
    begin
      if tg_op <> 'DELETE' and alert.status = 'PENDING' then
        insert into queue_items (kind, subject_id, deal_id, rank, waiting_since)
        values (queued, alert.id, alert.deal_id, case queued when 'ended_report' then 2 else 7 end,
          case when tg_op = 'INSERT' then alert.created_at else now() end)
        on conflict (kind, subject_id) do update set rank = excluded.rank;
      else
        delete from queue_items where kind = queued and subject_id = alert.id;
      end if;
      return null;
    end $$;
    comment on function sync_alert_item is 'Queues an alert while it is pending. Reports of an end come before the others.';
    create trigger deal_alerts_wait_in_queue after insert or delete or update of status on deal_alerts
      for each row execute function sync_alert_item();
    comment on trigger deal_alerts_wait_in_queue on deal_alerts is 'A pending one waits in the queue of the staff.';

    drop trigger deal_suggestions_leave_draft on deal_suggestions;
    drop function leave_drafted_deal();
  `.execute(db)
}
