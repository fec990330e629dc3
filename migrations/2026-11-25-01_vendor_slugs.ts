import { type Kysely, sql } from 'kysely'

/** Slugs of new vendors are words: "ashlar-and-finch". Existing vendors get them too; their former slugs redirect. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function vendor_slug(name text, key text) returns text language sql immutable parallel safe as $$
      with plain as (
        select btrim(left(regexp_replace(key, '[^a-z0-9]+', '-', 'g'), 190), '-') as base,
          replace(replace(replace(replace(translate(lower(name), 'øđðłı’''', 'oddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
            '&', ' and ') as spelled
      ), split as (
        select base, btrim(regexp_replace(
          regexp_replace(normalize(spelled, nfkd), E'[\\u0300-\\u036f]+', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-') as words
        from plain
      )
      select coalesce(
        nullif(btrim(substring(words, '^' || regexp_replace(replace(base, '-', ''), '(.)', '\\1-?', 'g') || '(?![a-z0-9])'),
          '-'), ''),
        nullif(base, ''),
        'vendor-' || left(md5(key), 8))
      from split
    $$;
    comment on function vendor_slug is
      'The words of a name without company endings, which its key does not have; the key itself if that differs otherwise.';

    create or replace function find_or_create_vendor(name text, key text, link_key text) returns uuid language plpgsql as $$
    declare
      name_key text := left(coalesce(nullif(key, ''), lower(name)), 200);
      base text := vendor_slug(name, name_key);
      found_id uuid;
    begin
      select vendor_id into found_id from vendor_names where vendor_names.key = name_key;
      if found_id is not null then return found_id; end if;
      -- Another transaction may be creating the same vendor: wait for it, then look again.
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
    end $$
  `.execute(db)
  await renameVendors(db)
}

/** Only slugs that were made from a key; those that staff chose stay. */
export async function renameVendors(db: Pick<Kysely<unknown>, 'getExecutor'>) {
  await sql`
    update vendors set slug = renamed.slug
    from (
      select vendors.id, vendor_slug(vendors.name, vendor_names.key) as slug
      from vendors join vendor_names on vendor_names.vendor_id = vendors.id
      where vendors.slug = btrim(left(regexp_replace(vendor_names.key, '[^a-z0-9]+', '-', 'g'), 190), '-')
    ) renamed
    where renamed.id = vendors.id and renamed.slug <> vendors.slug
      and not exists (select from vendors other where other.slug = renamed.slug)
      and not exists (select from vendor_redirects where vendor_redirects.slug = renamed.slug)
  `.execute(db)
}
