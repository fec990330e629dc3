import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DRAFT, isRestoredFile, type Manifest } from '~/features/site/operations/backup-format'
import { prepareDataFolder } from '../database/embedded'
import { listKnown } from '../database/migrations'
import { replaceSquashed } from '../database/squashed-migrations'
import { readArchive, readManifest } from './archive-reader'
import { openAsItIs } from './open-as-it-is'
import { restoreDatabase } from './restore-database'

/**
 * Restores a backup into the configured database, which has to be empty, and into DATA_DIR.
 *
 * @returns what the backup says about itself, and the names of the migrations that came after it
 * @throws an Error that says why not; the database is then as it was before
 */
export async function restoreBackup(file: string, signal?: AbortSignal) {
  const known = await listKnown()
  const archived = await readManifest(file)
  const manifest = { ...archived, migrations: replaceSquashed(archived.migrations, known) }
  assertMigrationsKnown(manifest, known)

  const { env } = await import('~/env.server')
  const dir = prepareDataFolder(env.DATA_DIR)
  if (!env.DATABASE_URL) assertRoom(dir, manifest)
  const database = await openAsItIs({ isMade: true })
  const files = stageFiles(dir)
  try {
    const later = await restoreDatabase(database.url, {
      manifest,
      readRows: (copy) =>
        readArchive(
          file,
          async (name, content) => {
            if (files.isFile(name)) await files.write(name, content)
            else if (/^(tables|jobs)\//.test(name)) await copy(name, content)
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

/** @throws if this program cannot make the tables of the backup */
function assertMigrationsKnown({ migrations }: Manifest, known: string[]) {
  const newest = migrations.findLast((name) => !known.includes(name))
  if (newest && migrations.includes(known[0]!)) {
    throw new Error(
      `The backup is newer than this program: its migration ${newest} is unknown here. Update the program, then restore.`,
    )
  }
  if (migrations.some((name, i) => name !== known[i])) {
    throw new Error('The backup was made by a development version before 1.0, and this program cannot read it.')
  }
}

/** A restored database needs its own size, and as much again for what is logged until it is complete. */
function assertRoom(folder: string, { databaseBytes }: Manifest) {
  const { bavail, bsize } = fs.statfsSync(folder)
  const [needed, free] = [2 * databaseBytes, bavail * bsize]
  if (free >= needed) return
  const megabytes = (size: number) => `${Math.ceil(size / 1e6)} MB`
  throw new Error(
    `There is not enough disk space in ${folder}: restoring needs ${megabytes(needed)}, ${megabytes(free)} are free.`,
  )
}

const FILES = 'files/'

/**
 * Files of a backup on their way into the data folder. They are written beside those they replace, and get their names
 * together, once the database is restored.
 */
function stageFiles(dir: string) {
  const files = new Set<string>()
  return {
    isFile: (name: string) => name.startsWith(FILES),
    async write(name: string, content: AsyncIterable<Buffer>) {
      const file = path.resolve(dir, inside(name.slice(FILES.length)))
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      files.add(file)
      await pipeline(content, fs.createWriteStream(file + DRAFT, { mode: 0o600, flush: true }))
    },
    put() {
      for (const file of files) fs.renameSync(file + DRAFT, file)
      files.clear()
    },
    discard() {
      for (const file of files) fs.rmSync(file + DRAFT, { force: true })
    },
  }
}

/** @throws for a name that leads out of the folder, or to a file that no backup has */
function inside(name: string) {
  const isPlain = path.posix.normalize(name) === name && !/^(\/|\.\.(\/|$)|\.$)|\\|:/.test(name)
  if (!isPlain || !isRestoredFile(name))
    throw new Error(`The backup has a file with the name "${name}", which it must not have.`)
  return name
}
