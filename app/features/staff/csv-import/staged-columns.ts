import { DEAL_COLUMNS, DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'

type ImportedColumn = Exclude<(typeof DEAL_COLUMNS)[number], 'slug' | 'published' | 'status'>

/** The deal columns that a file can write. The slug only identifies the deal. */
export const IMPORTED_COLUMNS = DEAL_COLUMNS.filter(
  (column): column is ImportedColumn => column !== 'slug' && DEAL_FIELDS[column].csv.length > 0,
)

/** The keys by which a deal finds its product, computed from a row; each follows the column that it comes from. */
export const KEY_SOURCES = { title_key: 'title', vendor_key: 'vendor_name', link_key: 'cta_url' } as const
export const KEY_COLUMNS = ['title_key', 'vendor_key', 'link_key'] as const

/** The columns of the staging table that are filled from a file. */
export const STAGED_COLUMNS = ['row', 'slug', ...IMPORTED_COLUMNS, ...KEY_COLUMNS, 'pros', 'cons', 'plans'] as const
