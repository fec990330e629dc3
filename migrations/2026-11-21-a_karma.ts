import { type Kysely, sql } from 'kysely'

const EARNINGS = [
  { table: 'reviews', author: 'user_id', source: 'REVIEW', amount: 3 },
  { table: 'change_logs', author: 'reported_by_user_id', source: 'CHANGE_LOG', amount: 5 },
  { table: 'comments', author: 'user_id', source: 'COMMENT', amount: 1 },
]

/**
 * Karma follows the approval, whoever gives it or takes it back: a decision, a reopening or the author's own edit. What
 * is deleted together with its deal stays earned.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function credit_karma() returns trigger language plpgsql as $$
    declare
      author uuid := to_jsonb(new) ->> tg_argv[0];
      origin karma_source := tg_argv[1];
      earned int := 0;
      due int := case when new.status = 'APPROVED' then tg_argv[2]::int else 0 end;
    begin
      if author is null then return null; end if;
      if tg_op = 'UPDATE' then
        select coalesce(sum(amount), 0) into earned from karma_events
        where source = origin and source_id = new.id and user_id = author;
      end if;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount) values (author, origin, new.id, due - earned);
      end if;
      return null;
    end $$`.execute(db)
  for (const { table, author, source, amount } of EARNINGS) {
    const given = sql.raw(`'${author}', '${source}', '${amount}'`)
    const name = sql.raw(`${table}_earn_karma`)
    await sql`
      create trigger ${sql.raw(`${table}_earn_karma_at_once`)} after insert on ${sql.table(table)}
      for each row when (new.status = 'APPROVED') execute function credit_karma(${given})`.execute(db)
    await sql`
      create trigger ${name} after update of status on ${sql.table(table)}
      for each row when (old.status <> new.status) execute function credit_karma(${given})`.execute(db)
  }
}

export async function down(db: Kysely<unknown>) {
  for (const { table } of EARNINGS) {
    await sql`drop trigger ${sql.raw(`${table}_earn_karma`)} on ${sql.table(table)}`.execute(db)
    await sql`drop trigger ${sql.raw(`${table}_earn_karma_at_once`)} on ${sql.table(table)}`.execute(db)
  }
  await sql`drop function credit_karma`.execute(db)
}
