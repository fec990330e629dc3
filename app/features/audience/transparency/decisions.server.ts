import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { writeCsv } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'
import { DECISION_LABELS, PUBLIC_KINDS } from './transparency'

export type PublicDecision = Awaited<ReturnType<typeof selectDecisions>>[number]

const BATCH = 1_000
const IS_PUBLIC = sql<boolean>`undone_at is null
  and decisions.kind in (${sql.join(PUBLIC_KINDS.map((kind) => sql.lit(kind)))})`

/** The newest decisions that were not undone, without people, notes and texts. */
export async function listNewestDecisions(limit: number) {
  return selectDecisions(sql<boolean>`true`, limit)
}

async function selectDecisions(condition: RawBuilder<boolean>, limit: number) {
  return db
    .selectFrom('decisions')
    .leftJoin('deals', (join) => join.onRef('deals.id', '=', 'decisions.deal_id').on('deals.published', '=', true))
    .select(['decisions.id', 'decided_at', 'kind', 'decision', 'reason', 'decisions.affects_owners'])
    .select(['deals.title', 'deals.slug'])
    .where(IS_PUBLIC)
    .where(condition)
    .orderBy('decided_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: Kind }>()
    .execute()
}

/** The months with decisions, YYYY-MM, the newest first. */
export async function listMonths() {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from (select min(decided_at) as first from decisions where undone_at is null) as decided,
      generate_series(date_trunc('month', first at time zone 'UTC'), now() at time zone 'UTC', interval '1 month') as month
    where exists (select from decisions where ${IS_PUBLIC} and ${isInMonth(sql`month`)})
    order by month desc`.execute(db)
  return rows.map(({ month }) => month)
}

export async function hasDecisions(month: string) {
  const found = await db
    .selectFrom('decisions')
    .select('id')
    .where(IS_PUBLIC)
    .where(isInMonth(startOf(month)))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const startOf = (month: string) => sql`${`${month}-01`}::timestamp`

function isInMonth(start: RawBuilder<unknown>) {
  return sql<boolean>`decided_at >= (${start}) at time zone 'UTC'
    and decided_at < (${start} + interval '1 month') at time zone 'UTC'`
}

const COLUMNS = ['date', 'kind', 'decision', 'reason', 'deal', 'url'] as const

/** The decisions of a month as CSV, the newest first. */
export function writeDecisionCsv(month: string) {
  return writeCsv(COLUMNS, listRows(month))
}

async function* listRows(month: string) {
  let before = sql<boolean>`true`
  for (;;) {
    const decisions = await selectDecisions(sql<boolean>`${isInMonth(startOf(month))} and ${before}`, BATCH)
    yield decisions.map(toRow)
    const last = decisions.at(-1)
    if (!last || decisions.length < BATCH) return
    // By the id, because a Date has less precision than the column.
    before = sql<boolean>`(decided_at, decisions.id) < (select decided_at, id from decisions where id = ${last.id})`
  }
}

function toRow({ decided_at, kind, decision, reason, title, slug }: PublicDecision) {
  return {
    date: decided_at.toISOString().slice(0, 10),
    kind: specOf(kind).label,
    decision: DECISION_LABELS[decision],
    reason: reason && REJECTION_REASON_LABELS[reason],
    deal: title,
    url: slug && siteUrl(`/deals/${slug}`),
  }
}
