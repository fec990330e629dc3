import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEAL_COLUMNS, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import { listManagedIds } from '~/features/catalog/deals/list/managed-deals.server'
import type { ManageSearch } from '~/features/catalog/deals/list/managed-search'
import { joinEntries, planEntry } from '~/features/catalog/deals/plans/cell-entries'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { writeCsv } from '~/http/files.server'
import { storedPlans } from './compare-deals.server'
import { EXPORT_ONLY_COLUMN, IMPORT_COLUMNS, type ImportColumn } from './csv-import'

const BATCH_DEALS = 1_000

/** The staff's list of deals as CSV, newest first: the template's columns, and the status that visitors see. Importing it
 * again changes nothing. */
export function exportDeals(search: ManageSearch) {
  return writeCsv([...IMPORT_COLUMNS, EXPORT_ONLY_COLUMN], listDealCells(search))
}

async function* listDealCells(search: ManageSearch) {
  const ids = await listManagedIds(search)
  for (let start = 0; start < ids.length; start += BATCH_DEALS) {
    const deals = await readDeals(ids.slice(start, start + BATCH_DEALS))
    yield deals.map((deal) => ({ ...dealCells(deal), [EXPORT_ONLY_COLUMN]: deal.shown_status }))
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
    .select(['categories.slug as category', 'platforms.slug as platform', 'deals.confirmed_on'])
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
