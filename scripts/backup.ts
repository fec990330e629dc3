import path from 'node:path'
import { parseArgs } from 'node:util'
import { openAsItIs } from './backup/open-as-it-is'
import { fromHere } from './given-path'
import { runMain } from './serve/stop-request'

const USAGE = 'Usage: npm run backup -- FILE, for example /mnt/backups/lifetime-ledger.tar.gz'

/** `npm run backup -- FILE`: everything the site keeps, in one file. The site may run meanwhile. */
await runMain(async (stop) => {
  const [given, ...surplus] = parseArgs({ allowPositionals: true }).positionals
  if (!given || surplus.length > 0) throw new Error(USAGE)
  const file = fromHere(given)
  await assertOutsideOfData(file)
  const started = performance.now()
  const database = await openAsItIs()
  try {
    const { makeBackup } = await import('~/features/site/operations/make-backup.server')
    const { bytes, tables } = await makeBackup(file, stop)
    await noteBackup(bytes)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`Backed up ${tables} tables to ${file}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s.`)
    console.log(
      'It holds accounts and secrets of the site. Keep it where only you can read it, and on another machine.',
    )
    return 0
  } finally {
    await database.close()
  }
})

/** For /admin/system. A database of an older version may not have the audit log. */
async function noteBackup(bytes: number) {
  const { recordAudit } = await import('~/features/people/audit/audit.server')
  const { BACKUP_ACTION } = await import('~/features/site/operations/system.server')
  const entry = { actor: null, action: BACKUP_ACTION, entity: 'site', id: null, detail: { bytes } }
  await recordAudit(entry).catch((error: Error) => console.log(`/admin/system does not know it: ${error.message}`))
}

/** What is there belongs to the site, and would be backed up itself. */
async function assertOutsideOfData(file: string) {
  const { env } = await import('~/env.server')
  const [first = ''] = path.relative(path.resolve(env.DATA_DIR), file).split(path.sep)
  if (!['..', 'backups'].includes(first) && !path.isAbsolute(first)) {
    throw new Error(`${file} is in DATA_DIR, which is what is backed up. Name a file in another folder.`)
  }
}
