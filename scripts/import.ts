import path from 'node:path'
import { parseArgs } from 'node:util'
import { withDatabase } from './database/with-database'

const USAGE = 'Usage: npm run import -- FILE.csv [--categories FILE.csv] [--platforms FILE.csv] [--publish]'

const { file, categories, platforms, publish } = readArguments()
await withDatabase(async () => {
  const { importFiles } = await import('~/features/csv-import/import-command.server')
  await importFiles({ file, categories, platforms, publish })
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { categories: { type: 'string' }, platforms: { type: 'string' }, publish: { type: 'boolean' } },
    })
    const [file, ...surplus] = positionals
    if (!file || surplus.length > 0) throw new Error('Name one file.')
    return {
      file: fromHere(file),
      categories: values.categories && fromHere(values.categories),
      platforms: values.platforms && fromHere(values.platforms),
      publish: values.publish,
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(1)
  }
}

/** npm changes to the project's folder; what was typed is meant from where it was typed. */
function fromHere(file: string) {
  return path.resolve(process.env.INIT_CWD ?? '', file)
}
