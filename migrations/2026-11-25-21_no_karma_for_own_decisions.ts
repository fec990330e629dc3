import { type Kysely, sql } from 'kysely'

/** Members earn no karma for a contribution that they decided on themselves. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table availability_reports add column moderated_by uuid references profiles (id) on delete set null;
    create index availability_reports_by_moderator on availability_reports (moderated_by) where moderated_by is not null;

    create or replace function award_karma() returns trigger language plpgsql as $$
    declare
      author uuid := to_jsonb(new) ->> tg_argv[0];
      origin karma_source := tg_argv[1];
      earned int := 0;
      due int := case
        when new.status = 'APPROVED' and new.moderated_by is distinct from author then tg_argv[2]::int else 0 end;
    begin
      if author is null then return null; end if;
      if tg_op = 'UPDATE' then
        if old.status = new.status then return null; end if;
        select coalesce(sum(amount), 0) into earned from karma_events
        where source = origin and source_id = new.id and user_id = author;
      end if;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount) values (author, origin, new.id, due - earned);
      end if;
      return null;
    end $$;
    comment on function award_karma is
      'Adds the karma event that an approval by someone else, or its end, calls for. Arguments: the column of the author, the source and the amount.';

    create or replace function award_suggestion_karma(suggestion deal_suggestions) returns void language plpgsql as $$
    declare
      earned int;
      due int;
    begin
      if suggestion.user_id is null then return; end if;
      select coalesce(sum(amount), 0) into earned from karma_events
      where source = 'SUGGESTION' and source_id = suggestion.id and user_id = suggestion.user_id;
      due := case
        when suggestion.status <> 'APPROVED' or suggestion.moderated_by = suggestion.user_id then 0
        when exists (select from deals where id = suggestion.deal_id and published) then 3
        else earned end;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount)
        values (suggestion.user_id, 'SUGGESTION', suggestion.id, due - earned);
      end if;
    end $$;
    comment on function award_suggestion_karma is
      'A suggestion that someone else approved earns its member 3 karma when its deal is published, until the approval is revoked. What is unpublished or deleted later stays earned.'
  `.execute(db)
}
