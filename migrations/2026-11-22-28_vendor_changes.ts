import { type Kysely, sql } from 'kysely'

/** The status of a vendor writes a verified change on each of its deals, which a correction has to find again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table change_logs add column vendor_id uuid references vendors (id) on delete set null;
    comment on column change_logs.vendor_id is
      'The vendor whose status wrote the entry; null for every other entry. A correction of the status corrects it.';
    create index change_logs_by_vendor on change_logs (vendor_id, kind) where vendor_id is not null
  `.execute(db)
}
