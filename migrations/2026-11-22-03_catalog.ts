import { type Kysely, sql } from 'kysely'

const SLUG = sql.raw(`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200`)
const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)

export async function up(db: Kysely<unknown>) {
  await createCategoriesAndPlatforms(db)
  await createDeals(db)
  await createDealParts(db)
  await addCategoryPathTriggers(db)
}

async function createCategoriesAndPlatforms(db: Kysely<unknown>) {
  await sql`
    create table categories (
      id uuid primary key default gen_random_uuid(),
      name text not null check (char_length(name) between 1 and 100),
      slug text not null unique check (${SLUG}),
      description text check (char_length(description) between 1 and 1000),
      parent_id uuid references categories (id) on delete restrict,
      category_path uuid[] not null default '{}',
      constraint no_category_is_its_own_parent check (parent_id <> id)
    );
    comment on table categories is 'A tree of categories; every deal is in one.';
    comment on column categories.category_path is
      'Ids of the ancestors, outermost first, and of the category itself; set by a trigger.';
    -- Imports find a category by its name in any case, so that a name identifies one category only.
    create unique index categories_name_key on categories (lower(name));
    create index categories_by_parent on categories (parent_id);

    create table platforms (
      id uuid primary key default gen_random_uuid(),
      name text not null check (char_length(name) between 1 and 100),
      slug text not null unique check (${SLUG}),
      website_url text check (${isUrl('website_url')})
    );
    comment on table platforms is 'Marketplaces that sell deals; every deal is on one.';
    create unique index platforms_name_key on platforms (lower(name))
  `.execute(db)
}

async function createDeals(db: Kysely<unknown>) {
  await sql`
    create type deal_status as enum ('ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING');
    create table deals (
      id uuid primary key default gen_random_uuid(),
      title text not null check (char_length(title) between 1 and 200),
      slug text not null unique check (${SLUG} and slug <> 'new'),
      vendor_name text not null check (char_length(vendor_name) between 1 and 200),
      category_id uuid not null references categories (id) on delete restrict,
      platform_id uuid not null references platforms (id) on delete restrict,
      summary text check (char_length(summary) between 1 and 500),
      description text check (char_length(description) between 1 and 20000),
      original_price numeric(12, 2) check (original_price between 0 and 9999999.99),
      deal_price numeric(12, 2) check (deal_price between 0 and 9999999.99),
      currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      start_date date not null,
      end_date date,
      status deal_status not null default 'ACTIVE',
      tags text[] not null default '{}' check (
        cardinality(tags) <= 20 and array_position(tags, '') is null and array_position(tags, null) is null),
      cta_url text not null check (${isUrl('cta_url')}),
      hero_image_url text check (${isUrl('hero_image_url')}),
      video_url text check (${isUrl('video_url')}),
      published boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version int4 not null default 1,
      review_count int4 not null default 0 check (review_count >= 0),
      rating_sum int4 not null default 0 check (rating_sum >= 0),
      change_count int4 not null default 0 check (change_count >= 0),
      comment_count int4 not null default 0 check (comment_count >= 0),
      rating_average numeric(3, 2)
        generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
      search_text text generated always as
        (fold_case(title || E'\\x1f' || vendor_name || E'\\x1f' || coalesce(summary, ''))) stored,
      category_path uuid[] not null default '{}',
      constraint a_deal_ends_after_it_starts check (end_date >= start_date)
    );
    comment on table deals is 'Lifetime deals; only published ones are public.';
    comment on column deals.cta_url is 'The offer, behind the link /go/SLUG that counts clicks.';
    comment on column deals.version is
      'Counts the saves: a form that was opened at an older version is rejected instead of overwriting a newer one.';
    comment on column deals.review_count is 'Approved reviews, maintained by a trigger.';
    comment on column deals.rating_sum is 'Sum of the ratings of approved reviews, maintained by a trigger.';
    comment on column deals.change_count is 'Verified changes, maintained by a trigger.';
    comment on column deals.comment_count is 'Approved comments, maintained by a trigger.';
    comment on column deals.search_text is
      'Title, vendor and summary, separated by U+001F so that no match spans two of them.';
    comment on column deals.category_path is 'The category_path of the category; set by triggers.'
  `.execute(db)
}

async function createDealParts(db: Kysely<unknown>) {
  await sql`
    create type pro_con_type as enum ('PRO', 'CON');
    create table deal_pros_cons (
      deal_id uuid not null references deals (id) on delete cascade,
      type pro_con_type not null,
      text text not null check (char_length(text) between 1 and 500),
      position int2 not null check (position between 0 and 99),
      primary key (deal_id, type, position)
    );
    comment on table deal_pros_cons is 'Pros and cons of a deal, in order.';

    create table deal_faqs (
      deal_id uuid not null references deals (id) on delete cascade,
      question text not null check (char_length(question) between 1 and 300),
      answer text not null check (char_length(answer) between 1 and 3000),
      position int2 not null check (position between 0 and 99),
      primary key (deal_id, position)
    );
    comment on table deal_faqs is 'Questions and answers of a deal, in order.'
  `.execute(db)
}

async function addCategoryPathTriggers(db: Kysely<unknown>) {
  await sql`
    create function set_category_path() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.parent_id), '{}') || new.id;
      return new;
    end $$;
    comment on function set_category_path is 'Appends the category to the path of its parent.';
    create trigger categories_set_path before insert or update of parent_id on categories
      for each row execute function set_category_path();
    comment on trigger categories_set_path on categories is 'A new or moved category gets the path of its parent.';

    create function set_category_path_of_deal() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.category_id), '{}');
      return new;
    end $$;
    comment on function set_category_path_of_deal is 'Copies the path of the category to the deal.';
    create trigger deals_set_category_path before insert or update of category_id on deals
      for each row execute function set_category_path_of_deal();
    comment on trigger deals_set_category_path on deals is 'A new or moved deal gets the path of its category.';

    create function move_category_subtree() returns trigger language plpgsql as $$
    begin
      lock table deals in share row exclusive mode;
      update deals set category_path = new.category_path where category_id = new.id;
      update categories set category_path = new.category_path || id where parent_id = new.id;
      return null;
    end $$;
    comment on function move_category_subtree is
      'Updates the paths of the deals and the children of a category. The lock waits for writers of deals that have read the former path.';
    create trigger categories_move_subtree after update on categories
      for each row when (old.category_path is distinct from new.category_path)
      execute function move_category_subtree();
    comment on trigger categories_move_subtree on categories is
      'When a category moves, its deals and the categories below it follow.'
  `.execute(db)
}
