import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { joinEntries } from '~/features/catalog/deals/plans/entry-list'
import { planEntry } from '~/features/catalog/deals/plans/plan-cell'
import { IMPORT_COLUMNS, type ImportColumn } from './csv-import'

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
