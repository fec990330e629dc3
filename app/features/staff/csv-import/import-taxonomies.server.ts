import { sql } from 'kysely'
import type { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { categoryForm, lockCategories } from '~/features/catalog/categories/manage-categories.server'
import { platformForm } from '~/features/catalog/platforms/platform-record.server'
import { required, slug } from '~/http/fields.server'
import { readCsvFile, UnreadableFile } from './csv-file.server'
import type { RowErrors } from './csv-import'
import { fileOnDisk } from './import-files.server'

// The slug identifies the row to update, so it is required.
const identified = { slug: required('Slug', slug) }
const categoryRow = categoryForm.extend(identified)
const platformRow = platformForm.pick({ name: true, website_url: true }).extend(identified)

type ReportErrors = (errors: RowErrors) => void
export type TaxonomySummary = { created: number; updated: number; unchanged: number; failed: number }

/** Creates or updates categories by slug. Parents may follow their children in the file. */
export async function importCategories(file: string, report: ReportErrors): Promise<TaxonomySummary> {
  const { summary, save, fail } = startSummary(report)
  let pending = await readRows(file, ['name', 'slug', 'description', 'parent_slug'], categoryRow, fail)
  // Each round saves those whose parent is saved already.
  while (pending.length > 0) {
    const unsaved = new Set(pending.map(({ value }) => value.slug))
    const ready = pending.filter(({ value: { parent_slug } }) => parent_slug === null || !unsaved.has(parent_slug))
    if (ready.length === 0) break
    for (const { row, value, present } of ready) {
      const { parent_slug, ...columns } = value
      const written = present.has('parent_slug') ? [...present, 'parent_id'] : [...present]
      await save(row, () =>
        inTransaction(async (trx) => {
          await lockCategories(trx)
          const parent_id = await findParent(trx, value)
          if (parent_slug !== null && parent_id === undefined) throw new RowError('parent_slug', NO_PARENT)
          return upsert(trx, 'categories', { ...columns, parent_id }, written)
        }),
      )
    }
    pending = pending.filter((one) => !ready.includes(one))
  }
  for (const { row, value } of pending) {
    const message = `${value.parent_slug} is a subcategory of ${value.slug}.`
    fail({ row, errors: [{ column: 'parent_slug', message }] })
  }
  return summary
}

const NO_PARENT = 'There is no such parent, or it is a subcategory of this category.'

/** The id of the parent of a category. Undefined if there is none, or if it is the category itself or below it. */
async function findParent(trx: Trx, { slug, parent_slug }: z.infer<typeof categoryRow>) {
  // A former slug is that of the category it was renamed to or merged into.
  const { rows } = await sql<{ id: string }>`
    with recursive parent as (
      select coalesce((select id from categories where slug = ${parent_slug}),
        (select category_id from category_redirects where slug = ${parent_slug})) as id
    ),
    line as (
      select id, slug, parent_id from categories where id = (select id from parent)
      union select categories.id, categories.slug, categories.parent_id
      from categories join line on line.parent_id = categories.id
    )
    select id from parent where id is not null and not exists (select from line where slug = ${slug})`.execute(trx)
  return rows[0]?.id
}

/** Creates or updates platforms by slug. */
export async function importPlatforms(file: string, report: ReportErrors): Promise<TaxonomySummary> {
  const { summary, save, fail } = startSummary(report)
  for (const { row, value, present } of await readRows(file, ['name', 'slug', 'website_url'], platformRow, fail)) {
    await save(row, () => upsert(db, 'platforms', value, [...present]))
  }
  return summary
}

function startSummary(report: ReportErrors) {
  const summary: TaxonomySummary = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const fail = (errors: RowErrors) => {
    summary.failed += 1
    report(errors)
  }
  const save = async (row: number, write: () => Promise<'created' | 'updated' | 'unchanged'>) => {
    try {
      summary[await write()] += 1
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      fail({ row, errors: [{ column: error.column, message: error.message }] })
    }
  }
  return { summary, save, fail }
}

class RowError extends Error {
  constructor(
    readonly column: string,
    message: string,
  ) {
    super(message)
  }
}

/** The valid rows. Of several with one slug the last counts, and the others fail. */
async function readRows<Row extends { slug: string }>(
  file: string,
  known: readonly string[],
  schema: z.ZodType<Row>,
  fail: ReportErrors,
) {
  const valid: { row: number; value: Row; present: ReadonlySet<string> }[] = []
  for await (const { header, rows } of readCsvFile(fileOnDisk(file))) {
    const names = header.map((name) => name.trim().toLowerCase())
    const missing = known.filter((name) => (name === 'name' || name === 'slug') && !names.includes(name))
    if (missing.length > 0) throw new UnreadableFile(`Missing columns in the first row: ${missing.join(', ')}.`)
    const present = new Set(known.filter((name) => names.includes(name)))
    for (const { row, cells, fault } of rows) {
      const named = Object.fromEntries([...present].map((name) => [name, cells[names.indexOf(name)] ?? '']))
      const result = schema.safeParse(named)
      if (fault) fail({ row, errors: [{ column: 'row', message: fault }] })
      else if (result.success) valid.push({ row, value: result.data, present })
      else fail({ row, errors: result.error.issues.map(({ path, message }) => ({ column: String(path[0]), message })) })
    }
  }
  const last = new Map(valid.map(({ row, value }) => [value.slug, row]))
  return valid.filter(({ row, value: { slug } }) => {
    const other = last.get(slug)
    if (other !== row) fail({ row, errors: [{ column: 'slug', message: `The slug ${slug} is in row ${other} too.` }] })
    return other === row
  })
}

/**
 * Creates a row, or changes the written columns of the row with the same slug.
 *
 * @throws RowError when another row has the name
 */
async function upsert(
  executor: Executor,
  table: 'categories' | 'platforms',
  values: { name: string; slug: string } & Record<string, string | null | undefined>,
  written: string[],
) {
  const changed = Object.keys(values).filter((column) => column !== 'slug' && written.includes(column))
  const refs = (of: string) => sql.join(changed.map((column) => sql.ref(`${of}.${column}`)))
  try {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values).map((value) => value ?? null))})
      on conflict (slug) do update set (${sql.join(changed.map((column) => sql.ref(column)))}) = row(${refs('excluded')})
      where (${refs(table)}) is distinct from (${refs('excluded')})
      returning xmax = 0 as is_new`.execute(executor)
    if (!rows[0]) return 'unchanged'
    return rows[0].is_new ? 'created' : 'updated'
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new RowError('name', `Another entry already has the name "${values.name}".`)
  }
}
