import { joinEntries } from '~/features/deals/entry-list'
import { TEMPLATE_COLUMNS, type TemplateColumn } from './csv-import'

type Deal = Record<Exclude<TemplateColumn, 'tags' | 'pros' | 'cons'>, string | null> &
  Record<'tags' | 'pros' | 'cons', readonly string[]>

/** A deal as the cells of a row, from which the same deal can be read again. */
export function dealCells(deal: Deal) {
  return Object.fromEntries(TEMPLATE_COLUMNS.map((column) => [column, toCell(deal[column])])) as Record<
    TemplateColumn,
    string
  >
}

function toCell(value: string | readonly string[] | null) {
  return typeof value === 'string' ? value : joinEntries(value ?? [])
}
