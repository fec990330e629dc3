import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { leavesOutDiscount } from '~/features/catalog/deals/deal'
import { dealRow, type ImportedDeal } from '~/features/catalog/deals/editor/deal-form.server'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { findIntermediary } from '~/features/catalog/links/tracking-link'
import { listMissingPictures, NO_OWN_PICTURE } from '~/features/catalog/pictures/own-pictures.server'
import { type ProductKeys, productKeys, vendorNameOf } from '~/features/catalog/products/product-key'
import { CATEGORY_LIMITS } from '~/features/catalog/taxonomy/taxonomy'
import { SLUG_PATTERN } from '~/http/field-table'
import { address, line } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import type { ColumnError, ImportColumn, RowErrors, VendorRule } from './csv-import'
import type { ImportOptions, MissingName, TaxonomyKind } from './import-options'

/** A valid row with its row number. */
export type IncomingDeal = Omit<ImportedDeal, 'slug'> &
  ProductKeys & {
    row: number
    slug: string
    /** Whether the row has a slug cell; otherwise the slug is that of the title. */
    has_slug: boolean
    category_id: string
    platform_id: string
    leaves_out_discount: boolean
    /** Whether the link may earn someone else a commission. */
    credits_others: boolean
  }

/** Validates a row with the rules of the deal form and resolves its category and platform. */
export function checkDealRow(
  row: number,
  cells: Partial<Record<ImportColumn, string>>,
  names: TaxonomyNames,
  vendor: VendorRule = 'error',
): IncomingDeal | RowErrors {
  const errors: ColumnError[] = []
  const result = dealRow.safeParse(vendor === 'error' ? cells : withVendor(cells, vendor))
  const category = cells.category?.trim() ?? ''
  const platform = cells.platform?.trim() ?? ''
  const category_id = names.find('category', category)
  const platform_id = names.find('platform', platform)

  for (const { path, message } of result.error?.issues ?? []) errors.push({ column: String(path[0]), message })
  if (!category_id) errors.push(notFound('category', 'Category', category))
  if (!platform_id) errors.push(notFound('platform', 'Platform', platform))
  if (!result.success || !category_id || !platform_id) return { row, errors }
  const { slug, title, cta_url } = result.data
  const leaves_out_discount = leavesOutDiscount(result.data)
  return {
    ...result.data,
    ...productKeys(result.data),
    row,
    slug: slug ?? slugFromTitle(title),
    has_slug: slug !== null,
    category_id,
    platform_id,
    discount_percent: leaves_out_discount ? null : result.data.discount_percent,
    leaves_out_discount,
    credits_others: findIntermediary(cta_url) !== undefined,
  }
}

const notFound = (column: TaxonomyKind, label: string, name: string): ColumnError => ({
  column,
  message: `${label} not found: ${name}`,
  cause: `${label} not found`,
})

/** Fails the checked rows whose picture is a path of this site without a picture. */
export async function rejectMissingPictures(checked: (IncomingDeal | RowErrors)[]) {
  const missing = await listMissingPictures(checked.map((row) => ('errors' in row ? null : row.hero_image_url)))
  return checked.map((row): IncomingDeal | RowErrors =>
    'errors' in row || !missing.has(row.hero_image_url ?? '')
      ? row
      : { row: row.row, errors: [{ column: 'hero_image_url', message: NO_OWN_PICTURE }] },
  )
}

/** Fills a missing vendor, named after the title or the site of the link. */
function withVendor(cells: Partial<Record<ImportColumn, string>>, rule: 'title' | 'link') {
  const title = cells.title?.trim() ?? ''
  const link = address(cells.cta_url?.trim() ?? '')
  if (cells.vendor_name?.trim()) return cells
  if (rule === 'title') return { ...cells, vendor_name: title }
  return link instanceof ValueError ? cells : { ...cells, vendor_name: vendorNameOf(title, link) }
}

const parseName = line(CATEGORY_LIMITS.name)

