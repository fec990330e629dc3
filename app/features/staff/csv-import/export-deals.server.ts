import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEAL_COLUMNS, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import { resolveFilter } from '~/features/catalog/deals/list/deal-query.server'
import { selectManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import type { ManageSearch } from '~/features/catalog/deals/list/managed-search'
import { joinEntries, planEntry } from '~/features/catalog/deals/plans/cell-entries'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { writeCsv } from '~/http/files.server'
import { storedPlans } from './compare-deals.server'
import { EXPORT_ONLY_COLUMN, IMPORT_COLUMNS, type ImportColumn } from './csv-import'

const BATCH_DEALS = 500

/** The staff's list of deals as CSV, newest first: the template's columns, and the status that visitors see. Importing it
 * again changes nothing. */
export function exportDeals(search: ManageSearch) {
  return writeCsv([...IMPORT_COLUMNS, EXPORT_ONLY_COLUMN], listDealCells(search))
}

async function* listDealCells(search: ManageSearch) {
  for await (const ids of matchingIds(search)) {
    const deals = await readDeals(ids)
    yield deals.map((deal) => ({ ...dealCells(deal), [EXPORT_ONLY_COLUMN]: deal.shown_status }))
  }
}

/** Pages by key, so that no database cursor stays open for as long as a download takes. */
async function* matchingIds(search: ManageSearch) {
  const resolved = await resolveFilter(search)
  // As text, because a Date drops the microseconds, and deals of the same millisecond would be skipped.
  for (let last: { id: string; at: string } | undefined; ; ) {
    let matches = selectManagedDeals(search, resolved).select(['deals.id', sql<string>`created_at::text`.as('at')])
    if (last)
      matches = matches.where(sql<boolean>`(created_at, deals.id) < (${last.at}::timestamptz, ${last.id}::uuid)`)
    const rows = await matches.orderBy('created_at', 'desc').orderBy('deals.id', 'desc').limit(BATCH_DEALS).execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < BATCH_DEALS) return
    last = rows.at(-1)
  }
}

async function readDeals(ids: string[]) {
  const entries = (type: 'PRO' | 'CON') => sql<string[]>`array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
  return db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'category_id')
    .innerJoin('platforms', 'platforms.id', 'platform_id')
    .select(DEAL_COLUMNS.map((column) => `deals.${column}` as const))
    .select(['categories.slug as category', 'platforms.slug as platform', 'deals.seen_on'])
    .select(shownStatus().as('shown_status'))
    .select([entries('PRO').as('pros'), entries('CON').as('cons')])
    .select(sql<EditedDeal['plans']>`${storedPlans}`.as('plans'))
    .where('deals.id', 'in', ids)
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .execute()
}

type Value = string | number | boolean | null
type Deal = Record<Exclude<ImportColumn, 'tags' | 'pros' | 'cons' | 'plans'>, Value> &
  Record<'tags' | 'pros' | 'cons', readonly string[]> & { plans: EditedDeal['plans'] }

/** A deal as the cells of a row, from which the same deal can be read again. */
export function dealCells(deal: Deal) {
  return Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [column, toCell(column === 'plans' ? deal.plans.map(planEntry) : deal[column])]),
  ) as Record<ImportColumn, string>
}

function toCell(value: Value | readonly string[]) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || typeof value !== 'object' ? String(value ?? '') : joinEntries(value)
}
