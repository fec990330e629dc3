import { type Kysely, sql } from 'kysely'

const SLUG = sql.raw(`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200`)
const WEBSITE = sql.raw(`website_url ~* '^https?://[^[:space:]]+$' and char_length(website_url) <= 2048`)

/** Every filter of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = 'category_id, platform_id, status, start_date, end_date, deal_price, is_current'
const LISTS = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS})`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS})`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS})`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average)`,
  published_deals_by_category: '(category_id, created_at desc, id desc, is_current)',
  published_deals_by_platform: '(platform_id, created_at desc, id desc, is_current)',
}

/** Offers of one product belong together, and products to a vendor. */
export async function up(db: Kysely<unknown>) {
  await createVendors(db)
  await createProducts(db)
  await addColumns(db)
  await createJoining(db)
  await createCurrentOffers(db)
  const searches = await dropIndexes(db)
  await startProducts(db)
  await indexAndGuard(db, searches)
  await announceChanges(db)
}

async function createVendors(db: Kysely<unknown>) {
  await sql`
    create type vendor_status as enum ('ACTIVE', 'ACQUIRED', 'SHUT_DOWN', 'UNKNOWN');
    create table vendors (
      id uuid primary key default gen_random_uuid(),
      name text not null check (char_length(name) between 1 and 200),
      slug text not null unique check (${SLUG}),
      website_url text check (${WEBSITE}),
      status vendor_status not null default 'UNKNOWN',
      status_on date,
      status_source_url text check (
        status_source_url ~* '^https?://[^[:space:]]+$' and char_length(status_source_url) <= 2048),
      note text check (char_length(note) between 1 and 2000),
      version int4 not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint an_end_has_a_date_and_a_source check (
        status in ('ACTIVE', 'UNKNOWN') or (status_on is not null and status_source_url is not null))
    );
    comment on table vendors is 'The makers of products; found or made by the vendor name of a deal.';
    comment on column vendors.status is 'As staff read it at the source; UNKNOWN where nobody has looked.';
    comment on column vendors.status_on is 'Since when the status holds.';
    comment on column vendors.note is 'For staff. Never published.';
    comment on column vendors.version is
      'Counts the saves: a form that was opened at an older version is rejected instead of overwriting a newer one.';
    create index vendors_by_name on vendors (lower(name), id);
    create index vendors_search on vendors using gin (fold_case(name) gin_trgm_ops);

    create table vendor_names (
      key text primary key check (char_length(key) between 1 and 200),
      vendor_id uuid not null references vendors (id) on delete cascade
    );
    comment on table vendor_names is
      'The normalized names by which deals find their vendor. A merged vendor leaves its names to the one that stays.';
    create index vendor_names_by_vendor on vendor_names (vendor_id);

    create table vendor_redirects (
      slug text primary key,
      vendor_id uuid not null references vendors (id) on delete cascade
    );
    comment on table vendor_redirects is 'Former slugs of vendors, which redirect to the vendor.';
    create index vendor_redirects_by_vendor on vendor_redirects (vendor_id);

    create function redirect_former_vendor_slug() returns trigger language plpgsql as $$
    begin
      delete from vendor_redirects where slug = new.slug;
      insert into vendor_redirects (slug, vendor_id) values (old.slug, old.id)
      on conflict (slug) do update set vendor_id = excluded.vendor_id;
      return null;
    end $$;
    comment on function redirect_former_vendor_slug is
      'Redirects the former slug of a renamed vendor, and ends the redirect of a slug that is in use again.';
    create trigger vendors_redirect_former_slugs after update of slug on vendors
      for each row when (old.slug is distinct from new.slug) execute function redirect_former_vendor_slug();
    comment on trigger vendors_redirect_former_slugs on vendors is
      'The slug of a vendor keeps working when the vendor is renamed.'
  `.execute(db)
}

