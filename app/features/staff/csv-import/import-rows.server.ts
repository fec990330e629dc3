import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { DEAL_COLUMNS, DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { ROW_OFFSET, type RowErrors } from './csv-import'

type ImportedColumn = Exclude<(typeof DEAL_COLUMNS)[number], 'slug' | 'published' | 'status'>

/** The deal columns that a file can write. The slug only identifies the deal. */
export const IMPORTED_COLUMNS = DEAL_COLUMNS.filter(
  (column): column is ImportedColumn => column !== 'slug' && DEAL_FIELDS[column].csv.length > 0,
)
/** The keys by which a deal finds its product, computed from a row; each follows the column that it comes from. */
export const KEY_SOURCES = { title_key: 'title', vendor_key: 'vendor_name', link_key: 'cta_url' } as const
export const KEY_COLUMNS = ['title_key', 'vendor_key', 'link_key'] as const

const KIND_TYPES: Partial<Record<string, string>> = {
  ...{ price: 'numeric', date: 'date', number: 'int2', answer: 'boolean' },
}
const COLUMN_TYPES: Partial<Record<string, string>> = {
  ...{ regular_price_period: 'price_period', deal_price_period: 'price_period', refund_from: 'refund_start' },
  ...{ category_id: 'uuid', platform_id: 'uuid', tags: 'text[]' },
}

type Types = Record<string, string>

/** The types of a row's values. */
export const DEAL_TYPES: Types = {
  ...Object.fromEntries(
    IMPORTED_COLUMNS.map((column) => [column, COLUMN_TYPES[column] ?? KIND_TYPES[DEAL_FIELDS[column].kind] ?? 'text']),
  ),
  ...Object.fromEntries(KEY_COLUMNS.map((column) => [column, 'text'])),
  ...{ pros: 'text[]', cons: 'text[]', plans: 'jsonb', confirmed_on: 'date' },
  ...{ has_slug: 'boolean', leaves_out_discount: 'boolean', credits_others: 'boolean' },
}
export const CHANGE_TYPES: Types = {
  ...{ kind: 'change_kind', title: 'text', description: 'text', effective_on: 'date' },
  ...{ old_value: 'text', new_value: 'text', price: 'numeric', currency: 'text', affects_owners: 'affects_owners' },
  source_url: 'text',
}

/** Row numbers, inclusive. */
export type RowRange = { first: number; last: number }
/** The valid rows of an import, all of them or a range. */
export type Scope = { importId: string; range?: RowRange }

/** A subquery of the valid rows with their values as columns. PostgreSQL reads only the columns that are named here. */
export function incomingRows({ importId, range }: Scope, types = DEAL_TYPES) {
  const columns = Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`(
    select stored."row", stored.slug, stored.outcome, stored.deal_id, stored.version, stored.changes, next.*
    from import_rows as stored cross join lateral jsonb_to_record(stored.value) as next (${sql.join(columns)})
    where stored.import_id = ${importId} and stored.value is not null
      and ${range ? sql`stored."row" between ${range.first} and ${range.last}` : sql`true`})`
}

export type CheckedRow = {
  row: number
  cells: string[]
  slug?: string
  deal_id?: string
  value?: object
  errors?: RowErrors['errors']
}

/** Stores rows in a batch. Those with errors have failed, the outcome of the others is not known yet. */
export async function storeRows(importId: string, rows: CheckedRow[]) {
  if (rows.length === 0) return
  const stored = rows.map(({ errors, ...row }) => ({ ...row, errors, outcome: errors && 'failed' }))
  await sql`
    insert into import_rows (import_id, "row", outcome, slug, deal_id, value, errors, cells)
    select ${importId}, "row", outcome, slug, deal_id, value, errors, cells
    from json_to_recordset(${toJson(stored)}::json)
      as _ ("row" int4, outcome import_outcome, slug text, deal_id uuid, value jsonb, errors jsonb, cells text[])`.execute(
    db,
  )
}

/** Text of a file as JSON. PostgreSQL accepts neither NUL nor half of a character in it. */
export const toJson = (given: unknown) =>
  JSON.stringify(given, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )

/** Statistics of many new rows, without which the planner expects one. */
export async function analyzeRows() {
  await sql`analyze import_rows (import_id, "row", outcome, slug)`.execute(db)
}

/** Fails rows that are stored as valid, and returns them. */
export async function failRows(executor: Executor, importId: string, failed: RowErrors[]) {
  if (failed.length > 0) {
    await sql`
      update import_rows set outcome = 'failed', value = null, errors = failed.errors
      from json_to_recordset(${toJson(failed)}::json) as failed ("row" int4, errors jsonb)
      where import_id = ${importId} and import_rows."row" = failed."row"`.execute(executor)
  }
  return failed
}

export async function clearRows(importId: string) {
  await inLongTransaction((trx) => trx.deleteFrom('import_rows').where('import_id', '=', importId).execute())
}

/** The import was canceled. */
export class ImportStopped extends Error {}

/**
 * Remembers the last row of a batch, in its transaction.
 *
 * @throws ImportStopped when the import was canceled
 */
export async function recordWritten(trx: Trx, importId: string, { last }: RowRange) {
  const { numAffectedRows } = await sql`
    update imports set
      written_row = ${last}, progress = least(99, 100 * ${last}::int / (row_count + ${ROW_OFFSET}::int))
    where id = ${importId} and status = 'RUNNING'`.execute(trx)
  if (numAffectedRows !== 1n) throw new ImportStopped('The import was canceled.')
}

/** Sets the counts of an import, with `isWritten` those of the rows that are written. */
export async function countRows(executor: Executor, importId: string, { isWritten = false } = {}) {
  const count = (outcome: string) => sql`count(*) filter (where outcome = ${outcome})`
  await sql`
    update imports set (row_count, failed_count, created_count, updated_count, unchanged_count) = (
      select count(*), ${count('failed')}, ${count('created')}, ${count('updated')}, ${count('unchanged')}
      from import_rows where import_id = imports.id
        and (outcome = 'failed' or not ${isWritten}::boolean or "row" <= written_row))
    where id = ${importId}`.execute(executor)
}

/**
 * Runs a transaction with statements over thousands of rows, which need more time than the pool allows for pages.
 *
 * Where the planner expects one row instead of thousands, nested loops would take quadratic time, and sequential scans
 * would read the whole table for each batch. Both are disabled, and the statements pass the keys they look for as arrays,
 * which are found by index and then hashed.
 *
 * @param isSnapshot whether all statements see the database as it was at the first one
 */
export async function inLongTransaction<Result>(work: (trx: Trx) => Promise<Result>, { isSnapshot = false } = {}) {
  return inTransaction(async (trx) => {
    if (isSnapshot) await sql`set transaction isolation level repeatable read`.execute(trx)
    await sql`set local statement_timeout = '120s'`.execute(trx)
    await sql`select set_config(name, 'off', true)
      from unnest(array['jit', 'enable_nestloop', 'enable_seqscan']) name`.execute(trx)
    return work(trx)
  })
}
