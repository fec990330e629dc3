import { type Kysely, sql } from 'kysely'

const AWARDS = [
  { table: 'reviews', author: 'user_id', source: 'REVIEW', amount: 3 },
  { table: 'change_logs', author: 'reported_by_user_id', source: 'CHANGE_LOG', amount: 5 },
  { table: 'comments', author: 'user_id', source: 'COMMENT', amount: 1 },
]

/**
 * Karma follows the approval, whoever gives or revokes it: a decision, a reopening or the author's own edit. What is
 * deleted together with its deal stays earned.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create type karma_source as enum ('REVIEW', 'CHANGE_LOG', 'COMMENT');
    create table karma_events (
      id bigint primary key generated always as identity,
      user_id uuid not null references profiles (id) on delete cascade,
      source karma_source not null,
      source_id uuid not null,
      amount int2 not null check (amount <> 0),
      created_at timestamptz not null default now()
    );
    comment on table karma_events is 'Ledger of karma: rows are only added, with a negative amount when karma is revoked.';
    comment on column karma_events.source_id is
      'The id of the review, change report or comment, which may be deleted meanwhile.';
    create index karma_events_by_user on karma_events (user_id, id);
    create index karma_events_by_source on karma_events (source, source_id);

    create function add_karma_to_profile() returns trigger language plpgsql as $$
    begin
      update profiles set karma = karma + new.amount where id = new.user_id;
      return null;
    end $$;
    comment on function add_karma_to_profile is 'Adds the amount to the karma of the profile.';
    create trigger karma_events_update_profile after insert on karma_events
      for each row execute function add_karma_to_profile();
    comment on trigger karma_events_update_profile on karma_events is 'The profile shows the sum of its karma.';

    create function award_karma() returns trigger language plpgsql as $$
    declare
      author uuid := to_jsonb(new) ->> tg_argv[0];
      origin karma_source := tg_argv[1];
      earned int := 0;
      due int := case when new.status = 'APPROVED' then tg_argv[2]::int else 0 end;
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
      'Adds the karma event that an approval, or its end, calls for. Arguments: the column of the author, the source and the amount.'
  `.execute(db)

  for (const { table, author, source, amount } of AWARDS) {
    await sql
      .raw(`
        create trigger ${table}_award_karma after insert or update of status on ${table}
          for each row execute function award_karma('${author}', '${source}', '${amount}');
        comment on trigger ${table}_award_karma on ${table} is
          'An approved one earns its author ${amount} karma, until the approval is revoked.'`)
      .execute(db)
  }
}
