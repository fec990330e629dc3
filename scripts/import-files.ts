import fs from 'node:fs'
import path from 'node:path'
import type { RowErrors } from '~/features/staff/csv-import/csv-import'
import { importDeals } from '~/features/staff/csv-import/import-deals.server'
import {
  importCategories,
  importPlatforms,
  type TaxonomySummary,
} from '~/features/staff/csv-import/import-taxonomies.server'
import { describeProductMatches } from '~/features/staff/csv-import/product-matches.server'
import { describeRowWarnings } from '~/features/staff/csv-import/row-warnings.server'

type Files = {
  kind?: 'changes'
  isDryRun?: boolean
  file: string
  categories?: string
  platforms?: string
  publish?: boolean
  vendorFromLink?: boolean
}

const PROGRESS_EVERY = 10_000
const number = new Intl.NumberFormat('en')

/** Imports categories and platforms first, because the deals refer to them. Prints errors, progress and the counts. */
export async function importFiles({ kind, isDryRun, file, categories, platforms, publish, vendorFromLink }: Files) {
  for (const each of [categories, platforms, file]) if (each) assertReadable(each)
  if (categories) reportTaxonomies('Categories', await importCategories(categories, printErrors(categories)))
  if (platforms) reportTaxonomies('Platforms', await importPlatforms(platforms, printErrors(platforms)))

  let printed = 0
  const summary = await importDeals(file, {
    kind,
    isDryRun,
    publish,
    vendorFromLink,
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

  if (summary.unknownColumns.length > 0) console.log(`Unused columns: ${summary.unknownColumns.join(', ')}`)
  for (const warning of describeRowWarnings(summary.rowWarnings)) console.log(`Warning: ${warning}`)
  for (const match of describeProductMatches(summary.productMatches)) console.log(`Products: ${match}`)
  if (summary.unpublished > 0) console.log(`Live deals now unpublished: ${number.format(summary.unpublished)}`)
  if (summary.reactivated > 0) console.log(`Deals ACTIVE again: ${number.format(summary.reactivated)}`)
  console.log(
    `${isDryRun ? 'Dry run' : 'Import'} completed: ${number.format(summary.rows)} rows. ${formatSummary(summary)}`,
  )
}

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
