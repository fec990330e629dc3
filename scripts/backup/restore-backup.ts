import fs from 'node:fs'
import path from 'node:path'
import { MANIFEST } from '~/features/site/operations/backup-format'
import { prepareDataFolder } from '../database/data-folder'
import { checkArchive, readArchive } from './archive-reader'
import { openAsItIs } from './open-as-it-is'
import { assertMigrationsKnown, assertRoom } from './restorable'
import { restoreDatabase } from './restore-database'
import { stageFiles } from './restored-files'

type Options = {
  /** Deletes what is in the database, instead of refusing one that is not empty. */
  isReplacing?: boolean
  signal?: AbortSignal
}

/**
 * Restores a backup into the configured database and DATA_DIR. The file is read to its end and compared with its checksums
 * before anything is opened, and again while it is restored.
 *
 * @returns what the backup says about itself, and the names of the migrations that came after it
 * @throws an Error that says why not; nothing was changed then
 */
export async function restoreBackup(file: string, { isReplacing = false, signal }: Options = {}) {
  const manifest = await checkArchive(file, signal)
  await assertMigrationsKnown(manifest)

  const { env } = await import('~/env.server')
  const dir = prepareDataFolder(env.DATA_DIR)
  if (!env.DATABASE_URL) assertRoom(dir, manifest)
  const database = await openAsItIs('exclusive')
  const files = stageFiles(dir)
  try {
    const later = await restoreDatabase(database.url, {
      manifest,
      isReplacing,
      readRows: (copy) =>
        readArchive(
          file,
          async (name, content) => {
            if (files.isFile(name)) await files.write(name, content)
            else if (name !== MANIFEST) await copy(name, content)
          },
          signal,
        ),
    })
    files.put()
    // A restored site is not filled with demo content.
    if (database.isEmbedded) fs.writeFileSync(path.join(dir, 'first-start-done'), '')
    return { manifest, later }
  } finally {
    files.discard()
    await database.close()
  }
}
