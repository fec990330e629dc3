import type { ImportOutcome, ImportStatus } from '~/db/schema'
import { DEAL_FIELD_NAMES, DEAL_FIELDS, type DealField, dealFieldSpec } from '~/features/catalog/deals/deal-fields'

/** `confirmed_on` is no field of the editor: saving a deal there is a check of it. */
export type ImportColumn = (typeof DEAL_FIELDS)[DealField]['csv'][number] | 'confirmed_on'

/** The columns of deals-template.csv, in its order (spec §5). */
export const TEMPLATE_COLUMNS: readonly ImportColumn[] = [
  'title',
  'slug',
  'vendor_name',
  'category',
  'platform',
  'summary',
  'description',
  'original_price',
  'deal_price',
  'currency',
  'start_date',
  'end_date',
  'tags',
  'cta_url',
  'hero_image_url',
  'video_url',
  'pros',
  'cons',
]

/** All columns that an import reads, those of the template first. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = [
  ...new Set([
    ...TEMPLATE_COLUMNS,
    ...DEAL_FIELD_NAMES.flatMap((field) => DEAL_FIELDS[field].csv),
    'confirmed_on' as const,
  ]),
]

/** What an export has besides the columns of an import. It follows from the other columns and the day, so an import ignores it. */
export const EXPORT_ONLY_COLUMN = 'shown_status'

const REQUIRED = new Set<ImportColumn>(
  DEAL_FIELD_NAMES.filter((field) => dealFieldSpec(field).required).flatMap((field) => DEAL_FIELDS[field].csv),
)
/** A file without these columns is rejected. */
export const REQUIRED_COLUMNS = IMPORT_COLUMNS.filter((column) => REQUIRED.has(column))

/** What the rows of a file are. */
export const FILE_KINDS = ['deals', 'changes'] as const
export type FileKind = (typeof FILE_KINDS)[number]
export const parseFileKind = (kind: string | null) => FILE_KINDS.find((one) => one === kind) ?? 'deals'
export const importPath = (kind: FileKind) => `/admin/csv-import${kind === 'changes' ? '?kind=changes' : ''}`

/** The columns of a file with verified changes. */
export const CHANGE_FILE_COLUMNS = [
  'deal_slug',
  'kind',
  'title',
  'description',
  'date',
  'old_value',
  'new_value',
  'currency',
  'affects_owners',
  'source_url',
] as const
export type ChangeColumn = (typeof CHANGE_FILE_COLUMNS)[number]

export type ColumnName = ImportColumn | ChangeColumn
export const FILE_FORMATS: Record<FileKind, { columns: readonly ColumnName[]; required: readonly ColumnName[] }> = {
  deals: { columns: IMPORT_COLUMNS, required: REQUIRED_COLUMNS },
  changes: { columns: CHANGE_FILE_COLUMNS, required: ['deal_slug', 'kind', 'date'] },
}

const LABELS = new Map<string, string>(
  DEAL_FIELD_NAMES.flatMap((field) =>
    DEAL_FIELDS[field].csv.map((column) => [column, DEAL_FIELDS[field].label] as const),
  ),
)

/** "Start date" */
export function columnLabel(column: ColumnName) {
  const words = column.replaceAll('_', ' ')
  const spelled = words.slice(0, 1).toUpperCase() + words.slice(1)
  return column === 'pros' || column === 'cons' ? spelled : (LABELS.get(column) ?? spelled)
}

/** What happens to a row without a vendor. */
export const VENDOR_RULES = {
  error: 'Leave it an error',
  link: "Use the link's site",
  title: 'Use the title',
} as const
export type VendorRule = keyof typeof VENDOR_RULES

/** Row numbers are those of a spreadsheet: the index among the data rows plus 2 (spec §8). */
export const ROW_OFFSET = 2
/** The number of rows in the preview (spec §9). */
export const PREVIEW_ROWS = 10
/** The page size of the lists of rows and imports. */
export const IMPORT_ROWS_PER_PAGE = 50
export const MAX_ROWS = 100_000
export const MAX_FILE_MB = 100
export const MAX_CELL_KB = 100

/** `cause` is the message without the values of the row, if it has any. */
export type ColumnError = { column: string; message: string; cause?: string }
/** All errors of one row. */
export type RowErrors = { row: number; errors: ColumnError[] }

export const IMPORT_STATUS_LABELS: Record<ImportStatus, string> = {
  // The type has two values that are no longer used.
  QUEUED: 'Waiting to start',
  PUBLISHING: 'Publishing',
  COLUMNS: 'Waiting for columns',
  CHECKING: 'Checking',
  CHECKED: 'Ready to import',
  RUNNING: 'Importing',
  DONE: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
}

const UNDER_WAY = ['CHECKING', 'RUNNING'] as const satisfies readonly ImportStatus[]

/** Whether the job worker is going to change the import. */
export function isUnderWay(status: ImportStatus): status is (typeof UNDER_WAY)[number] {
  return UNDER_WAY.some((one) => one === status)
}

/** The outcomes of rows, or of their dry run, in the order of an import's page. */
export const OUTCOMES = ['failed', 'updated', 'created', 'unchanged'] as const satisfies readonly ImportOutcome[]

/** "9.1 KB" */
export function formatFileSize(bytes: number) {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The errors of a row as one text: a message that ends without a full stop gets one before the next begins. */
export function joinMessages(errors: ColumnError[]) {
  const isLast = (index: number) => index === errors.length - 1
  return errors
    .map(({ message }, index) => (isLast(index) || message.endsWith('.') ? message : `${message}.`))
    .join(' ')
}

/** How many missing names of a kind have a choice of their own on the check's page. The others follow the checkbox. */
export const NAMES_SHOWN = 50
export const UPLOAD_FAILED = 'Failed to upload the file'