async function createProducts(db: Kysely<unknown>) {
  await sql`
    create table products (
      id uuid primary key default gen_random_uuid(),
      name text not null check (char_length(name) between 1 and 200),
      slug text not null unique check (${SLUG}),
      vendor_id uuid not null references vendors (id) on delete restrict,
      website_url text check (${WEBSITE}),
      compared_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table products is 'What deals are offers of; every deal belongs to one.';
    comment on column products.compared_at is
      'When it was last compared with similar products; null for a new one, which a job compares.';
    create index products_by_vendor on products (vendor_id);
    create index products_by_name on products (lower(name), id);
    create index products_to_compare on products (created_at, id) where compared_at is null;

    create table product_pairs (
      product_id uuid not null references products (id) on delete cascade,
      other_id uuid not null references products (id) on delete cascade,
      similarity real not null check (similarity between 0 and 1),
      is_different boolean not null default false,
      decided_by uuid references profiles (id) on delete set null,
      decided_at timestamptz,
      primary key (product_id, other_id),
      constraint pairs_are_in_order check (product_id < other_id)
    );
    comment on table product_pairs is
      'Products with similar names of the same vendor or link, suggested to staff. Nothing is joined by itself.';
    comment on column product_pairs.is_different is 'Staff said that they are not the same, so it is not suggested again.';
    create index product_pairs_by_other on product_pairs (other_id);
    create index product_pairs_by_decider on product_pairs (decided_by) where decided_by is not null;
    create index suggested_product_pairs on product_pairs (similarity desc, product_id, other_id) where not is_different
  `.execute(db)
}

/** The keys are computed by the program, see app/features/products/product-key.ts. */
async function addColumns(db: Kysely<unknown>) {
  await sql`
    alter table deals
      add column vendor_id uuid references vendors (id) on delete restrict,
      add column product_id uuid references products (id) on delete restrict,
      add column is_current boolean not null default false,
      add column title_key text not null default '',
      add column vendor_key text not null default '',
      add column link_key text;
    comment on column deals.vendor_name is 'As it was typed or imported; vendor_id is the vendor that it names.';
    comment on column deals.is_current is
      'Whether lists show this offer of its product: open ones first, then the latest start date, then the newest. Kept by refresh_current_offers.';
    comment on column deals.title_key is
      'The normalized title. With the vendor or the link it tells to which product a new deal belongs. Empty where a job has yet to compute the keys.';
    comment on column deals.vendor_key is 'The normalized vendor name, which identifies the vendor.';
    comment on column deals.link_key is 'What the link says about the product: a domain, or the entry of a store; null if nothing.';

    alter table import_staging
      add column title_key text not null default '',
      add column vendor_key text not null default '',
      add column link_key text
  `.execute(db)
}

/**
 * Drops the indexes of lists and searches, which take most of the time of an update. Returns how to build those of the
 * searches again.
 */
