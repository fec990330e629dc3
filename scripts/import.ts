import { parseArgs } from 'node:util'
import { withDatabase } from './database/with-database'
import { fromHere } from './given-path'

const USAGE = `Usage: npm run import -- FILE.csv [options]
       npm run import -- --changes FILE.csv [options]
  --changes FILE.csv     verified changes of the past, with their date, instead of deals
  --dry-run              only report what the import would do
  --columns FILE.json    the headings of columns, or values for every row: {"title": "Tool", "platform": {"value": "Web"}}
  --month-first          11/12/2026 is 12 November
  --day-first            11/12/2026 is 11 December
Only for deals:
  --categories FILE.csv  categories to add or change first
  --platforms FILE.csv   platforms to add or change first
  --create-missing       create categories and platforms that do not exist, instead of rejecting their rows
  --vendor-from-link     name a missing vendor after the title or the site of the link, instead of rejecting the row
  --split-lists          split tags, pros and cons with two or more commas or semicolons
  --publish              publish the imported deals; without it, they arrive as drafts
  --keep-live            deals that are live stay live and keep their status; without it, they are unpublished`

const files = readArguments()
await withDatabase(async () => {
  const { importFiles } = await import('./import-files')
  await importFiles(files)
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        changes: { type: 'string' },
        columns: { type: 'string' },
        categories: { type: 'string' },
        platforms: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'month-first': { type: 'boolean' },
        'day-first': { type: 'boolean' },
        'create-missing': { type: 'boolean' },
        'vendor-from-link': { type: 'boolean' },
        'split-lists': { type: 'boolean' },
        publish: { type: 'boolean' },
        'keep-live': { type: 'boolean' },
      },
    })
    const { changes, 'month-first': monthFirst, 'day-first': dayFirst } = values
    const [file, ...surplus] = [...positionals, ...(changes ? [changes] : [])]
    if (!file || surplus.length > 0) throw new Error('Give exactly one file.')
    if (monthFirst && dayFirst) throw new Error('Give either --month-first or --day-first.')
    const ofDeals = [
      'categories',
      'platforms',
      'create-missing',
      'vendor-from-link',
      'split-lists',
      'publish',
      'keep-live',
    ]
    if (changes && ofDeals.some((name) => name in values))
      throw new Error('The other options are for files with deals.')
    return {
      kind: changes ? ('changes' as const) : ('deals' as const),
      isDryRun: values['dry-run'],
      file: fromHere(file),
      columns: values.columns && fromHere(values.columns),
      categories: values.categories && fromHere(values.categories),
      platforms: values.platforms && fromHere(values.platforms),
      publish: values.publish,
      options: {
        vendor: values['vendor-from-link'] ? ('link' as const) : undefined,
        createsMissing: values['create-missing'],
        splitsLists: values['split-lists'],
        monthFirst: dayFirst ? false : monthFirst,
        keepsLive: values['keep-live'],
      },
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
