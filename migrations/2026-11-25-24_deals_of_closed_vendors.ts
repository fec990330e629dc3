import { type Kysely, sql } from 'kysely'

/**
 * Deals of vendors that shut down are not open. From now on they are set to Expired with the status of the vendor. For
 * existing deals this is old news, so followers are not notified.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deals disable trigger deals_note_events;
    update deals set status = 'EXPIRED', version = deals.version + 1, updated_at = now()
    from vendors where vendors.id = deals.vendor_id and vendors.status = 'SHUT_DOWN' and deals.status <> 'EXPIRED';
    alter table deals enable trigger deals_note_events
  `.execute(db)
}
