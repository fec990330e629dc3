import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { estimateCount } from '~/features/catalog/deals/list/catalog-counts.server'
import { countUpTo, NO_FILTER } from '~/features/catalog/deals/list/deal-query.server'
import { selectManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import {
  ATTENTION_LABELS,
  ATTENTIONS,
  DEFAULT_MANAGE_SEARCH,
  managePath,
} from '~/features/catalog/deals/list/managed-search'
import { CONTRIBUTION_KINDS, KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { queuePath } from '~/features/staff/moderation/queue-paths'
import { COUNT_CAP } from '~/ui/pluralize'

export type AttentionItem = { label: string; count: number; to: string }

/** All deals, drafts included: exact up to 10,000, estimated above. */
export async function countDeals() {
  return estimateCount(sql`from deals`)
}

/** Deals with a gap in their record; `to` is the path of their list. */
export async function listAttentionItems(): Promise<AttentionItem[]> {
  return Promise.all(
    ATTENTIONS.map(async (attention) => {
      const matches = selectManagedDeals({ ...DEFAULT_MANAGE_SEARCH, attention }, NO_FILTER)
      return {
        label: ATTENTION_LABELS[attention],
        count: await countUpTo(COUNT_CAP + 1, matches),
        to: managePath({ attention }),
      }
    }),
  )
}

/** Weeks are seven days in UTC; the last one ends today. */
const WEEKS = 8
const DAYS = 7 * WEEKS
const TODAY = sql`(now() at time zone 'UTC')::date`

export type ClickDay = { day: string; clicks: number }

/** The clicks of the last 14 days, today included, the oldest first. */
export async function listClicksOfTwoWeeks() {
  const { rows } = await sql<ClickDay>`
    select ${TODAY} - before as day, coalesce(sum(count), 0)::int as clicks
    from generate_series(0, 13) as before
    left join daily_metrics on metric = 'clicks' and day = ${TODAY} - before
    group by before order by before desc`.execute(db)
  return rows
}

export type Week = {
  /** Its first day. */
  from: string
  /** Contributions sent in it, also those that wait or were decided later. */
  sent: number
  /** Contributions decided in it, and the median hours they waited; null without any. */
  decided: number
  hours: number | null
}

const isContribution = sql`kind in (${sql.join(CONTRIBUTION_KINDS.map((kind) => sql.lit(kind)))})`

/** Contributions and decisions of the last eight weeks, the oldest first. */
export async function listWeeks() {
  const { rows } = await sql<Week>`
    with decided as materialized (
      select decided_at, waiting_since from decisions
      where undone_at is null and ${isContribution} and decided_at >= ${START}
    ), by_decision as (
      select ${weekOf('decided_at')} as week, count(*) as decided,
        percentile_cont(0.5) within group
          (order by date_part('epoch', decided_at - waiting_since)) / 3600 as hours
      from decided group by 1
    ), by_sending as (
      select ${weekOf('waiting_since')} as week, count(*) as sent
      from (
        select waiting_since from decided
        union all select waiting_since from queue_items where ${isContribution}
      ) as all_sent
      where waiting_since >= ${START} group by 1
    )
    select (${FIRST_DAY} + 7 * week) as "from", coalesce(sent, 0)::int as sent, coalesce(decided, 0)::int as decided, hours
    from generate_series(0, ${WEEKS - 1}) as week
    left join by_decision using (week) left join by_sending using (week)
    order by week`.execute(db)
  return rows
}

const FIRST_DAY = sql`${TODAY} - ${sql.lit(DAYS - 1)}`
// A subquery is evaluated once, an expression for each row.
const START = sql`(select (${FIRST_DAY})::timestamp at time zone 'UTC')`

function weekOf(column: string) {
  return sql`floor(date_part('epoch', ${sql.ref(column)} - ${START}) / ${sql.lit(7 * 86_400)})::int`
}

type WaitingKind = {
  label: string
  to: string
  /** Waiting for up to 24 hours, and for longer. */
  recent: number
  overdue: number
  oldest: Date | null
}

type Row = Pick<WaitingKind, 'recent' | 'overdue' | 'oldest'> & { kind: Kind; affects_owners: boolean }

/** What waits for a decision by kind, in the order of the queue. What affects owners is counted apart. */
export async function listWaiting(): Promise<WaitingKind[]> {
  const { rows } = await sql<Row>`
    select kind, rank = 1 as affects_owners, min(waiting_since) as oldest,
      count(*) filter (where waiting_since >= now() - interval '24 hours') as recent,
      count(*) filter (where waiting_since < now() - interval '24 hours') as overdue
    from queue_items group by 1, 2`.execute(db)
  const owners = rows.filter((row) => row.affects_owners)
  const others = KINDS.map((kind) => ({
    label: specOf(kind).title,
    to: queuePath(kind),
    ...merge(rows.filter((row) => row.kind === kind && !row.affects_owners)),
  }))
  return [{ label: 'Affects owners', to: queuePath(), ...merge(owners) }, ...others]
}

/** Of any number of rows. */
export function merge(rows: Pick<WaitingKind, 'recent' | 'overdue' | 'oldest'>[]) {
  const times = rows.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => a.getTime() - b.getTime())
  return {
    recent: rows.reduce((sum, { recent }) => sum + recent, 0),
    overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
    oldest: times[0] ?? null,
  }
}
