import { sql, type Transaction } from 'kysely'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { RANGES } from './range'

/** So many clicks are added up in one transaction; the worker's minute at 500 a second is less. */
const BATCH = 50_000

const MOVING = [RANGES['7'], RANGES['30'], RANGES['90']].map(({ column }) => ({
  column: sql.ref(column),
  days: sql.lit(Number(column.slice('last_'.length))),
}))
const COLUMNS = sql.raw(
  Object.values(RANGES)
    .map(({ column }) => column)
    .join(', '),
)

/** Adds up what was clicked since the last time. */
export async function rollUpClicks(batch = BATCH) {
  while ((await inTransaction((trx) => rollUpBatch(trx, batch))) === batch);
}

async function rollUpBatch(trx: Transaction<DB>, batch: number) {
  await sql`set local statement_timeout = '60s'`.execute(trx)
  // One roll-up at a time: the row stays locked to the end.
  const { rows } = await sql<{ today: string; as_of: string }>`
    select as_of, (now() at time zone 'UTC')::date as today from click_roll_up for update`.execute(trx)
  const { today, as_of } = rows[0]!
  if (as_of < today) await moveRanges(trx, as_of, today)

  const ids = await takeBatch(trx, batch)
  if (ids.length > 0) await addUp(trx, ids, today)
  await countVisitors(trx)
  await sumUpPlaces(trx)
  return ids.length
}

/** A new day: what was clicked on the days that the ranges leave behind is taken off them. */
async function moveRanges(trx: Transaction<DB>, asOf: string, today: string) {
  for (const { column, days } of MOVING) {
    await sql`
      update deal_click_sums set ${column} = ${column} - leaving.clicks
      from (
        select deal_id, sum(clicks) as clicks from deal_click_days
        where day > ${asOf}::date - ${days} and day <= ${today}::date - ${days} group by deal_id
      ) leaving where leaving.deal_id = deal_click_sums.deal_id`.execute(trx)
  }
  await sql`update click_roll_up set as_of = ${today}`.execute(trx)
}

/**
 * The oldest clicks that are not counted yet. Their deals are held, because who deletes one takes its clicks away: the
 * one who comes second sees what the first has done.
 */
async function takeBatch(trx: Transaction<DB>, batch: number) {
  const { rows } = await sql<{ click_id: number }>`
    select click_id from uncounted_clicks
    join click_events on click_events.id = click_id join deals on deals.id = deal_id
    order by click_id limit ${batch} for key share of deals`.execute(trx)
  return rows.map(({ click_id }) => click_id)
}

async function addUp(trx: Transaction<DB>, ids: number[], today: string) {
  const inRange = MOVING.map(({ days }) => sql`count(*) filter (where day > ${today}::date - ${days})`)
  await sql`
    with taken as (
      delete from uncounted_clicks where click_id = any(${ids}::bigint[]) returning click_id
    ), clicks as materialized (
      select deal_id, coalesce(referrer, '') as referrer, (created_at at time zone 'UTC')::date as day
      from taken join click_events on id = click_id
    ), days as (
      insert into click_days (day, clicks) select day, count(*) from clicks group by day
      on conflict (day) do update set clicks = click_days.clicks + excluded.clicks, visitors_changed = true
    ), referrers as (
      insert into referrer_click_days select day, referrer, count(*) from clicks group by day, referrer
      on conflict (day, referrer) do update set clicks = referrer_click_days.clicks + excluded.clicks
    ), deals as (
      insert into deal_click_days select day, deal_id, count(*) from clicks group by day, deal_id
      on conflict (day, deal_id) do update set clicks = deal_click_days.clicks + excluded.clicks
    )
    insert into deal_click_sums as sums (deal_id, ${COLUMNS})
    select deal_id, ${sql.join(inRange)}, count(*) from clicks group by deal_id
    on conflict (deal_id) do update set last_7 = sums.last_7 + excluded.last_7,
      last_30 = sums.last_30 + excluded.last_30, last_90 = sums.last_90 + excluded.last_90,
      ever = sums.ever + excluded.ever`.execute(trx)
}

/** Visitors of two batches may be the same, so the raw rows of a day decide. */
async function countVisitors(trx: Transaction<DB>) {
  await sql`
    update click_days set visitors_changed = false, visitors = (
      select count(distinct visitor_key) from click_events
      where created_at >= day::timestamp at time zone 'UTC' and created_at < (day + 1)::timestamp at time zone 'UTC'
    ) where visitors_changed`.execute(trx)
}

/** Deals move between categories and platforms, so these are summed up anew. */
async function sumUpPlaces(trx: Transaction<DB>) {
  await sql`delete from place_click_sums`.execute(trx)
  await sql`
    insert into place_click_sums (place_id, ${COLUMNS})
    select place_id, sum(last_7), sum(last_30), sum(last_90), sum(ever)
    from deal_click_sums join deals on deals.id = deal_id,
      lateral (values (category_id), (platform_id)) as place (place_id)
    group by place_id`.execute(trx)
}
