import { type Kysely, sql } from 'kysely'

/** What a buyer gets: the terms of a deal, its coupon, its plans, and how its regular price is paid. */
export async function up(db: Kysely<unknown>) {
  await addTerms(db)
  await createPlans(db)
  await recordPlanPrices(db)
  await announcePlans(db)
  await extendLists(db)
  await stageTerms(db)
}

async function addTerms(db: Kysely<unknown>) {
  await sql`
    create type price_period as enum ('ONCE', 'MONTH', 'YEAR');
    create type refund_start as enum ('PURCHASE', 'REDEMPTION');

    alter table deals
      add column regular_price_period price_period,
      add column coupon_code text check (char_length(coupon_code) between 1 and 40),
      add column coupon_note text check (char_length(coupon_note) between 1 and 200),
      add column lifetime_means text
        check (lifetime_means ~ '^(PRODUCT|COMPANY|ACCOUNT|([1-9]|[1-4][0-9]|50) YEARS)$'),
      add column refund_days int2 check (refund_days between 0 and 3650),
      add column refund_from refund_start,
      add column redeem_days int2 check (redeem_days between 1 and 3650),
      add column stackable boolean,
      add column max_codes int2 check (max_codes between 2 and 100),
      add column transferable boolean,
      add column future_versions text check (char_length(future_versions) between 1 and 200),
      add column shutdown_notice text check (char_length(shutdown_notice) between 1 and 200),
      add column terms_url text check (terms_url ~* '^https?://[^[:space:]]+$' and char_length(terms_url) <= 2048),
      add column terms_read_on date,
      add column break_even_months int4 generated always as (
        case when original_price > 0 and deal_price > 0 then
          case regular_price_period
            when 'MONTH' then ceil(deal_price / original_price)
            when 'YEAR' then ceil(deal_price * 12 / original_price)
          end
        end) stored;
    comment on column deals.regular_price_period is
      'How often the original price is paid. Null where the vendor does not say.';
    comment on column deals.lifetime_means is
      'What "for life" is the life of: PRODUCT, COMPANY, ACCOUNT, or a number of years such as "5 YEARS".';
    comment on column deals.refund_days is
      'Null for the rule of the platform, if it has one. 0 means that there is no refund.';
    comment on column deals.redeem_days is 'Within how many days of the purchase a code has to be redeemed.';
    comment on column deals.max_codes is 'How many codes can be stacked.';
    comment on column deals.terms_read_on is 'The day on which staff read the terms of the vendor.';
    comment on column deals.break_even_months is
      'After how many months of the regular price the deal has paid for itself.';

    alter table platforms
      add column refund_days int2 check (refund_days between 0 and 3650),
      add column refund_from refund_start,
      add column buyer_protection text check (char_length(buyer_protection) between 1 and 200);
    comment on column platforms.refund_days is 'The rule of the platform, for deals that state none of their own.'
  `.execute(db)
}

async function createPlans(db: Kysely<unknown>) {
  await sql`
    create table deal_plans (
      deal_id uuid not null references deals (id) on delete cascade,
      position int2 not null check (position between 0 and 7),
      name text not null check (char_length(name) between 1 and 60),
      price numeric(12, 2) not null check (price between 0 and 9999999.99),
      codes int2 check (codes between 1 and 100),
      primary key (deal_id, position),
      -- Deferrable, so that one statement can swap the names of two plans.
      constraint plan_names_differ unique (deal_id, name) deferrable
    );
    comment on table deal_plans is
      'Plans of a deal, also called tiers, in order. Prices are in the currency of the deal, whose price is that of one plan.';
    comment on column deal_plans.codes is 'How many codes a buyer needs; null where that is not stated.';

    create table deal_plan_limits (
      deal_id uuid not null references deals (id) on delete cascade,
      position int2 not null check (position between 0 and 19),
      label text not null check (char_length(label) between 1 and 80),
      "values" text[] not null check (cardinality("values") between 1 and 8),
      primary key (deal_id, position)
    );
    comment on table deal_plan_limits is 'What the plans of a deal differ in, such as seats, in order.';
    comment on column deal_plan_limits."values" is 'One for each plan, in their order; empty where not stated.';

    create table plan_price_points (
      id bigint generated always as identity primary key,
      deal_id uuid not null references deals (id) on delete cascade,
      plan text not null check (char_length(plan) between 1 and 60),
      price numeric(12, 2) check (price between 0 and 9999999.99),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      recorded_at timestamptz not null default now()
    );
    comment on table plan_price_points is 'Price history: the price of a plan each time it changed.';
    comment on column plan_price_points.price is 'Null when the plan is no longer offered.';
    create index plan_price_points_by_deal on plan_price_points (deal_id, plan, recorded_at desc, id desc)
  `.execute(db)
}