type NamedRow = { id: string; name: string; slug: string; parent_id?: string | null }
type FormerRow = { id: string; name: string | null; slug: string }
type FindId = (value: string) => string | undefined

/**
 * Finds categories and platforms by slug or, ignoring case, by name (spec §5). "Parent / Child" finds a subcategory
 * too. Former slugs and names of renamed and merged ones count where no present one is equal. Names that do not exist
 * are counted; the options may map them to one that does, or give them the id with which they will be created.
 */
export class TaxonomyNames {
  missing: Record<TaxonomyKind, Map<string, MissingName>> = { category: new Map(), platform: new Map() }

  private constructor(
    private finders: Record<TaxonomyKind, FindId>,
    private options: ImportOptions,
  ) {}

  /** Loaded once for an import. */
  static async load(options: ImportOptions = {}) {
    const [categories, platforms, formerCategories, formerPlatforms] = await Promise.all([
      db.selectFrom('categories').select(['id', 'name', 'slug', 'parent_id']).execute(),
      db.selectFrom('platforms').select(['id', 'name', 'slug']).execute(),
      listFormer('category'),
      listFormer('platform'),
    ])
    const finders = { category: finderIn(categories, formerCategories), platform: finderIn(platforms, formerPlatforms) }
    return new TaxonomyNames(finders, options)
  }

  find(kind: TaxonomyKind, name: string): string | undefined {
    const id = this.finders[kind](name)
    // What is no name could not be created.
    if (id || name === '' || parseName(name) instanceof ValueError) return id
    const key = name.toLowerCase().replace(/[\s_-]+/g, ' ')
    const missing = this.missing[kind].get(key) ?? { key, name, rows: 0 }
    this.missing[kind].set(key, missing)
    missing.rows += 1
    if (SLUG_PATTERN.test(missing.name)) missing.name = name
    const chosen = this.options.names?.[kind][key]
    if (chosen) return chosen === 'error' ? undefined : chosen.id
    if (!this.options.createsMissing) return undefined
    missing.id ??= randomUUID()
    return missing.id
  }
}

/** Names that do not exist, the most frequent first. One that is written as a slug becomes words: "Developer tools". */
export function listMissing(names: Map<string, MissingName>): MissingName[] {
  const listed = [...names.values()].toSorted((one, other) => other.rows - one.rows)
  return listed.map((missing) => {
    const [first = '', ...rest] = missing.key
    return SLUG_PATTERN.test(missing.name) ? { ...missing, name: first.toUpperCase() + rest.join('') } : missing
  })
}

/** Redirects with the former name, unless two records had it. */
async function listFormer(kind: 'category' | 'platform'): Promise<FormerRow[]> {
  const id = sql.ref(`${kind}_id`)
  const { rows } = await sql<FormerRow>`
    select ${id} as id, slug, case when min(${id}::text) over same_name = max(${id}::text) over same_name then name end as name
    from ${sql.table(`${kind}_redirects`)} window same_name as (partition by lower(name))`.execute(db)
  return rows
}

function finderIn(rows: NamedRow[], former: FormerRow[]): FindId {
  const all = [...former, ...rows]
  const bySlug = new Map(all.map(({ slug, id }) => [slug, id]))
  const named = all.flatMap(({ name, id }) => (name === null ? [] : [{ id, name: name.toLowerCase() }]))
  const byName = new Map(named.map(({ name, id }) => [name, id]))
  const namesOf = Map.groupBy(named, ({ id }) => id)
  const byPath = new Map<string, string>()
  for (const { id, parent_id } of rows) {
    for (const parent of namesOf.get(parent_id ?? '') ?? [])
      for (const { name } of namesOf.get(id) ?? []) byPath.set(`${parent.name} / ${name}`, id)
  }
  return (value) => {
    const name = value.toLowerCase()
    return bySlug.get(value) ?? byName.get(name) ?? byPath.get(name)
  }
}
