import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { columnsByHeading, guessMapping, hasOurHeadings, type NamedColumns } from '~/features/staff/csv-import/columns'
import { readFirstRows } from '~/features/staff/csv-import/csv-file.server'
import type { FileKind, RowErrors } from '~/features/staff/csv-import/csv-import'
import { listReadings } from '~/features/staff/csv-import/foreign-cells.server'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import type { ImportOptions, ImportSummary } from '~/features/staff/csv-import/import-options'
import { listCauses } from '~/features/staff/csv-import/import-reports.server'
import {
  importCategories,
  importPlatforms,
  type TaxonomySummary,
} from '~/features/staff/csv-import/import-taxonomies.server'
import { describeRowWarnings } from '~/features/staff/csv-import/row-warnings'
import { importDeals } from '~/features/staff/csv-import/run-import.server'

type Files = {
  kind: FileKind
  isDryRun?: boolean
  file: string
  categories?: string
  platforms?: string
  /** A JSON file: our columns with the headings, or values for every row, that they come from. */
  columns?: string
  publish?: boolean
  options: ImportOptions
}

const PROGRESS_EVERY = 10_000
const LIVE = {
  import: { kept: 'kept live', unpublished: 'now unpublished' },
  dryRun: { kept: 'that would stay live', unpublished: 'that would be unpublished' },
}
const number = new Intl.NumberFormat('en')

/** Imports categories and platforms first, because the deals refer to them. Prints errors, progress and the counts. */
export async function importFiles({ kind, isDryRun, file, categories, platforms, columns, publish, options }: Files) {
  for (const each of [categories, platforms, columns, file]) if (each) assertReadable(each)
  if (categories) reportTaxonomies('Categories', await importCategories(categories, printErrors(categories)))
  if (platforms) reportTaxonomies('Platforms', await importPlatforms(platforms, printErrors(platforms)))

  let printed = 0
  const mapping = await readColumns(file, kind, columns)
  const result = await importDeals(file, {
    kind,
    isDryRun,
    publish,
    options: { ...options, columns: mapping },
    onErrors: printErrors(file),
    onProgress({ step, rows, of }) {
      if (rows < printed) printed = 0
      if (rows - printed < PROGRESS_EVERY) return
      printed = rows
      console.error(
        `${step === 'checking' ? 'Checked' : 'Written'}: ${number.format(rows)}${of ? ` of ${number.format(of)}` : ''} rows`,
      )
    },
  })

  if (result.unknownColumns.length > 0) console.log(`Unused columns: ${result.unknownColumns.join(', ')}`)
  for (const warning of describeRowWarnings(result.summary.warnings)) console.log(`Warning: ${warning}`)
  printGroups(result.summary, await listCauses(result.id, result.columns))
  if (result.unpublished > 0) {
    console.log(
      `Live deals ${LIVE[isDryRun ? 'dryRun' : 'import'][options.keepsLive ? 'kept' : 'unpublished']}: ${number.format(result.unpublished)}`,
    )
  }
  if (result.reactivated > 0 && !options.keepsLive) {
    console.log(`Deals ACTIVE again: ${number.format(result.reactivated)}`)
  }
  console.log(
    `${isDryRun ? 'Dry run' : 'Import'} completed: ${number.format(result.rows)} rows. ${formatSummary(result)}`,
  )
}

/** Undefined for a file with our headings. Others are recognized, as far as the JSON file does not say otherwise. */
async function readColumns(file: string, kind: FileKind, columns: string | undefined) {
  const { header } = await readFirstRows(fileOnDisk(file))
  if (!columns && hasOurHeadings(header, kind)) return undefined
  const given = columns ? readNamedColumns(columns) : {}
  const mapping = { ...guessMapping(header, kind), ...columnsByHeading(given, header, kind) }
  for (const [column, from] of Object.entries(mapping)) {
    console.log(`Column ${column}: ${typeof from === 'number' ? header[from] : `"${from.value}" for every row`}`)
  }
  return mapping
}

const NAMED_COLUMNS = z.record(z.string(), z.union([z.string(), z.object({ value: z.string() })]))

function readNamedColumns(file: string): NamedColumns {
  try {
    return NAMED_COLUMNS.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file} is not such a file: {"title": "Tool", "platform": {"value": "Web"}}`)
  }
}

/** The groups of the check's page. */
function printGroups({ missing, readings = {}, unclearDate }: ImportSummary, causes: Causes) {
  for (const [kind, names] of Object.entries(missing ?? {})) {
    for (const { name, rows, id } of names) {
      console.log(`${id ? `New ${kind}` : `No such ${kind}`}: ${name} (${number.format(rows)} rows)`)
    }
  }
  for (const { text, count, before, after } of listReadings(readings)) {
    console.log(`${number.format(count)} ${text}: ${before}${after && after !== before ? ` → ${after}` : ''}`)
  }
  if (unclearDate) console.log(`Is ${unclearDate} month first? Give --month-first or --day-first.`)
  for (const { cause, count, rows } of causes) {
    console.log(`${number.format(count)} failed: ${cause} (row ${rows.map(({ row }) => row).join(', ')})`)
  }
}

type Causes = Awaited<ReturnType<typeof listCauses>>

function assertReadable(file: string) {
  try {
    if (fs.statSync(file).isFile()) return fs.accessSync(file, fs.constants.R_OK)
  } catch {}
  throw new Error(`The file ${file} cannot be read. Check its name and permissions.`)
}

function printErrors(file: string) {
  return ({ row, errors }: RowErrors) => {
    for (const { column, message } of errors) {
      const position = column === 'row' ? `row ${row}` : `row ${row}, ${column}`
      console.log(`${path.basename(file)}, ${position}: ${message}`)
    }
  }
}

function reportTaxonomies(what: string, summary: TaxonomySummary) {
  console.log(`${what}: ${formatSummary(summary)}`)
}

function formatSummary({ created, updated, unchanged, failed }: TaxonomySummary) {
  return Object.entries({ created, updated, unchanged, failed })
    .map(([name, count]) => `${number.format(count)} ${name}`)
    .join(', ')
}