/** Deferred to the end of the transaction, when the deal, its plans and its currency are all as they will be. */
async function recordPlanPrices(db: Kysely<unknown>) {
  await sql`
    create function settle_plan_prices() returns trigger language plpgsql as $$
    declare
      this_deal uuid;
      headline numeric;
      deal_currency text;
    begin
      if tg_table_name = 'deals' then this_deal := new.id;
      elsif tg_op = 'DELETE' then this_deal := old.deal_id;
      else this_deal := new.deal_id;
      end if;
      select deal_price, currency into headline, deal_currency from deals where id = this_deal;
      if not found then return null; end if;
      if exists (select from deal_plans where deal_id = this_deal)
        and not exists (select from deal_plans where deal_id = this_deal and price = headline) then
        raise exception 'The deal price must equal the price of one of its plans'
          using errcode = 'check_violation', constraint = 'deal_price_is_that_of_a_plan', table = 'deals';
      end if;
      insert into plan_price_points (deal_id, plan, price, currency)
      select this_deal, coalesce(present.name, latest.plan), present.price, deal_currency
      from (select name, price, position from deal_plans where deal_id = this_deal) as present
      full join (
        select distinct on (plan) plan, price, currency from plan_price_points
        where deal_id = this_deal order by plan, recorded_at desc, id desc
      ) as latest on latest.plan = present.name
      where latest.price is distinct from present.price
        or (present.price is not null and latest.currency <> deal_currency)
      order by present.position;
      return null;
    end $$;
    comment on function settle_plan_prices is
      'Requires the deal price to be that of a plan, and adds a price point for each plan whose price or currency changed.';

    create constraint trigger deal_plans_settle_prices after insert or update or delete on deal_plans
      deferrable initially deferred for each row execute function settle_plan_prices();
    comment on trigger deal_plans_settle_prices on deal_plans is 'Changes of plans are added to their price history.';
    create constraint trigger deals_settle_plan_prices after update of deal_price, currency on deals
      deferrable initially deferred for each row
      when (old.deal_price is distinct from new.deal_price or old.currency <> new.currency)
      execute function settle_plan_prices();
    comment on trigger deals_settle_plan_prices on deals is
      'A deal keeps the price of one of its plans, and its plans have its currency.'
  `.execute(db)
}

const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

async function announcePlans(db: Kysely<unknown>) {
  for (const table of ['deal_plans', 'deal_plan_limits']) {
    for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
      await sql
        .raw(`
          create trigger ${table}_announce_${event}s after ${event} on ${table} referencing ${transitionTables}
            for each statement execute function announce_change_in_published_deals();
          comment on trigger ${table}_announce_${event}s on ${table} is
            'Changes that visitors see are announced to the page caches.'`)
        .execute(db)
    }
    await sql
      .raw(`
        create trigger ${table}_announce_truncation after truncate on ${table}
          for each statement execute function announce_content_change();
        comment on trigger ${table}_announce_truncation on ${table} is 'TRUNCATE is announced to the page caches.'`)
      .execute(db)
  }
}

/** The filters of lists, with the new ones, as trailing keys, so that PostgreSQL checks them inside the index. */
const FILTERS = `category_id, platform_id, status, start_date, end_date, deal_price, is_current,
  refund_days, stackable, break_even_months`

/** A deal whose break-even is unknown comes after all others. */
const BREAK_EVEN = 'coalesce(break_even_months, 2147483647)'

const LISTS = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS})`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS})`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS})`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average)`,
  published_deals_by_break_even: `((${BREAK_EVEN}), id, ${FILTERS})`,
}

async function extendLists(db: Kysely<unknown>) {
  for (const [name, definition] of Object.entries(LISTS)) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql.raw(`create index ${name} on deals ${definition} where published`).execute(db)
  }
  await sql.raw(`create statistics deals_break_even_statistics on (${BREAK_EVEN}) from deals`).execute(db)
}

async function stageTerms(db: Kysely<unknown>) {
  await sql`
    alter table import_staging
      add column regular_price_period price_period,
      add column coupon_code text,
      add column coupon_note text,
      add column lifetime_means text,
      add column refund_days int2,
      add column refund_from refund_start,
      add column redeem_days int2,
      add column stackable boolean,
      add column max_codes int2,
      add column transferable boolean,
      add column future_versions text,
      add column shutdown_notice text,
      add column terms_url text,
      add column terms_read_on date,
      add column plans jsonb not null default '[]';
    comment on column import_staging.plans is 'A list of {name, price, codes}; an empty one changes no plans.'
  `.execute(db)
}
