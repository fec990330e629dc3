import { parseArgs } from 'node:util'
import type { Manifest } from '~/features/site/operations/backup-format'
import { restoreBackup } from './backup/restore-backup'
import { fromHere } from './given-path'
import { runMain } from './serve/stop-request'

const USAGE = `Usage: npm run restore -- FILE [--replace]
  --replace  delete everything in a database that is not empty`

/** `npm run restore -- FILE`: what `npm run backup` wrote becomes the site's data. The site must not run meanwhile. */
await runMain(async (stop) => {
  const { file, isReplacing } = readArguments()
  const { manifest, later } = await restoreBackup(file, { isReplacing, signal: stop })
  console.log(describe(file, manifest, later))
  return 0
})

function readArguments() {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [given, ...surplus] = positionals
    if (!given || surplus.length > 0) throw new Error('Give exactly one file.')
    return { file: fromHere(given), isReplacing: values.replace }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}

function describe(file: string, { madeAt, tables }: Manifest, later: string[]) {
  const migrated = later.length > 0 ? ` and brought it up to date with ${later.join(', ')}` : ''
  return `Restored ${tables.length} tables from ${file}, made ${madeAt}${migrated}. Start the site with: npm start`
}
