import type { z } from 'zod'
import { readCsvFile } from './csv-file.server'
import type { RowErrors } from './csv-import'
import { NameTaken, saveCategory, savePlatform } from './save-taxonomies.server'
import { CATEGORY_COLUMNS, categoryRow, PLATFORM_COLUMNS, platformRow } from './taxonomy-rows.server'

export type TaxonomySummary = { created: number; updated: number; unchanged: number; failed: number }
type Read<Row> = { row: number; value: Row; present: ReadonlySet<string> }
type Report = (errors: RowErrors) => void
type Saved = 'created' | 'updated' | 'unchanged'

/** Creates or updates categories by slug. Parents may follow their children in the file. */
export async function importCategories(file: string, report: Report): Promise<TaxonomySummary> {
  const { summary, save, fail } = startSummary(report)
  let pending = await readTaxonomies(file, CATEGORY_COLUMNS, categoryRow, fail)
  // Each round saves those whose parent is saved already.
  while (pending.length > 0) {
    const unsaved = new Set(pending.map(({ value }) => value.slug))
    const ready = pending.filter(({ value: { parent_slug } }) => parent_slug === null || !unsaved.has(parent_slug))
    if (ready.length === 0) break
    for (const { row, value, present } of ready) {
      await save(row, 'parent_slug', () => saveCategory(value, present))
    }
    pending = pending.filter((one) => !ready.includes(one))
  }
  for (const { row, value } of pending) {
    fail({
      row,
      errors: [{ column: 'parent_slug', message: `${value.parent_slug} is a subcategory of ${value.slug}.` }],
    })
  }
  return summary
}

/** Creates or updates platforms by slug. */
export async function importPlatforms(file: string, report: Report): Promise<TaxonomySummary> {
  const { summary, save, fail } = startSummary(report)
  for (const { row, value, present } of await readTaxonomies(file, PLATFORM_COLUMNS, platformRow, fail)) {
    await save(row, 'slug', () => savePlatform(value, present))
  }
  return summary
}

async function readTaxonomies<Column extends string, Row>(
  file: string,
  known: readonly Column[],
  schema: z.ZodType<Row>,
  fail: Report,
) {
  const valid: Read<Row>[] = []
  const required = known.filter((column) => column === 'name' || column === 'slug')
  for await (const { header, rows } of readCsvFile(file, { known, required })) {
    for (const { row, cells, fault, suspicion } of rows) {
      const result = schema.safeParse(cells)
      const width = fault ?? (result.success ? undefined : suspicion)
      if (width) fail({ row, errors: [{ column: 'row', message: width }] })
      else if (result.success) valid.push({ row, value: result.data, present: header.present })
      else fail({ row, errors: result.error.issues.map(({ path, message }) => ({ column: String(path[0]), message })) })
    }
  }
  return valid
}

function startSummary(report: Report) {
  const summary: TaxonomySummary = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const fail = (errors: RowErrors) => {
    summary.failed += 1
    report(errors)
  }
  async function save(row: number, column: string, write: () => Promise<Saved | undefined>) {
    try {
      const saved = await write()
      if (saved) summary[saved] += 1
      else
        fail({
          row,
          errors: [{ column, message: 'There is no such parent, or it is a subcategory of this category.' }],
        })
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error
      fail({ row, errors: [{ column: 'name', message: error.message }] })
    }
  }
  return { summary, save, fail }
}
