import { type Kysely, sql } from 'kysely'

/** The functions that change deals and verified changes write their events, see deal-events.server.ts and change-events.server.ts. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_note_new_offers on deals;
    drop trigger deals_note_events on deals;
    drop trigger change_logs_note_verified on change_logs;
    drop trigger change_logs_note_decisions on change_logs;
    drop trigger deal_events_are_told_soon on deal_events;
    drop trigger deal_events_are_told_again_soon on deal_events;
    drop function note_deal_events();
    drop function note_verified_change();
    drop function tell_followers_soon();
    drop function note_publication(uuid, uuid, uuid, uuid[]);
    drop function note_price(uuid, numeric, text, numeric, text);
    drop function note_end(uuid, boolean);
    drop function note_dates(date);
    drop function has_followers(uuid);
    comment on table deal_events is
      'What happened to published deals with followers, written in the transaction of its cause. A job notifies the followers.';
  `.execute(db)
}
