import { type Kysely, sql } from 'kysely'

/** Members also report that an ended deal is open again. It waits in the queue as reports of an end do. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deal_alerts drop constraint deal_alerts_kind_check,
      add constraint deal_alerts_kind_check
        check (kind in ('ENDED_REPORTS', 'REOPENED_REPORTS', 'BROKEN_LINK', 'PAGE_DIFFERENCE'));
    comment on column deal_alerts.kind is
      'ENDED_REPORTS: members say that it ended. REOPENED_REPORTS: a member says that it is open again. BROKEN_LINK: its link failed on three days. PAGE_DIFFERENCE: the vendor''s page names another price or currency, or says that it is not available.';
    create trigger reopened_reports_wait_in_queue after insert or update of status on deal_alerts
      for each row when (new.kind = 'REOPENED_REPORTS')
      execute function sync_queue_item('ended_report', 'author_id', '2');
    create trigger reopened_reports_leave_queue after delete on deal_alerts
      for each row when (old.kind = 'REOPENED_REPORTS')
      execute function sync_queue_item('ended_report', 'author_id', '2');
    comment on trigger reopened_reports_wait_in_queue on deal_alerts is
      'An alert waits in the queue of the staff until it is decided.';
    comment on trigger reopened_reports_leave_queue on deal_alerts is
      'An alert waits in the queue of the staff until it is decided.'
  `.execute(db)
}
