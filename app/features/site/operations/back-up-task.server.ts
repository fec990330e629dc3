import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { JobHelpers } from 'graphile-worker'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { backupFolder, deleteOldBackups, nameBackup } from './backups.server'
import { makeBackup } from './make-backup.server'

/** Daily job: a backup of the embedded database below DATA_DIR. A failed one leaves the older ones as they are. */
export async function backUp(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  if (!env.BACKUPS) return
  await mkdir(backupFolder(), { recursive: true, mode: 0o700 })
  const file = nameBackup()
  const { bytes } = await makeBackup(file, abortSignal)
  await deleteOldBackups()
  log.info({ file: path.basename(file), bytes }, 'A backup was made')
}
