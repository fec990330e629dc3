import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { IS_PAID_ONCE } from './deal-query.server'

/** The counts on the homepage: open deals, as in the list of deals, approved reviews and verified changes. */
export async function countCatalog() {
  const [deals, reviews, changes] = await Promise.all([
    estimateCount(sql`from deals where published and is_current and ${IS_PAID_ONCE} and ${isOpen()}`),
    estimateCount(sql`from reviews where status = 'APPROVED'`),
    estimateCount(sql`from change_logs where status = 'APPROVED'`),
  ])
  return { deals, reviews, changes }
}

const EXACT_UP_TO = 10_000

/**
 * Exact up to 10,000 and rounded down to two digits above: counting a million rows takes longer than a page may, so
 * the planner's statistics give an estimate.
 */
export async function estimateCount(rows: RawBuilder<unknown>) {
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select ${rows} limit ${EXACT_UP_TO + 1}) counted`.execute(db)
  if (counted.rows[0]!.count <= EXACT_UP_TO) return counted.rows[0]!.count

  const plan = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select ${rows}`.execute(db)
  const estimate = plan.rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  const unit = 10 ** (String(estimate).length - 2)
  return Math.max(Math.floor(estimate / unit) * unit, EXACT_UP_TO)
}
