import { listDifferences } from '~/features/staff/csv-import/compare-deals.server'
import { columnsIn } from '~/features/staff/csv-import/csv-header.server'
import { IMPORT_ROWS_PER_PAGE, isUnderWay, OUTCOMES } from '~/features/staff/csv-import/csv-import'
import {
  findImport,
  findSameFile,
  hasDrafts,
  type ImportReport,
  listPreview,
  listRowErrors,
  listRows,
} from '~/features/staff/csv-import/import-reports.server'
import { describeProductMatches, type ProductMatches } from '~/features/staff/csv-import/product-matches.server'
import { describeRowWarnings, findRowWarnings } from '~/features/staff/csv-import/row-warnings.server'
import { toPageNumber } from '~/http/params'
import { notFound } from '~/http/responses.server'

export type Lists = Awaited<ReturnType<typeof readLists>>

/** Everything that the page of an import shows. */
export async function readReport(id: string, params: URLSearchParams) {
  const report = await findImport(id)
  if (!report) throw notFound('Import')
  const isOfDeals = report.kind === 'deals'
  const { present, unknown } = columnsIn(report.header, report.kind)
  const [preview, warnings, earlierImport, canPublish, lists] = await Promise.all([
    listPreview(id),
    isOfDeals && report.status === 'CHECKED' ? findRowWarnings({ importId: id, present }) : undefined,
    findSameFile(id),
    isOfDeals && report.status === 'DONE' && hasDrafts(id),
    readLists(report, params),
  ])
  const rowWarnings = describeRowWarnings(warnings || undefined)
  const matches = report.status === 'CHECKED' ? (report.product_matches as ProductMatches | null) : null
  const productMatches = describeProductMatches(matches)
  return {
    report,
    header: report.header,
    unknown,
    preview,
    rowWarnings,
    productMatches,
    earlierImport,
    canPublish,
    lists,
  }
}

async function readLists(report: ImportReport, params: URLSearchParams) {
  const counts = {
    failed: report.failed_count,
    updated: report.updated_count,
    created: report.created_count,
    unchanged: report.unchanged_count,
  }
  const filled =
    isUnderWay(report.status) && report.status !== 'PUBLISHING' ? [] : OUTCOMES.filter((one) => counts[one] > 0)
  const shown = filled.find((one) => one === params.get('show')) ?? filled[0]
  const pages = shown ? Math.ceil(counts[shown] / IMPORT_ROWS_PER_PAGE) : 1
  const page = Math.min(toPageNumber(params.get('page')), pages)
  const tabs = filled.map((outcome) => ({ outcome, count: counts[outcome] }))
  if (!shown) return { tabs, shown, page, pages, faults: [], rows: [] }
  if (shown === 'failed') return { tabs, shown, page, pages, faults: await listRowErrors(report.id, page), rows: [] }

  const rows = await listRows(report.id, shown, page)
  // Once they are written, the deals are as the file has them.
  const compared = shown === 'updated' && report.status === 'CHECKED' ? rows.map(({ row }) => row) : []
  const differences = await listDifferences(
    { importId: report.id, present: columnsIn(report.header).present },
    compared,
  )
  return {
    tabs,
    shown,
    page,
    pages,
    faults: [],
    rows: rows.map((row) => ({ ...row, differences: differences.get(row.row) ?? [] })),
  }
}
