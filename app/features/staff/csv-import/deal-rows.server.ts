import { dealRow, type ImportedDeal } from '~/features/catalog/deals/editor/deal-form.server'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { type ProductKeys, productKeys } from '~/features/catalog/products/product-key'
import type { FindId } from '~/features/staff/csv-import/check-row.server'
import type { CsvRow } from './csv-file.server'
import type { ColumnError, ImportColumn, RowErrors } from './csv-import'

/** A valid row with its row number, ready for staging. */
export type IncomingDeal = ImportedDeal &
  ProductKeys & { row: number; slug: string; category_id: string; platform_id: string }

/** Validates a row with the rules of the deal form and resolves its category and platform. */
export function checkDealRow(
  { row, cells, fault, suspicion }: CsvRow<ImportColumn>,
  findId: { category: FindId; platform: FindId },
  { vendorFromLink = false } = {},
): IncomingDeal | RowErrors {
  if (fault) return { row, errors: [{ column: 'row', message: fault }] }
  const errors: ColumnError[] = []
  const result = dealRow.safeParse(vendorFromLink ? withVendor(cells) : cells)
  const category = cells.category?.trim() ?? ''
  const platform = cells.platform?.trim() ?? ''
  const category_id = findId.category(category)
  const platform_id = findId.platform(platform)

  for (const { path, message } of result.error?.issues ?? []) errors.push({ column: String(path[0]), message })
  if (!category_id) errors.push({ column: 'category', message: `Category not found: ${category}` })
  if (!platform_id) errors.push({ column: 'platform', message: `Platform not found: ${platform}` })
  if (!result.success || !category_id || !platform_id) {
    return { row, errors: suspicion ? [{ column: 'row', message: suspicion }] : errors }
  }
  const slug = result.data.slug ?? slugFromTitle(result.data.title)
  return { ...result.data, ...productKeys(result.data), row, slug, category_id, platform_id }
}

/** Fills a missing vendor with the host of the link, often the only place where a marketplace names the vendor. */
function withVendor(cells: Partial<Record<ImportColumn, string>>) {
  if (cells.vendor_name?.trim() || !URL.canParse(cells.cta_url ?? '')) return cells
  return { ...cells, vendor_name: new URL(cells.cta_url!).hostname.replace(/^www\./, '') }
}
