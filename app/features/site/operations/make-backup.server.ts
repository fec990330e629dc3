import { readdir, readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/env.server'
import { type ArchiveEntry, writeArchive } from './archive-writer.server'
import { BACKUP_VERSION, isRestoredFile, MANIFEST, type Manifest } from './backup-format'
import { type Dump, withDump } from './database-dump.server'

/**
 * Backs up the database and the files of DATA_DIR that a restored site needs, such as the session secret. Consistent while
 * the site runs.
 *
 * @throws an Error that says what is in the way; then there is no file, or the one that was there before
 */
export async function makeBackup(file: string, signal?: AbortSignal) {
  return withDump(async (dump) => {
    await assertRoomFor(dump.database.rowBytes, path.dirname(file))
    const bytes = await writeArchive(file, listEntries(dump), signal)
    return { bytes, tables: dump.database.tables.length }
  })
}

/** Compressed rows take less than they do in the database. The disk may be the one that the database needs. */
async function assertRoomFor(bytes: number, folder: string) {
  // Without such a folder, writing fails with the reason.
  const disk = await statfs(folder).catch(() => undefined)
  const free = disk ? disk.bavail * disk.bsize : Infinity
  if (free >= bytes) return
  const megabytes = (size: number) => `${Math.ceil(size / 1e6)} MB`
  throw new Error(
    `There is not enough disk space in ${folder}: the backup may need ${megabytes(bytes)}, ${megabytes(free)} are free.`,
  )
}

async function* listEntries({ database, rows }: Dump): AsyncGenerator<ArchiveEntry> {
  const madeAt = new Date().toISOString()
  const manifest: Manifest = { format: 'lifetime-ledger-backup', version: BACKUP_VERSION, madeAt, ...database }
  yield { name: MANIFEST, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
  yield* readDataFolder()
  yield* rows()
}

async function* readDataFolder(): AsyncGenerator<ArchiveEntry> {
  const dir = path.resolve(env.DATA_DIR)
  const top = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of top.filter(({ name }) => isRestoredFile(name))) {
    const inside = entry.isDirectory()
      ? await readdir(path.join(dir, entry.name), { recursive: true, withFileTypes: true })
      : [entry]
    for (const found of inside.filter((place) => place.isFile())) {
      const file = path.join(found.parentPath, found.name)
      const name = path.relative(dir, file).split(path.sep).join('/')
      // A file that is deleted meanwhile is no longer needed.
      const content = isRestoredFile(name) ? await readFile(file).catch(unlessMissing) : undefined
      if (content) yield { name: `files/${name}`, content }
    }
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
