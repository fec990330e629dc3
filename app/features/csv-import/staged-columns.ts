import { DEAL_COLUMNS, DEAL_FIELDS } from '~/features/deals/deal-fields'

type ImportedColumn = Exclude<(typeof DEAL_COLUMNS)[number], 'slug' | 'published' | 'status'>

/** The deal columns that a file can write. The slug only identifies the deal. */
export const IMPORTED_COLUMNS = DEAL_COLUMNS.filter(
  (column): column is ImportedColumn => column !== 'slug' && DEAL_FIELDS[column].csv.length > 0,
)

/** The columns of the staging table that are filled from a file. */
export const STAGED_COLUMNS = ['row', 'slug', ...IMPORTED_COLUMNS, 'pros', 'cons'] as const
