import { type Kysely, sql } from 'kysely'

/** Prices and slugs leave a trace, whoever changes them: a form, an import, an approval or a statement by hand. */
export async function up(db: Kysely<unknown>) {
  await createPricePoints(db)
  await createDealRedirects(db)
  await createRedirects(db, 'categories', 'category')
  await createRedirects(db, 'platforms', 'platform')
}

async function createPricePoints(db: Kysely<unknown>) {
  await sql`
    create table deal_price_points (
      id bigint generated always as identity,
      deal_id uuid not null references deals (id) on delete cascade,
      original_price numeric(12, 2) check (original_price between 0 and 9999999.99),
      deal_price numeric(12, 2) check (deal_price between 0 and 9999999.99),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      recorded_at timestamptz not null default now(),
      primary key (deal_id, recorded_at, id)
    );
    comment on table deal_price_points is 'Price history: the prices of a deal each time they changed.';
    comment on column deal_price_points.id is 'Orders what one transaction recorded.';

    -- An import changes thousands of deals in one statement. A session caches the plan of its first call, which is
    -- often for one deal; with a nested loop that plan would be quadratic.
    create function record_price_points() returns trigger language plpgsql set enable_nestloop = off as $$
    begin
      if tg_op = 'INSERT' then
        insert into deal_price_points (deal_id, original_price, deal_price, currency)
        select id, original_price, deal_price, currency from new_rows
        where deal_price is not null or original_price is not null;
      else
        insert into deal_price_points (deal_id, original_price, deal_price, currency)
        select new_rows.id, new_rows.original_price, new_rows.deal_price, new_rows.currency
        from new_rows join old_rows on old_rows.id = new_rows.id
        where (new_rows.original_price, new_rows.deal_price, new_rows.currency)
          is distinct from (old_rows.original_price, old_rows.deal_price, old_rows.currency);
      end if;
      return null;
    end $$;
    comment on function record_price_points is
      'Adds a price point for each deal of a statement that is new with a price or whose price or currency changed.';

    create trigger deals_record_first_prices after insert on deals
      referencing new table as new_rows for each statement execute function record_price_points();
    comment on trigger deals_record_first_prices on deals is 'The price history begins with the prices of a new deal.';
    create trigger deals_record_price_changes after update on deals
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_price_points();
    comment on trigger deals_record_price_changes on deals is
      'A change of prices or currency is added to the price history.'
  `.execute(db)
}

async function createDealRedirects(db: Kysely<unknown>) {
  await sql`
    create table deal_redirects (
      slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
      deal_id uuid references deals (id) on delete set null,
      title text not null,
      created_at timestamptz not null default now()
    );
    comment on table deal_redirects is
      'Former slugs of published deals: they redirect to the deal, or answer 410 Gone once it is deleted.';
    comment on column deal_redirects.deal_id is 'Null when the deal is deleted.';
    create index deal_redirects_by_deal on deal_redirects (deal_id);

    create function redirect_former_deal_slug() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.slug = new.slug then return null; end if;
      insert into deal_redirects (slug, deal_id, title)
      values (old.slug, case when tg_op = 'UPDATE' then old.id end, old.title)
      on conflict (slug) do update set deal_id = excluded.deal_id, title = excluded.title, created_at = now();
      return null;
    end $$;
    comment on function redirect_former_deal_slug is 'Redirects the former slug of a renamed or deleted deal.';
    create trigger deals_redirect_former_slugs after delete or update of slug on deals
      for each row when (old.published) execute function redirect_former_deal_slug();
    comment on trigger deals_redirect_former_slugs on deals is
      'The slug of a published deal keeps working when the deal is renamed or deleted.'
  `.execute(db)
}

async function createRedirects(db: Kysely<unknown>, table: string, noun: string) {
  const [redirects, id, redirect] = [`${noun}_redirects`, `${noun}_id`, `redirect_former_${noun}_slug`]
  await sql
    .raw(`
      create table ${redirects} (
        slug text primary key,
        ${id} uuid not null references ${table} (id) on delete cascade
      );
      comment on table ${redirects} is 'Former slugs of ${table}, which redirect to the ${noun}.';
      create index ${redirects}_by_${noun} on ${redirects} (${id});

      create function ${redirect}() returns trigger language plpgsql as $$
      begin
        delete from ${redirects} where slug = new.slug;
        insert into ${redirects} (slug, ${id}) values (old.slug, old.id)
        on conflict (slug) do update set ${id} = excluded.${id};
        return null;
      end $$;
      comment on function ${redirect} is
        'Redirects the former slug of a renamed ${noun}, and ends the redirect of a slug that is in use again.';
      create trigger ${table}_redirect_former_slugs after update of slug on ${table}
        for each row when (old.slug is distinct from new.slug) execute function ${redirect}();
      comment on trigger ${table}_redirect_former_slugs on ${table} is
        'The slug of a ${noun} keeps working when the ${noun} is renamed.'`)
    .execute(db)
}
