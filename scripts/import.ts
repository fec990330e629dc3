import { parseArgs } from 'node:util'
import { withDatabase } from './database/with-database'
import { fromHere } from './given-path'

const USAGE = `Usage: npm run import -- FILE.csv [options]
       npm run import -- --changes FILE.csv [--dry-run]
  --changes FILE.csv     verified changes of the past, with their date, instead of deals
  --dry-run              only report what the import would do
  --categories FILE.csv  categories to add or change first
  --platforms FILE.csv   platforms to add or change first
  --publish              publish the imported deals; without it, they arrive as drafts
  --vendor-from-link     name a missing vendor after the title or the site of the link, instead of rejecting the row`

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
        'dry-run': { type: 'boolean' },
        categories: { type: 'string' },
        platforms: { type: 'string' },
        publish: { type: 'boolean' },
        'vendor-from-link': { type: 'boolean' },
      },
    })
    const { changes } = values
    const [file, ...surplus] = [...positionals, ...(changes ? [changes] : [])]
    if (!file || surplus.length > 0) throw new Error('Give exactly one file.')
    const ofDeals = [values.categories, values.platforms, values.publish, values['vendor-from-link']]
    if (changes && ofDeals.some(Boolean)) throw new Error('The other options are for files with deals.')
    return {
      kind: changes ? ('changes' as const) : undefined,
      isDryRun: values['dry-run'],
      file: fromHere(file),
      categories: values.categories && fromHere(values.categories),
      platforms: values.platforms && fromHere(values.platforms),
      publish: values.publish,
      vendorFromLink: values['vendor-from-link'],
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}
