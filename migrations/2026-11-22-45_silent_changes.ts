import { type Kysely, sql } from 'kysely'

/**
 * Whether a change affects owners, and whether anybody is told of it, may be decided after its approval. A change that
 * turns out to affect owners is told again: whoever was told before is left out.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function note_verified_change() returns trigger language plpgsql as $$
    begin
      if new.status <> 'APPROVED' or new.is_silent then
        delete from deal_events where kind = 'CHANGE' and cause = new.id::text and started_at is null;
        update deal_events set withdrawn_at = now(), done_at = null
          where kind = 'CHANGE' and cause = new.id::text and withdrawn_at is null and new.status <> 'APPROVED';
      elsif exists (
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
    comment on function note_verified_change is
      'Notes a verified change, and withdraws it when the decision is undone. A silent correction takes nothing back.';

    drop trigger change_logs_note_decisions on change_logs;
    create trigger change_logs_note_decisions after update of status, affects_owners, is_silent on change_logs
      for each row when ('APPROVED' in (old.status, new.status) and (
        old.status is distinct from new.status or old.is_silent is distinct from new.is_silent
        or (old.affects_owners is distinct from new.affects_owners and new.affects_owners = 'YES')))
      execute function note_verified_change();
    comment on trigger change_logs_note_decisions on change_logs is
      'Followers and owners are told of a verified change, unless its approval is undone.';

    -- A change that is told again needs the job again.
    drop trigger deal_events_are_withdrawn_soon on deal_events;
    create trigger deal_events_are_told_again_soon after update of withdrawn_at, done_at on deal_events
      for each row when (new.done_at is null and (new.withdrawn_at, old.done_at) is distinct from (old.withdrawn_at, new.done_at))
      execute function tell_followers_soon();
    comment on trigger deal_events_are_told_again_soon on deal_events is
      'The notifications about it are deleted, or written again.'
  `.execute(db)
}
