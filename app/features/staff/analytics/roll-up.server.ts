import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { deleteOldClickKeys } from '~/features/audience/clicks/clicks.server'
import { deleteOldSearches } from './empty-searches.server'
import { MOVING_RANGES, TOTAL_COLUMNS } from './range'

/** Counts of rows with a `day`, one for each range that ends with `today`. */
const countByRange = (today: string) =>
  sql.join([
    ...MOVING_RANGES.map((days) => sql`count(*) filter (where day > ${today}::date - ${sql.lit(days)})`),
    sql`count(*)`,
  ])
const COLUMNS = sql.join(TOTAL_COLUMNS.map((column) => sql.ref(column)))
const SUMS = sql.join(TOTAL_COLUMNS.map((column) => sql`sum(${sql.ref(column)})`))
const DAY = sql`(created_at at time zone 'UTC')::date as day`

/** `today` is the UTC day of `now`, `as_of` that of the last roll-up; null before the first. */
type Moment = { now: Date; today: string; as_of: string | null }

/** Job, every minute: updates the metrics and deletes expired rows. */
export async function rollUpMetrics() {
  await rollUp()
  await deleteOldClickKeys()
  await deleteOldSearches()
}

/**
 * Updates daily_metrics and metric_totals. A rebuild is a separate transaction, because deleting a deal has to wait for
 * the clicks that the other transaction marks.
 */
export async function rollUp() {
  while (!(await inRollUp(addNewClicks))) await inRollUp(rebuild)
}

/** Runs one step at a time, also with several workers. */
function inRollUp<Result>(step: (trx: Trx, moment: Moment) => Promise<Result>) {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx)
    await sql`select pg_advisory_xact_lock(hashtextextended('roll up metrics', 0))`.execute(trx)
    // Not now(), the start of the transaction, which may be before another one had the lock.
    const { rows } = await sql<Moment>`
      select now, (now at time zone 'UTC')::date as today, (
        select (updated_at at time zone 'UTC')::date from metric_totals where metric = 'clicks' and key = ''
      ) as as_of from clock_timestamp() as now`.execute(trx)
    return step(trx, rows[0]!)
  })
}

/** @returns false, with nothing changed, when the totals have to be rebuilt first */
async function addNewClicks(trx: Trx, { now, today, as_of }: Moment) {
  if (as_of !== today || (await hasLostDeals(trx))) return false
  await recountDays(trx, await countNewClicks(trx, today))
  await sumByCategoryAndPlatform(trx)
  await setUpdatedAt(trx, now)
  return true
}

/** Counts everything again: on each new UTC day, because the ranges move, and after deals were deleted. */
async function rebuild(trx: Trx, { now, today }: Moment) {
  await sql`delete from metric_totals where metric in ('clicks', 'deal_clicks', 'referrer_clicks', 'link_clicks')`.execute(
    trx,
  )
  await sql`
    insert into metric_totals (metric, key, ${COLUMNS})
    select
      case grouping(deal_id, referrer, link)
        when 7 then 'clicks' when 3 then 'deal_clicks' when 5 then 'referrer_clicks' else 'link_clicks'
      end,
      coalesce(deal_id::text, referrer, link, ''), ${countByRange(today)}
    from (
      select click_targets.deal_id, coalesce(referrer, '') as referrer, coalesce(link, '') as link, ${DAY}
      from click_events join click_targets on click_targets.id = click_events.deal_id where rolled_up
    ) clicks
    group by grouping sets ((), (deal_id), (referrer), (link))`.execute(trx)
  await recountDays(trx, await listDifferingDays(trx))
  await setUpdatedAt(trx, now)
}

async function setUpdatedAt(trx: Trx, now: Date) {
  await sql`update metric_totals set updated_at = ${now} where metric = 'clicks' and key = ''`.execute(trx)
}

/**
 * Marks clicks in the statement that counts them, so that each is counted exactly once despite crashes, concurrent runs
 * and late commits.
 *
 * @returns the days of the new clicks
 */
async function countNewClicks(trx: Trx, today: string) {
  const additions = TOTAL_COLUMNS.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`total.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  const { rows } = await sql<{ day: string }>`
    with clicks as (
      update click_events set rolled_up = true from click_targets
      where not rolled_up and click_targets.id = click_events.deal_id
      returning click_targets.deal_id::text as deal_id, coalesce(referrer, '') as referrer, coalesce(link, '') as link,
        ${DAY}
    ), added as (
      insert into metric_totals as total (metric, key, ${COLUMNS})
      select metric, key, ${countByRange(today)} from clicks, lateral (
        values ('clicks', ''), ('deal_clicks', deal_id), ('referrer_clicks', referrer), ('link_clicks', link)
      ) as counted (metric, key) group by metric, key
      on conflict (metric, key) do update set ${sql.join(additions)}
    )
    select distinct day from clicks`.execute(trx)
  return rows.map(({ day }) => day)
}

/** Clicks are deleted with their deal, which makes all totals wrong. */
async function hasLostDeals(trx: Trx) {
  const { rows } = await sql<{ lost: boolean }>`
    select exists (
      select from metric_totals where metric = 'deal_clicks' and not exists (select from deals where id = key::uuid)
    ) as lost`.execute(trx)
  return rows[0]!.lost
}

async function listDifferingDays(trx: Trx) {
  const { rows } = await sql<{ day: string }>`
    select day from (select ${DAY}, count(*) from click_events where rolled_up group by 1) counted
    full join (select day, count from daily_metrics where metric = 'clicks') stored using (day)
    where counted.count is distinct from stored.count`.execute(trx)
  return rows.map(({ day }) => day)
}

/** Counts whole days again from their clicks, because visitors cannot be summed. */
async function recountDays(trx: Trx, days: string[]) {
  if (days.length === 0) return
  await sql`
    delete from daily_metrics where metric in ('clicks', 'visitors') and day = any(${days}::date[])`.execute(trx)
  await sql`
    insert into daily_metrics (metric, day, key, count)
    select metric, day, '', count from (
      select day, count(*) as clicks, count(distinct visitor_key) as visitors
      from (select distinct unnest(${days}::date[]) as day) days join click_events on rolled_up
        and created_at >= day::timestamp at time zone 'UTC' and created_at < (day + 1)::timestamp at time zone 'UTC'
      group by day
    ) counted, lateral (values ('clicks', clicks), ('visitors', visitors)) as counts (metric, count)`.execute(trx)
}

/** Summed again each time, because deals move between categories and platforms. */
async function sumByCategoryAndPlatform(trx: Trx) {
  await sql`delete from metric_totals where metric in ('category_clicks', 'platform_clicks')`.execute(trx)
  await sql`
    insert into metric_totals (metric, key, ${COLUMNS})
    select case grouping(category_id) when 0 then 'category_clicks' else 'platform_clicks' end,
      coalesce(category_id, platform_id)::text, ${SUMS}
    from metric_totals join deals on id = key::uuid where metric = 'deal_clicks'
    group by grouping sets ((category_id), (platform_id))`.execute(trx)
}
