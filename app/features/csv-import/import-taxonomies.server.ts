import type { z } from 'zod'
import { readCsvFile } from './csv-file.server'
import type { RowErrors } from './csv-import'
import { NameTaken, saveCategory, savePlatform } from './save-taxonomies.server'
import { CATEGORY_COLUMNS, categoryRow, PLATFORM_COLUMNS, platformRow } from './taxonomy-rows.server'

export type TaxonomySummary = { created: number; updated: number; unchanged: number; failed: number }
type Read<Row> = { row: number; value: Row; present: ReadonlySet<string> }
type Report = (errors: RowErrors) => void
type Saved = 'created' | 'updated' | 'unchanged'

/** Adds or updates categories by slug. A parent may come after its children in the file. */
export async function importCategories(file: string, report: Report): Promise<TaxonomySummary> {
  const { tally, save, fail } = startSummary(report)
  let waiting = await readTaxonomies(file, CATEGORY_COLUMNS, categoryRow, fail)
  // Round by round, those whose parent is no longer waiting itself.
  while (waiting.length > 0) {
    const unsaved = new Set(waiting.map(({ value }) => value.slug))
    const ready = waiting.filter(({ value: { parent_slug } }) => parent_slug === null || !unsaved.has(parent_slug))
    if (ready.length === 0) break
    for (const { row, value, present } of ready) {
      await save(row, 'parent_slug', () => saveCategory(value, present))
    }
    waiting = waiting.filter((one) => !ready.includes(one))
  }
  for (const { row, value } of waiting) {
    fail({
      row,
      errors: [{ column: 'parent_slug', message: `${value.parent_slug} is a subcategory of ${value.slug}.` }],
    })
  }
  return tally
}

/** Adds or updates platforms by slug. */
export async function importPlatforms(file: string, report: Report): Promise<TaxonomySummary> {
  const { tally, save, fail } = startSummary(report)
  for (const { row, value, present } of await readTaxonomies(file, PLATFORM_COLUMNS, platformRow, fail)) {
    await save(row, 'slug', () => savePlatform(value, present))
  }
  return tally
}

async function readTaxonomies<Column extends string, Row>(
  file: string,
  known: readonly Column[],
  schema: z.ZodType<Row>,
  fail: Report,
) {
  const places: Read<Row>[] = []
  const required = known.filter((column) => column === 'name' || column === 'slug')
  for await (const { header, rows } of readCsvFile(file, { known, required })) {
    for (const { row, cells, fault, suspicion } of rows) {
      const result = schema.safeParse(cells)
      const width = fault ?? (result.success ? undefined : suspicion)
      if (width) fail({ row, errors: [{ column: 'row', message: width }] })
      else if (result.success) places.push({ row, value: result.data, present: header.present })
      else fail({ row, errors: result.error.issues.map(({ path, message }) => ({ column: String(path[0]), message })) })
    }
  }
  return places
}

function startSummary(report: Report) {
  const tally: TaxonomySummary = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const fail = (errors: RowErrors) => {
    tally.failed += 1
    report(errors)
  }
  async function save(row: number, column: string, write: () => Promise<Saved | undefined>) {
    try {
      const saved = await write()
      if (saved) tally[saved] += 1
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
  return { tally, save, fail }
}
