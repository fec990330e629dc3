import { sql, type Transaction } from 'kysely'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import {
  ADD_EXCLUDED,
  COLUMNS,
  DEALS,
  inRanges,
  MOVING,
  REFERRERS,
  SUMS_OF_ALL,
  type Summed,
} from './click-sums.server'
import { DAYS_REMEMBERED, recountVisitors } from './visitors.server'

/** So many clicks are added up in one transaction; the worker's minute at 500 a second is less. */
const BATCH = 50_000

/** Adds up what was clicked since the last time, and puts right what was deleted or moved. Gives how many it added. */
export async function rollUpClicks(batch = BATCH) {
  const clicks = await addUpClicks(batch)
  while (!(await inRollUp(putRight)));
  await inRollUp(sumUpPlaces)
  return clicks
}

/** Adds up what was clicked since the last time, and gives how many clicks that were. */
export async function addUpClicks(batch = BATCH) {
  let clicks = 0
  for (;;) {
    const taken = await inRollUp((trx, today) => addUpBatch(trx, batch, today))
    clicks += taken
    if (taken < batch) return clicks
  }
}

/** One step at a time, whoever asks for it: a row stays locked to the end. The sums are those of `today`, in UTC. */
function inRollUp<Result>(step: (trx: Transaction<DB>, today: string) => Promise<Result>) {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    // Who waited over midnight finds the sums a day ahead of its own clock.
    const { rows } = await sql<{ as_of: string; today: string }>`
      select as_of, greatest(as_of, (now() at time zone 'UTC')::date) as today from click_roll_up for update`.execute(
      trx,
    )
    const { as_of, today } = rows[0]!
    if (as_of < today) await moveRanges(trx, as_of, today)
    return step(trx, today)
  })
}

/** A new day: what was clicked on the days that the ranges leave behind is taken off them. */
async function moveRanges(trx: Transaction<DB>, asOf: string, today: string) {
  for (const { key, days, sums } of [DEALS, REFERRERS]) {
    for (const range of MOVING) {
      await sql`
        update ${sql.table(sums)} as sums set ${range.column} = sums.${range.column} - leaving.clicks
        from (
          select ${sql.ref(key)} as key, sum(clicks) as clicks from ${sql.table(days)}
          where day > ${asOf}::date - ${range.days} and day <= ${today}::date - ${range.days} group by 1
        ) leaving where leaving.key = sums.${sql.ref(key)}`.execute(trx)
    }
  }
  await sql`update click_roll_up set as_of = ${today}`.execute(trx)
  await sumUpPlaces(trx)
}

async function addUpBatch(trx: Transaction<DB>, batch: number, today: string) {
  const ids = await takeBatch(trx, batch)
  if (ids.length > 0) await addUp(trx, ids, today)
  return ids.length
}

/**
 * The oldest clicks that are not counted yet. Their deals are held, because who deletes one takes its clicks away: the
 * one who comes second sees what the first has done.
 */
async function takeBatch(trx: Transaction<DB>, batch: number) {
  const { rows } = await sql<{ click_id: number }>`
    with oldest as materialized (
      select click_id, deal_id from uncounted_clicks order by click_id limit ${batch}
    ), held as materialized (
      select id from deals where id in (select deal_id from oldest) order by id for key share
    )
    select click_id from oldest join held on id = deal_id`.execute(trx)
  return rows.map(({ click_id }) => click_id)
}

/** Who came on a day whose visitors are not remembered any more may have been counted: the day is counted anew. */
async function addUp(trx: Transaction<DB>, ids: number[], today: string) {
  await sql`
    with clicks as materialized (
      delete from uncounted_clicks where click_id = any(${ids}::bigint[]) returning day, deal_id, referrer, visitor_key
    ), visitors as (
      insert into day_visitors select distinct day, visitor_key from clicks
      where visitor_key is not null and day > ${today}::date - ${DAYS_REMEMBERED}::int
      on conflict do nothing returning day
    ), days as (
      insert into click_days (day, clicks, visitors, visitors_changed)
      select day, count(*), (select count(*) from visitors where visitors.day = clicks.day),
        day <= ${today}::date - ${DAYS_REMEMBERED}::int
      from clicks group by day
      on conflict (day) do update set clicks = click_days.clicks + excluded.clicks,
        visitors = click_days.visitors + excluded.visitors,
        visitors_changed = click_days.visitors_changed or excluded.visitors_changed
    ), ${addUpBy(DEALS, today)}, ${addUpBy(REFERRERS, today)}
    insert into place_click_sums as sums (place_id, ${COLUMNS})
    select place_id, ${inRanges(sql`count(*)`, today)} from clicks join deals on deals.id = deal_id,
      lateral (values (category_id), (platform_id)) as place (place_id)
    group by place_id on conflict (place_id) do update set ${ADD_EXCLUDED}`.execute(trx)
}

function addUpBy({ key, days, sums }: Summed, today: string) {
  const ref = sql.ref(key)
  return sql`
    ${sql.ref(days)} as (
      insert into ${sql.table(days)} as days (day, ${ref}, clicks) select day, ${ref}, count(*) from clicks group by 1, 2
      on conflict (day, ${ref}) do update set clicks = days.clicks + excluded.clicks
    ), ${sql.ref(sums)} as (
      insert into ${sql.table(sums)} as sums (${ref}, ${COLUMNS})
      select ${ref}, ${inRanges(sql`count(*)`, today)} from clicks group by ${ref}
      on conflict (${ref}) do update set ${ADD_EXCLUDED}
    )`
}

/** Counts what was deleted out of the days, some days at a time, and gives whether all is right now. */
async function putRight(trx: Transaction<DB>, today: string) {
  const { isAnyChanged, isLast } = await recountVisitors(trx, today)
  // With the last of the days, so that whatever stops this in between is made up for by the next time.
  if (isAnyChanged && isLast) await sumUpReferrers(trx, today)
  return isLast
}

/** A deal that is deleted takes its clicks off the days of its referrers, not off these sums. */
async function sumUpReferrers(trx: Transaction<DB>, today: string) {
  await sql`delete from referrer_click_sums`.execute(trx)
  await sql`
    insert into referrer_click_sums (referrer, ${COLUMNS})
    select referrer, ${inRanges(sql`sum(clicks)`, today)}
    from referrer_click_days group by referrer`.execute(trx)
}

/** Deals move between categories and platforms, so these are summed up anew. */
async function sumUpPlaces(trx: Transaction<DB>) {
  await sql`delete from place_click_sums`.execute(trx)
  await sql`
    insert into place_click_sums (place_id, ${COLUMNS})
    select place_id, ${SUMS_OF_ALL}
    from deal_click_sums join deals on deals.id = deal_id,
      lateral (values (category_id), (platform_id)) as place (place_id)
    group by place_id`.execute(trx)
}