async function dropIndexes(db: Kysely<unknown>) {
  const { rows } = await sql<{ name: string; definitions: string[] }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) || array(
      select format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget)
      from pg_attribute where attrelid = indexrelid and attstattarget >= 0) as definitions
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'deals'::regclass and amname = 'gin'`.execute(db)
  for (const name of [...Object.keys(LISTS), ...rows.map((row) => row.name)]) {
    await sql.raw(`drop index ${name}`).execute(db)
  }
  return rows.flatMap(({ definitions }) => definitions)
}

async function createJoining(db: Kysely<unknown>) {
  await sql`
    create function website_of(link_key text) returns text language sql immutable parallel safe
      return case when link_key ~ '^[^/]+$' then 'https://' || link_key end;
    comment on function website_of is 'The website behind the link key of a deal; null for entries of stores.';

    create function find_or_create_vendor(name text, key text, link_key text) returns uuid language plpgsql as $$
    declare
      name_key text := left(coalesce(nullif(key, ''), lower(name)), 200);
      base text := coalesce(nullif(btrim(left(regexp_replace(lower(name_key), '[^a-z0-9]+', '-', 'g'), 190), '-'), ''),
        'vendor-' || left(md5(name_key), 8));
      found_id uuid;
    begin
      select vendor_id into found_id from vendor_names where vendor_names.key = name_key;
      if found_id is not null then return found_id; end if;
      -- Whoever creates waits for the other, and then finds what the other made.
      perform pg_advisory_xact_lock(hashtextextended('new products', 0));
      select vendor_id into found_id from vendor_names where vendor_names.key = name_key;
      if found_id is not null then return found_id; end if;
      insert into vendors (name, slug, website_url)
      values (
        find_or_create_vendor.name,
        case when exists (select from vendors where slug = base union all select from vendor_redirects where slug = base)
          then base || '-' || left(md5(name_key), 8) else base end,
        website_of(find_or_create_vendor.link_key))
      returning id into found_id;
      insert into vendor_names (key, vendor_id) values (name_key, found_id);
      return found_id;
    end $$;
    comment on function find_or_create_vendor is
      'The vendor that a name identifies. Names are the same when their keys are; without a key, in any case.';

    create function find_product(title_key text, vendor_id uuid, link_key text) returns uuid language plpgsql as $$
    begin
      return (
        select deals.product_id from deals
        where deals.title_key = find_product.title_key and deals.title_key <> ''
          and (deals.vendor_id = find_product.vendor_id or deals.link_key = find_product.link_key)
          and deals.product_id is not null
        order by deals.created_at desc, deals.id desc limit 1);
    end $$;
    comment on function find_product is
      'The product of the newest deal with the same normalized title and the same vendor or link; null if there is none.';

    create function find_or_create_product(
      title text, title_key text, vendor_id uuid, link_key text, slug text
    ) returns uuid language plpgsql as $$
    declare found_id uuid := find_product(title_key, vendor_id, link_key);
    begin
      if found_id is not null then return found_id; end if;
      perform pg_advisory_xact_lock(hashtextextended('new products', 0));
      found_id := find_product(title_key, vendor_id, link_key);
      if found_id is not null then return found_id; end if;
      found_id := gen_random_uuid();
      insert into products (id, name, slug, vendor_id, website_url)
      values (
        found_id, title,
        case when exists (select from products where products.slug = find_or_create_product.slug)
          then left(find_or_create_product.slug, 190) || '-' || left(found_id::text, 8)
          else find_or_create_product.slug end,
        find_or_create_product.vendor_id, website_of(find_or_create_product.link_key));
      return found_id;
    end $$;
    comment on function find_or_create_product is 'The product that a new deal joins, or a new one of its title.';

    create function join_deals(ids uuid[], title_keys text[], vendor_keys text[], link_keys text[])
      returns void language plpgsql as $$
    declare
      deal record;
      vendor uuid;
      joined uuid;
    begin
      for deal in
        select deals.id, deals.product_id, deals.vendor_name, keys.title_key, keys.vendor_key, keys.link_key
        from unnest(ids, title_keys, vendor_keys, link_keys) with ordinality
          as keys (id, title_key, vendor_key, link_key, position)
          join deals using (id)
        order by position
      loop
        vendor := find_or_create_vendor(deal.vendor_name, deal.vendor_key, deal.link_key);
        joined := coalesce(find_product(deal.title_key, vendor, deal.link_key), deal.product_id);
        update deals set title_key = deal.title_key, vendor_key = deal.vendor_key, link_key = deal.link_key,
          product_id = joined
        where id = deal.id;
        if website_of(deal.link_key) is not null then
          update vendors set website_url = website_of(deal.link_key) where id = vendor and website_url is null;
          update products set website_url = website_of(deal.link_key) where id = joined and website_url is null;
        end if;
      end loop;
    end $$;
    comment on function join_deals is
      'Gives these deals their keys, one after the other, and joins each to the product that has the same.';

    create function join_product() returns trigger language plpgsql as $$
    begin
      new.vendor_id := find_or_create_vendor(new.vendor_name, new.vendor_key, new.link_key);
      if new.product_id is null then
        new.product_id := find_or_create_product(new.title, new.title_key, new.vendor_id, new.link_key, new.slug);
      end if;
      -- Any other offer decides it in refresh_current_offers, after the statement.
      new.is_current := new.published and not exists (select from deals where product_id = new.product_id);
      return new;
    end $$;
    comment on function join_product is 'A new deal finds its vendor and joins its product, or starts a new one.';
    create trigger deals_join_product before insert on deals for each row execute function join_product();
    comment on trigger deals_join_product on deals is 'Every deal belongs to a product and a vendor, whoever adds it.';

    create function follow_vendor_name() returns trigger language plpgsql as $$
    begin
      new.vendor_id := find_or_create_vendor(new.vendor_name, new.vendor_key, new.link_key);
      return new;
    end $$;
    comment on function follow_vendor_name is 'A deal with another vendor name belongs to the vendor of that name.';
    create trigger deals_follow_vendor_name before update of vendor_name, vendor_key on deals
      for each row when (old.vendor_name is distinct from new.vendor_name or old.vendor_key is distinct from new.vendor_key)
      execute function follow_vendor_name();
    comment on trigger deals_follow_vendor_name on deals is 'The vendor follows the vendor name.';

    create function move_product_to_vendor() returns trigger language plpgsql as $$
    begin
      update products set vendor_id = new.vendor_id
      where id = new.product_id and vendor_id = old.vendor_id and not exists (
        select from deals where product_id = new.product_id and vendor_id = old.vendor_id);
      return null;
    end $$;
    comment on function move_product_to_vendor is
      'A product of which no offer has its vendor any more belongs to the vendor of the changed offer.';
    create trigger deals_move_product_to_vendor after update of vendor_id, vendor_name, vendor_key on deals
      for each row when (old.vendor_id is distinct from new.vendor_id) execute function move_product_to_vendor();
    comment on trigger deals_move_product_to_vendor on deals is 'The vendor of a product follows its offers.';

    -- A link that was changed without its key says nothing.
    create function forget_link_key() returns trigger language plpgsql as $$
    begin
      new.link_key := null;
      return new;
    end $$;
    comment on function forget_link_key is 'Forgets what the former link said about the product.';
    create trigger deals_forget_link_key before update of cta_url on deals
      for each row when (old.cta_url is distinct from new.cta_url and old.link_key is not distinct from new.link_key
        and link_host(old.cta_url) <> link_host(new.cta_url))
      execute function forget_link_key();
    comment on trigger deals_forget_link_key on deals is 'The key of a link goes with the link.'
  `.execute(db)
}

async function createCurrentOffers(db: Kysely<unknown>) {
  await sql`
    create function refresh_current_offers(products uuid[]) returns int language plpgsql as $$
    declare
      current_ids uuid[];
      changed int;
    begin
      -- Whoever changes another offer of the product waits, and then sees this change.
      perform from products as locked where id = any(refresh_current_offers.products) order by id for no key update;
      current_ids := array(
        select distinct on (product_id) id from deals
        where product_id = any(products) and published
        order by product_id,
          shown_status(status, start_date, end_date, (now() at time zone 'UTC')::date) in ('ACTIVE', 'ENDING_SOON') desc,
          start_date desc, created_at desc, id desc);
      update deals set is_current = false
      where product_id = any(products) and is_current and id <> all(current_ids);
      update deals set is_current = true where id = any(current_ids) and not is_current;
      get diagnostics changed = row_count;
      return changed;
    end $$;
    comment on function refresh_current_offers is
      'Marks the current offer of each of these products as of today, in UTC; returns how many products got another one.';

    create function refresh_current_offer() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
        if not found and old.is_current then perform refresh_current_offers(array[old.product_id]); end if;
      elsif tg_op = 'UPDATE' and old.product_id <> new.product_id then
        perform refresh_current_offers(array[old.product_id, new.product_id]);
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
      else
        perform refresh_current_offers(array[new.product_id]);
      end if;
      return null;
    end $$;
    comment on function refresh_current_offer is
      'Marks the current offer of the product of a deal anew, and deletes a product without offers.';
    create trigger deals_refresh_current_offer_of_new after insert on deals
      for each row when (new.published and not new.is_current) execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer_of_new on deals is 'A new offer may be the current one.';
    create trigger deals_refresh_current_offer after update of published, status, start_date, end_date, product_id on deals
      for each row when (
        (old.published, old.status, old.start_date, old.end_date, old.product_id)
          is distinct from (new.published, new.status, new.start_date, new.end_date, new.product_id))
      execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer on deals is 'A change of what makes an offer the current one.';
    create trigger deals_refresh_current_offer_of_rest after delete on deals
      for each row execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer_of_rest on deals is 'After a deletion another offer is the current one.';

    create function leave_lists() returns trigger language plpgsql as $$
    begin
      new.is_current := false;
      return new;
    end $$;
    comment on function leave_lists is 'A draft, and an offer of another product, is not the current one until that is decided.';
    create trigger deals_leave_lists before update of published, product_id on deals
      for each row when (new.is_current and (not new.published or old.product_id is distinct from new.product_id))
      execute function leave_lists();
    comment on trigger deals_leave_lists on deals is 'Lists never show a draft, nor two offers of a product.'
  `.execute(db)
}

/**
 * Each stored deal starts with a product of its own, and with the vendor of its exact name. A job then computes the keys,
 * joins what belongs together and deletes what is left over, see app/features/products/join-deals.server.ts.
 */
async function startProducts(db: Kysely<unknown>) {
  await sql`
    insert into vendors (name, slug)
    select name, case when position = 1 then base else left(base, 190) || '-' || left(md5(key), 8) end
    from (
      select name, key, base, row_number() over (partition by base order by key) as position
      from (
        select distinct on (lower(vendor_name)) vendor_name as name, lower(vendor_name) as key,
          coalesce(nullif(btrim(left(regexp_replace(lower(vendor_name), '[^a-z0-9]+', '-', 'g'), 190), '-'), ''),
            'vendor-' || left(md5(lower(vendor_name)), 8)) as base
        from deals order by lower(vendor_name), created_at
      ) as named
    ) as numbered;
    insert into vendor_names (key, vendor_id) select left(lower(name), 200), id from vendors;
    insert into products (id, name, slug, vendor_id, created_at)
    select deals.id, title, slug, vendor_names.vendor_id, created_at
    from deals join vendor_names on key = left(lower(vendor_name), 200);
    alter table deals disable trigger user;
    update deals set product_id = products.id, vendor_id = products.vendor_id, is_current = published
    from products where products.id = deals.id;
    alter table deals enable trigger user`.execute(db)
}

/** The indexes of the lists are built once, after the deals were written. */
async function indexAndGuard(db: Kysely<unknown>, searches: string[]) {
  await sql`
    alter table deals alter column vendor_id set not null, alter column product_id set not null,
      add constraint only_a_published_deal_is_current check (published or not is_current);
    create index deals_by_product on deals (product_id, published, start_date, status, end_date);
    create index deals_by_vendor on deals (vendor_id, published);
    create index deals_by_title_key on deals (title_key);
    create index deals_by_link_key on deals (link_key) where link_key is not null;
    create index deals_to_join on deals (created_at, id) where title_key = '';
    create unique index one_current_offer_per_product on deals (product_id) where is_current`.execute(db)
  for (const [name, definition] of Object.entries(LISTS)) {
    await sql.raw(`create index ${name} on deals ${definition} where published`).execute(db)
  }
  for (const definition of searches) await sql.raw(definition).execute(db)
}

/** Visitors see vendors and products of published deals, see the migration of content announcements. */
async function announceChanges(db: Kysely<unknown>) {
  const shown = {
    vendors: { noun: 'vendor', columns: ['name', 'slug', 'website_url', 'status', 'status_on', 'status_source_url'] },
    products: { noun: 'product', columns: ['name', 'slug', 'vendor_id', 'website_url'] },
  }
  for (const [table, { noun, columns }] of Object.entries(shown)) {
    const rowOf = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
    await sql
      .raw(`
        create function announce_change_of_${noun}() returns trigger language plpgsql as $$
        begin
          if exists (select from deals where ${noun}_id = new.id and published) then
            notify content_changed;
          end if;
          return null;
        end $$;
        comment on function announce_change_of_${noun} is 'Announces the change when the ${noun} has a published deal.';
        create trigger ${table}_announce_changes after update of ${columns} on ${table}
          for each row when (${rowOf('old')} is distinct from ${rowOf('new')})
          execute function announce_change_of_${noun}();
        comment on trigger ${table}_announce_changes on ${table} is
          'Changes that visitors see are announced to the page caches.'`)
      .execute(db)
  }
}
