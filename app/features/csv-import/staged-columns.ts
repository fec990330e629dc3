import { DEAL_COLUMNS, DEAL_FIELDS } from '~/features/deals/deal-fields'

type ImportedColumn = Exclude<(typeof DEAL_COLUMNS)[number], 'slug' | 'published' | 'status'>

/** The columns of a deal that a row of a file writes; the slug finds the deal. */
export const IMPORTED_COLUMNS = DEAL_COLUMNS.filter(
  (column): column is ImportedColumn => column !== 'slug' && DEAL_FIELDS[column].csv.length > 0,
)

/** The columns of the stage that a row of the file fills. */
export const STAGED_COLUMNS = ['row', 'slug', ...IMPORTED_COLUMNS, 'pros', 'cons'] as const
