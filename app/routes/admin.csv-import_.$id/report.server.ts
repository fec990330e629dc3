import { listCategoryTree } from '~/features/catalog/categories/categories.server'
import { readPlatforms } from '~/features/catalog/platforms/platforms.server'
import { exactMapping, unusedHeadings } from '~/features/staff/csv-import/columns'
import {
  IMPORT_ROWS_PER_PAGE,
  isUnderWay,
  NAMES_SHOWN,
  OUTCOMES,
  parseFileKind,
} from '~/features/staff/csv-import/csv-import'
import { listReadings } from '~/features/staff/csv-import/foreign-cells.server'
import {
  countDrafts,
  findImport,
  type ImportReport,
  listCauses,
  listPreview,
  listRows,
} from '~/features/staff/csv-import/import-reports.server'
import { describeRowWarnings } from '~/features/staff/csv-import/row-warnings'
import { toPageNumber } from '~/http/params'
import { notFound } from '~/http/responses.server'

export type Lists = Awaited<ReturnType<typeof readLists>>

/** Everything that the page of an import shows. */
export async function readReport(id: string, params: URLSearchParams) {
  const report = await findImport(id)
  if (!report) throw notFound('Import')
  const { header, status } = report
  const isOfDeals = report.kind === 'deals'
  const isWaiting = status === 'COLUMNS' || status === 'CHECKED'
  const { columns = exactMapping(header, parseFileKind(report.kind)) } = report.options
  const { readings = {}, samples = [], warnings } = report.summary
  const [preview, draftCount, causes, lists, taxonomies] = await Promise.all([
    listPreview(id),
    isOfDeals && status === 'DONE' ? countDrafts(id) : 0,
    isUnderWay(status) ? [] : listCauses(id, columns),
    readLists(report, params),
    isOfDeals && isWaiting ? readTaxonomies() : { category: [], platform: [] },
  ])
  const { category = [], platform = [] } = report.summary.missing ?? {}
  const shown = { category: category.slice(0, NAMES_SHOWN), platform: platform.slice(0, NAMES_SHOWN) }
  return {
    // A file may have a name of its own in each row.
    report: { ...report, summary: { ...report.summary, missing: shown } },
    missingCounts: { category: category.length, platform: platform.length },
    samples,
    columns,
    unknown: unusedHeadings(columns, header),
    // A column of ours that is empty in the file has no cell to mark.
    preview: preview.map(({ bad, ...row }) => ({ ...row, bad: bad.map((name) => Number(columns[name as 'title'])) })),
    readings: listReadings(readings),
    rowWarnings: status === 'CHECKED' ? describeRowWarnings(warnings) : [],
    draftCount,
    causes,
    lists,
    taxonomies,
  }
}

async function readTaxonomies() {
  const [categories, platforms] = await Promise.all([listCategoryTree(), readPlatforms()])
  return {
    category: categories.map(({ id, full_name: name, slug }) => ({ id, name, slug })),
    platform: platforms.map(({ id, name, slug }) => ({ id, name, slug })),
  }
}

async function readLists(report: ImportReport, params: URLSearchParams) {
  const counts = {
    failed: report.failed_count,
    updated: report.updated_count,
    created: report.created_count,
    unchanged: report.unchanged_count,
  }
  const isHidden = report.status === 'COLUMNS' || isUnderWay(report.status)
  const filled = isHidden ? [] : OUTCOMES.filter((one) => counts[one] > 0)
  const shown = filled.find((one) => one === params.get('show')) ?? filled[0]
  const pages = shown ? Math.ceil(counts[shown] / IMPORT_ROWS_PER_PAGE) : 1
  const page = Math.min(toPageNumber(params.get('page')), pages)
  const tabs = filled.map((outcome) => ({ outcome, count: counts[outcome] }))
  return { tabs, shown, page, pages, rows: shown ? await listRows(report.id, shown, page) : [] }
}
