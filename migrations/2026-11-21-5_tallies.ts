import { type Kysely, sql } from 'kysely'

/**
 * What a card or a tab counts stands on the deal itself and is kept by triggers,
 * so that no way of writing a review, a change or a comment can forget it.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('deals')
    .addColumn('review_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`review_count >= 0`))
    .addColumn('rating_sum', 'int4', (col) => col.notNull().defaultTo(0).check(sql`rating_sum >= 0`))
    .addColumn('change_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`change_count >= 0`))
    .addColumn('comment_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`comment_count >= 0`))
    .execute()
  await sql`
    alter table deals add column rating_average numeric(3, 2)
    generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored`.execute(db)

  // Differences, not recounts: under READ COMMITTED a recount would miss what a parallel transaction approves.
  await sql`
    create function tally_reviews() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.status = 'APPROVED' then
        update deals set review_count = review_count - 1, rating_sum = rating_sum - old.rating where id = old.deal_id;
      end if;
      if tg_op <> 'DELETE' and new.status = 'APPROVED' then
        update deals set review_count = review_count + 1, rating_sum = rating_sum + new.rating where id = new.deal_id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger reviews_are_tallied after insert or delete or update of status, rating, deal_id on reviews
    for each row execute function tally_reviews()`.execute(db)

  for (const [table, column] of [
    ['change_logs', 'change_count'],
    ['comments', 'comment_count'],
  ]) {
    const tally = sql.ref(column!)
    await sql`
      create function ${sql.raw(`tally_${table}`)}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' and old.status = 'APPROVED' then
          update deals set ${tally} = ${tally} - 1 where id = old.deal_id;
        end if;
        if tg_op <> 'DELETE' and new.status = 'APPROVED' then
          update deals set ${tally} = ${tally} + 1 where id = new.deal_id;
        end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger ${sql.raw(`${table}_are_tallied`)} after insert or delete or update of status, deal_id
      on ${sql.table(table!)} for each row execute function ${sql.raw(`tally_${table}`)}()`.execute(db)
  }

  await sql`
    create function sum_karma() returns trigger language plpgsql as $$
    begin
      update profiles set karma = karma + new.amount where id = new.user_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger karma_is_summed after insert on karma_events
    for each row execute function sum_karma()`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop trigger karma_is_summed on karma_events`.execute(db)
  await sql`drop function sum_karma`.execute(db)
  for (const table of ['reviews', 'change_logs', 'comments']) {
    await sql`drop trigger ${sql.raw(`${table}_are_tallied`)} on ${sql.table(table)}`.execute(db)
    await sql`drop function ${sql.raw(`tally_${table}`)}`.execute(db)
  }
  await sql`
    alter table deals drop column rating_average, drop column review_count, drop column rating_sum,
      drop column change_count, drop column comment_count`.execute(db)
}
