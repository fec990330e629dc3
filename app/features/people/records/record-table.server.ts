import { type RawBuilder, sql } from 'kysely'
import type { Executor, Trx } from '~/db/executor'
import type { SeoEntityType } from '~/db/schema'
import type { FieldTable } from '~/http/field-table'

/** The tables of records, each with a column `version`. */
type RecordTable = 'categories' | 'deals' | 'link_programs' | 'platforms' | 'products' | 'seo_metadata' | 'vendors'

/** The types of the SEO entries that are deleted with a row of these tables. */
const SEO_TYPES: { [Table in RecordTable]?: SeoEntityType } = {
  categories: 'CATEGORY',
  deals: 'DEAL',
  platforms: 'PLATFORM',
}

/** How a transaction locks a row: before it is deleted, or before its values are written. */
export type RowLock = 'for update' | 'for no key update'

type Derived<Stored, Sent> = {
  /** SQL for the fields that are no columns. */
  columns?: { [Name in keyof Stored]?: RawBuilder<unknown> }
  /** The columns of the submitted values, where these are not the columns themselves. */
  rowOf?(values: Sent, trx: Trx): object | Promise<object>
}

/** The fields and statements of a kind of record whose fields are columns of one table, apart from the derived ones. */
export function recordTable<Stored extends object, Sent extends Stored = Stored>(
  table: RecordTable,
  fields: FieldTable,
  { columns = {}, rowOf = (values) => values }: Derived<Stored, Sent> = {},
) {
  const selected = Object.keys(fields).map((name) => {
    const derived: RawBuilder<unknown> | undefined = Reflect.get(columns, name)
    return derived ? sql`${derived} as ${sql.ref(name)}` : sql.ref(name)
  })
  // The types of one table stand for those of all; the form and the table of fields have checked the values.
  const typed = table as 'platforms'
  return {
    fields,
    async find(executor: Executor, id: string, lock?: RowLock) {
      const { rows } = await sql<Stored & { version: number }>`
        select ${sql.join(selected)}, version from ${sql.table(table)}
        where id = ${id} ${sql.raw(lock ?? '')}`.execute(executor)
      return rows[0]
    },
    async insert(trx: Trx, values: Sent) {
      const row = (await rowOf(values, trx)) as never
      return trx.insertInto(typed).values(row).returning('id').executeTakeFirstOrThrow()
    },
    async update(trx: Trx, id: string, values: Sent) {
      const row = { ...(await rowOf(values, trx)), version: sql`version + 1` } as never
      await trx.updateTable(typed).set(row).where('id', '=', id).execute()
    },
    remove: (trx: Trx, id: string) => deleteRow(trx, table, id),
  }
}

/** Deletes the row of a record with its SEO entry. */
export async function deleteRow(trx: Trx, table: RecordTable, id: string) {
  const type = SEO_TYPES[table]
  if (type) await trx.deleteFrom('seo_metadata').where('entity_type', '=', type).where('entity_id', '=', id).execute()
  await trx
    .deleteFrom(table as 'platforms')
    .where('id', '=', id)
    .execute()
}
