import { type Kysely, sql } from 'kysely'

const CONTRIBUTIONS = ['reviews', 'follow_ups', 'change_logs', 'comments']

const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/** An announcement says only that something public changed: every change makes every cached page old. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_announce_updates on deals;
    drop function announce_update_of_published_deals;
    create or replace function announce_change_of_approved_content() returns trigger language plpgsql as $$
    declare is_public boolean := false;
    begin
      if tg_op <> 'INSERT' then is_public := exists (select from old_rows where status = 'APPROVED'); end if;
      if tg_op <> 'DELETE' then is_public := is_public or exists (select from new_rows where status = 'APPROVED'); end if;
      if is_public then notify content_changed; end if;
      return null;
    end $$;
    comment on function announce_change_of_approved_content is
      'Announces the change when one of the rows is or was approved.';
    drop function announce_contributions;
  `.execute(db)
  await announce(db, 'deals', 'update', 'announce_change_of_published_deals')
  for (const table of CONTRIBUTIONS) {
    for (const event of ['insert', 'update', 'delete'] as const) {
      await sql.raw(`drop trigger ${table}_announce_${event}s on ${table}`).execute(db)
      await announce(db, table, event, 'announce_change_of_approved_content')
    }
  }
}

async function announce(db: Kysely<unknown>, table: string, event: keyof typeof TRANSITION_TABLES, by: string) {
  const name = `${table}_announce_${event}s`
  await sql
    .raw(`
      create trigger ${name} after ${event} on ${table} referencing ${TRANSITION_TABLES[event]}
        for each statement execute function ${by}();
      comment on trigger ${name} on ${table} is 'Changes that visitors see are announced to the page caches.'`)
    .execute(db)
}
