import type pg from 'pg'

const DAYS = 730
/** The average in two years. */
const CLICKS_PER_VISITOR = 2

/**
 * Adds two years of clicks, marked as rolled up; the first roll-up computes their totals. Indexes are created
 * afterwards, as a restore does. A few deals get most of the clicks, and a tenth come from other sites. Also adds as
 * many empty searches as the site stores.
 */
export async function fillClickHistory(client: pg.Client, clicks: number) {
  console.log(`Adding ${clicks} clicks ...`)
  await client.query(`set work_mem = '256MB'`)
  await client.query(`
    create temporary table numbered_deals as select row_number() over (order by created_at) as n, id from deals;
    create unique index deal_by_number on numbered_deals (n);
    analyze numbered_deals`)
  const indexes = await dropIndexes(client)
  // Without triggers and foreign key checks per row.
  await client.query('set session_replication_role = replica')
  await insertClicks(client, clicks)
  await client.query('delete from metric_totals')
  await client.query('set session_replication_role = origin')
  for (const index of indexes) await client.query(index)
  await client.query(`
    insert into daily_metrics (metric, day, key, count)
    select 'empty_searches', (now() at time zone 'UTC')::date - day, 'term ' || floor(20000 * random())::int, 1 + floor(5 * random())
    from generate_series(0, 399) day, generate_series(1, 300) on conflict do nothing`)
  await client.query('vacuum analyze')
}

async function insertClicks(client: pg.Client, clicks: number) {
  await client.query(`
    insert into click_events (deal_id, referrer, visitor_key, created_at, rolled_up)
    select numbered_deals.id, made.referrer, made.visitor_key, made.created_at, true
    from (
      select n, 1 + floor((select count(*) from numbered_deals) * power(random(), 3))::bigint as deal,
        case when random() < 0.1 then 'https://site' || floor(300 * power(random(), 2))::int || '.example/' end as referrer,
        decode(md5(floor(random() * ${clicks / CLICKS_PER_VISITOR})::text), 'hex') as visitor_key,
        now() - (1 - n::float8 / ${clicks}) * interval '${DAYS} days' as created_at
      from generate_series(1, ${clicks}) n
    ) made join numbered_deals on numbered_deals.n = made.deal order by made.n`)
}

/** Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'click_events'::regclass and not indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
