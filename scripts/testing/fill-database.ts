import type pg from 'pg'

/** Search terms with a known frequency in the generated deals. */
export const TERMS = {
  everywhere: 'software',
  common: 'automation',
  uncommon: 'telemetry',
  rare: 'quixotry',
  absent: 'zzyzxq',
  twoFrequent: 'er',
  twoAbsent: 'zq',
  oneFrequent: 'e',
  oneAbsent: '~',
  punctuation: '#!',
  greek: 'Ημερολόγιο',
  cyrillic: 'Заметки',
  japanese: '議事録',
  emoji: '🪐',
  absentCyrillic: 'Щэщэюя',
} as const

/**
 * Fills an empty, migrated database with deals, categories, platforms and people. The same seed gives the same rows.
 * Indexes are created afterwards, as a restore does.
 */
export async function fillDatabase(client: pg.Client, deals: number) {
  await client.query(`select setseed(0.42)`)
  await client.query(`
    insert into categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 25) n;
    insert into categories (name, slug, parent_id)
      select 'Category ' || n, 'category-' || n,
        (select id from categories where slug = 'category-' || (1 + (n - 26) % 25))
      from generate_series(26, 200) n;
    insert into platforms (name, slug, website_url, refund_days)
      select 'Platform ' || n, 'platform-' || n, 'https://platform' || n || '.example', (array[60, 30, null])[1 + n % 3]
      from generate_series(1, 50) n;
    insert into profiles (name, email) select 'Person ' || n, 'person' || n || '@example.com'
      from generate_series(1, 2000) n`)

  const { rows: indexes } = await client.query<{ name: string; definitions: string[] }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) || array(
      select format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget)
      from pg_attribute where attrelid = indexrelid and attstattarget >= 0) as definitions
    from pg_index where indrelid = 'deals'::regclass and not indisunique`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Counts and prices are inserted directly, without one trigger call per row. Only the path of the category has no
  // other source, and without it a search for words in a category finds nothing.
  await client.query(
    'alter table deals disable trigger user; alter table reviews disable trigger user; alter table change_logs disable trigger user',
  )
  await client.query('alter table deals enable trigger deals_set_category_path')

  await client.query(`
    create temporary table words as
      select n, word from (
        select row_number() over (order by random()) as n, word from (
          select distinct a || b || c as word
          from unnest(string_to_array('al,ber,con,der,en,fla,gra,hor,in,jun,kel,lin,mar,nor,or,pre,qua,ris,ser,tra,un,ver,wil,yon,sta,clo,pro,com,dis,ex', ',')) a,
            unnest(string_to_array('a,e,i,o,u,ar,er,il,on,at', ',')) b,
            unnest(string_to_array('ble,ding,ment,nal,per,rate,sive,ter,tion,vey,x,lly,ck,nd,st,m', ',')) c
        ) made) numbered where n <= 4000`)
  await client.query(
    `
    with vocabulary as materialized (select array_agg(word order by n) as w from words),
    place as materialized (
      select (select array_agg(id order by slug) from categories) as c, (select array_agg(id order by slug) from platforms) as p
    ),
    rows as materialized (select
      n,
      initcap(w[1 + floor(4000 * power(random(), 2))::int] || ' ' || w[1 + floor(4000 * random())::int])
        || case n % 400 when 1 then ' Ημερολόγιο' when 2 then ' Заметки' when 3 then ' 議事録' when 4 then ' 🪐' else '' end
        as title,
      initcap(w[1 + floor(4000 * power(random(), 2))::int]) as vendor_name,
      c[1 + floor(200 * power(random(), 1.5))::int] as category_id, p[1 + floor(50 * power(random(), 1.5))::int] as platform_id,
      'Software for ' || sentence.body
        || case when random() < 0.07 then ' automation' else '' end
        || case when random() < 0.002 then ' telemetry' else '' end
        || case when n % greatest($1::int / 10, 1) = 7 then ' quixotry' else '' end as summary,
      case when random() < 0.9 then 100 + floor(random() * 900) end as original_price,
      case when random() < 0.95 then floor(10 + 290 * power(random(), 2)) end as deal_price,
      begun.start_date, case when random() < 0.6 then begun.start_date + floor(random() * 1200)::int end as end_date,
      (enum_range(null::deal_status))[1 + floor(4 * power(random(), 3))::int] as status,
      case when random() < 0.05 then '{HOT}'::text[] when random() < 0.02 then '{EDITOR''S_CHOICE,teams}'::text[]
        else array['tag ' || floor(2000 * power(random(), 3))::int] end as tags,
      random() < 0.9 as published,
      case when random() < 0.2 then (array[0, 14, 30, 60])[1 + floor(4 * random())::int] end as refund_days,
      case when random() < 0.5 then random() < 0.6 end as stackable,
      -- One price in four is that of a month, one in three that of a year; for one in four it is unknown.
      case floor(12 * random())::int when 0 then 'ONCE' when 1 then 'ONCE' when 2 then 'MONTH' when 3 then 'MONTH'
        when 4 then 'MONTH' when 5 then 'YEAR' when 6 then 'YEAR' when 7 then 'YEAR' when 8 then 'YEAR' end::price_period as period,
      tally.reviews, tally.reviews * 3 + floor(random() * (tally.reviews * 2 + 1))::int as rating_sum
    from generate_series(1, $1::int) n, vocabulary, place,
      lateral (select string_agg(w[1 + floor(4000 * power(random(), 2.5))::int + 0 * k], ' ') as body
        from generate_series(1, 14 + 0 * n) k) sentence,
      lateral (select floor(900 * random() + 0 * n)::int as days) age,
      -- One in 200 is upcoming.
      lateral (select (now() at time zone 'UTC')::date
        + case when n % 200 = 5 then 1 + age.days % 60 else -age.days end as start_date) begun,
      lateral (select floor(12 * power(random(), 3) + 0 * n)::int as reviews) tally),
    -- One product in nine has two offers: its second deal is an earlier round that has ended.
    offers as materialized (select
        rows.*, n % 10 = 1 and n > 1 as is_earlier, n % 10 = 0 or published as is_published,
        md5('vendor ' || vendor_name)::uuid as vendor_id,
        md5('product ' || case when n % 10 = 1 and n > 1 then n - 1 else n end)::uuid as product_id
      from rows),
    vendors_made as (
      insert into vendors (id, name, slug)
      select distinct vendor_id, vendor_name, 'vendor-' || left(vendor_id::text, 13) from offers
    ),
    products_made as (
      insert into products (id, name, slug, vendor_id)
      select product_id, title, 'product-' || n, vendor_id from offers where not is_earlier
    )
    insert into deals (title, slug, vendor_name, category_id, platform_id, summary, original_price, deal_price, currency,
      start_date, end_date, status, tags, cta_url, published, created_at, updated_at, review_count, rating_sum,
      vendor_id, product_id, is_current, title_key, vendor_key, regular_price_period, refund_days, stackable,
      discount_percent, deal_price_period)
    select title, 'deal-' || n, vendor_name, category_id, platform_id, summary,
      case period when 'MONTH' then round(original_price / 12) else original_price end, deal_price, 'USD',
      case when is_earlier then start_date - 2000 else start_date end,
      case when is_earlier then start_date - 1970 else end_date end,
      case when is_earlier then 'EXPIRED' else status end,
      tags, 'https://vendor.example/' || n, is_published,
      now() - n * interval '40 seconds', now() - n * interval '40 seconds', reviews, rating_sum,
      vendor_id, product_id, is_published and not is_earlier, lower(title), lower(vendor_name), period, refund_days, stackable,
      -- A third of those without a price state a discount, and one priced deal in fifty is a subscription.
      case when deal_price is null and n % 3 = 0 then 10 + n % 80 end,
      case when deal_price is not null and n % 50 = 7 then 'MONTH' else 'ONCE' end::price_period
    from offers`.replaceAll('$1', String(Number(deals))),
  )

  await client.query('insert into vendor_names (key, vendor_id) select lower(name), id from vendors')
  await client.query('insert into click_targets (id, deal_id) select id, id from deals')
  await client.query(`
    alter table deal_plans disable trigger user;
    insert into deal_plans (deal_id, position, name, price, codes)
      select id, tier - 1, 'Tier ' || tier, deal_price * tier, tier
      from (select id, deal_price from deals where deal_price is not null order by created_at desc limit 20000) newest,
        generate_series(1, 3) tier;
    insert into deal_plan_limits (deal_id, position, label, "values")
      select distinct deal_id, 0, 'Seats', array['2', '5', '12'] from deal_plans;
    alter table deal_plans enable trigger user`)
  await client.query(`
    with rated as materialized (
      select gen_random_uuid() as id, newest.id as deal_id, 1 + floor(random() * 5 + 0 * n)::int as stars
      from (select id, review_count from deals order by created_at desc limit 200000) newest, generate_series(1, review_count) n
    ), added as (insert into reviews (id, deal_id, published_id, counted_rating) select id, deal_id, id, stars from rated)
    insert into review_versions (id, review_id, deal_id, rating, title, body, status)
      select id, id, deal_id, stars, 'Good value', 'Paid once, used daily.', 'APPROVED' from rated`)
  await client.query(`
    insert into change_logs (deal_id, title, description, status, told_at)
      select id, 'Seats raised from 3 to 5', 'The plan table says five seats now.', 'APPROVED', now()
      from (select id from deals order by created_at desc limit 50000) newest`)
  await client.query('alter table reviews enable trigger user; alter table change_logs enable trigger user')
  await client.query('alter table deals enable trigger user')
  for (const statement of indexes.flatMap(({ definitions }) => definitions)) await client.query(statement)
  await client.query('vacuum analyze')
}
