import { type Kysely, sql } from 'kysely'

/** Prices and addresses leave a trace whoever changes them: form, import, approval or a hand-written statement. */
export async function up(db: Kysely<unknown>) {
  // Per statement, because an import writes thousands of deals in one.
  await sql`
    create function record_first_prices() returns trigger language plpgsql as $$
    begin
      insert into deal_price_points (deal_id, original_price, deal_price, currency)
      select id, original_price, deal_price, currency from written
      where deal_price is not null or original_price is not null;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger first_prices_are_recorded after insert on deals
    referencing new table as written for each statement execute function record_first_prices()`.execute(db)

  await sql`
    create function record_price_changes() returns trigger language plpgsql as $$
    begin
      insert into deal_price_points (deal_id, original_price, deal_price, currency)
      select written.id, written.original_price, written.deal_price, written.currency
      from written join former on former.id = written.id
      where (written.original_price, written.deal_price, written.currency)
        is distinct from (former.original_price, former.deal_price, former.currency);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger price_changes_are_recorded after update on deals
    referencing old table as former new table as written for each statement execute function record_price_changes()`.execute(
    db,
  )

  // Only an address that visitors could have seen is kept.
  await sql`
    create function keep_old_slug() returns trigger language plpgsql as $$
    begin
      insert into slug_redirects (slug, deal_id, title)
      values (old.slug, case when tg_op = 'UPDATE' then old.id end, old.title)
      on conflict (slug) do update set deal_id = excluded.deal_id, title = excluded.title, created_at = now();
      return null;
    end $$`.execute(db)
  await sql`
    create trigger renamed_slugs_are_kept after update of slug on deals
    for each row when (old.published and old.slug is distinct from new.slug) execute function keep_old_slug()`.execute(
    db,
  )
  await sql`
    create trigger deleted_slugs_are_kept after delete on deals
    for each row when (old.published) execute function keep_old_slug()`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  for (const trigger of [
    'deleted_slugs_are_kept',
    'renamed_slugs_are_kept',
    'price_changes_are_recorded',
    'first_prices_are_recorded',
  ]) {
    await sql`drop trigger ${sql.raw(trigger)} on deals`.execute(db)
  }
  for (const routine of ['keep_old_slug', 'record_price_changes', 'record_first_prices']) {
    await sql`drop function ${sql.raw(routine)}`.execute(db)
  }
}
