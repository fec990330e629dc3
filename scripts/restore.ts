import { parseArgs } from 'node:util'
import type { Manifest } from '~/features/site/operations/backup-format'
import { restoreBackup } from './backup/restore-backup'
import { fromHere } from './given-path'
import { runMain } from './serve/stop-request'

const USAGE = 'Usage: npm run restore -- FILE, for example /mnt/backups/lifetime-ledger.tar.gz'

/** `npm run restore -- FILE`: what `npm run backup` wrote becomes the data of a site whose database is empty. */
await runMain(async (stop) => {
  const [given, ...surplus] = parseArgs({ allowPositionals: true }).positionals
  if (!given || surplus.length > 0) throw new Error(USAGE)
  const file = fromHere(given)
  const { manifest, later } = await restoreBackup(file, stop)
  console.log(describe(file, manifest, later))
  return 0
})

function describe(file: string, { madeAt, tables }: Manifest, later: string[]) {
  const migrated = later.length > 0 ? ` and brought it up to date with ${later.join(', ')}` : ''
  return `Restored ${tables.length} tables from ${file}, made ${madeAt}${migrated}. Start the site with: npm start`
}
