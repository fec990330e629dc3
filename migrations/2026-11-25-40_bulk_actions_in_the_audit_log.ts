import { type Kysely, sql } from 'kysely'

/** A bulk action is an entry of the audit log with the versions that it made, instead of two tables of its own. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table audit_log disable trigger audit_log_rejects_changes;
    update audit_log set
      entity_type = 'deals', entity_id = null,
      detail = (detail - 'deals') || jsonb_build_object('count', bulk_actions.changed_count, 'versions', coalesce((
        select jsonb_object_agg(deal_id, version) from bulk_action_deals
        where action_id = bulk_actions.id and version is not null), '{}'))
    from bulk_actions where entity_type = 'bulk_action' and entity_id = bulk_actions.id::text;
    alter table audit_log enable trigger audit_log_rejects_changes;
    create index audit_log_by_bulk_deal on audit_log using gin ((detail -> 'versions')) where entity_type = 'deals';

    -- The queue has its own migrations, which run after these on a new database.
    do $$ begin
      if to_regclass('graphile_worker._private_jobs') is not null then
        delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
        where tasks.id = jobs.task_id and tasks.identifier = 'change_deals';
      end if;
    end $$;
    drop table bulk_action_deals, bulk_actions;
    drop type bulk_verb, bulk_action_status
  `.execute(db)
}
