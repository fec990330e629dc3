import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { ImportOutcome } from '~/db/schema'
import { listCategoryTree } from '~/features/catalog/categories/categories.server'
import { readPlatforms } from '~/features/catalog/platforms/platforms.server'
import { writeCsv } from '~/http/files.server'
import { isUuid, toPageNumber } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { exactMapping, type Mapping, unusedHeadings } from './columns'
import {
  type ColumnError,
  type FileKind,
  IMPORT_ROWS_PER_PAGE,
  isUnderWay,
  joinMessages,
  NAMES_SHOWN,
  OUTCOMES,
  PREVIEW_ROWS,
  parseFileKind,
} from './csv-import'
import { listReadings } from './foreign-cells.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { describeRowWarnings } from './row-warnings'
import { countPriceChanges } from './write-changes.server'

const COUNTS = ['row_count', 'created_count', 'updated_count', 'unchanged_count', 'failed_count'] as const

export type ImportReport = NonNullable<Awaited<ReturnType<typeof findImport>>>
export type PastImport = Awaited<ReturnType<typeof listImports>>[number]

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

const withPerson = () => db.selectFrom('imports').leftJoin('profiles', 'profiles.id', 'imports.user_id')

export async function findImport(id: string) {
  if (!isUuid(id)) return undefined
  return withPerson()
    .select([
      'imports.id',
      'imports.kind',
      'file_name',
      'file_bytes',
      'header',
      'imports.status',
      'message',
      'progress',
    ])
    .select([...COUNTS, 'is_published', 'written_row', 'imports.created_at', 'finished_at'])
    .select((eb) => [
      sql<ImportOptions>`options`.as('options'),
      sql<ImportSummary>`summary`.as('summary'),
      eb.case().when('imports.kind', '=', 'changes').then(countPriceChanges(id)).end().as('price_count'),
    ])
    .select(sql<string | null>`coalesce(profiles.name, profiles.email)`.as('person'))
    .where('imports.id', '=', id)
    .executeTakeFirst()
}

/** One page of all imports, newest first, and one row more, which shows whether there is another page. */
export async function listImports(kind: FileKind, page: number) {
  return withPerson()
    .select(['imports.id', 'imports.kind', 'file_name', 'imports.status', 'imports.created_at', ...COUNTS])
    .select(sql<string | null>`coalesce(profiles.name, profiles.email)`.as('person'))
    .where('imports.kind', '=', kind)
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(IMPORT_ROWS_PER_PAGE + 1)
    .offset((page - 1) * IMPORT_ROWS_PER_PAGE)
    .execute()
}

/** The first ten rows as written in the file, with cells cut to 80 characters and the names of invalid columns. */
export async function listPreview(id: string) {
  const { rows } = await sql<{ row: number; cells: string[]; bad: string[] }>`
    select "row",
      array(select left(cell, 80) from unnest(cells) with ordinality _ (cell, index) order by index) as cells,
      array(select error ->> 'column' from jsonb_array_elements(coalesce(errors, '[]')) error) as bad
    from import_rows where import_id = ${id} order by "row" limit ${PREVIEW_ROWS}`.execute(db)
  return rows
}

type Cause = { column: string; cause: string; count: number; rows: { row: number; title: string; cell: string }[] }

/** How many rows of a cause are shown with their cells. */
const CAUSE_ROWS = 3
const MOST_CAUSES = 50

/** The causes of invalid rows, most frequent first, each with its first rows. */
export async function listCauses(id: string, columns: Mapping) {
  const indexes = Object.entries(columns).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  const { rows } = await sql<Cause>`
    with failures as materialized (
      select "row", cells, error ->> 'column' as "column", coalesce(error ->> 'cause', error ->> 'message') as cause
      from import_rows, jsonb_array_elements(errors) as error
      where import_id = ${id} and outcome = 'failed'
    ),
    numbered as (
      select *, row_number() over (partition by "column", cause order by "row") as number,
        count(*) over (partition by "column", cause) as count
      from failures
    ),
    places as (
      select * from unnest(${indexes.map(([name]) => name)}::text[], ${indexes.map(([, at]) => at + 1)}::int4[]) as _ (name, at)
    )
    select "column", cause, max(count) as count, jsonb_agg(jsonb_build_object('row', "row",
      'title', left(coalesce(cells[(select at from places where name in ('deal_slug', 'title') order by name limit 1)], ''), 80),
      'cell', left(coalesce(cells[(select at from places where name = "column")], ''), 80)) order by "row") as rows
    from numbered where number <= ${CAUSE_ROWS}
    group by "column", cause order by max(count) desc, min("row") limit ${MOST_CAUSES}`.execute(db)
  return rows
}

/** One page of rows with an outcome, expected or final: their errors, or their deal and what they change in it. */
export async function listRows(id: string, outcome: ImportOutcome, page: number) {
  return db
    .selectFrom('import_rows')
    .leftJoin('deals', 'deals.id', 'import_rows.deal_id')
    .select(['row', 'import_rows.slug', 'deals.id as deal_id', 'deals.published'])
    .select(sql<ColumnError[]>`coalesce(errors, '[]')`.as('errors'))
    .select(sql<Difference[]>`coalesce(changes, '[]')`.as('changes'))
    .where('import_id', '=', id)
    .where('outcome', '=', outcome)
    .orderBy('row')
    .limit(IMPORT_ROWS_PER_PAGE)
    .offset((page - 1) * IMPORT_ROWS_PER_PAGE)
    .execute()
}

type Difference = { column: string; before: string; after: string }

/** How many deals written by the import are not published. */
export async function countDrafts(id: string) {
  const { count } = await db
    .selectFrom('import_rows')
    .innerJoin('deals', 'deals.id', 'import_rows.deal_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .where('outcome', 'in', ['created', 'updated'])
    .where('deals.published', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

const BATCH_ROWS = 500

/** The rejected rows of an import as CSV: their own columns, and the reasons in a column `error`. */
export function writeFailedRows(id: string, header: string[]) {
  return writeCsv([...header, 'error'], listFailedRows(id, header))
}

async function* listFailedRows(id: string, header: string[]) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row', 'cells', 'errors'])
      .where('import_id', '=', id)
      .where('outcome', '=', 'failed')
      .where('row', '>', after)
      .orderBy('row')
      .limit(BATCH_ROWS)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ cells, errors }) => [...fitCells(cells, header.length), joinMessages(errors as ColumnError[])])
    after = last.row
  }
}

/** Pads or joins cells to the width of the header, so that the reason is in its column. The last cell takes the surplus. */
function fitCells(cells: string[], width: number) {
  const last = width - 1
  if (cells.length > width) return [...cells.slice(0, last), cells.slice(last).join(',')]
  return [...cells, ...Array<string>(width - cells.length).fill('')]
}
