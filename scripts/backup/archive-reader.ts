import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import tar from 'tar-stream'
import { BACKUP_VERSION, MANIFEST, type Manifest } from '~/features/site/operations/backup-format'

/** Takes the content of an entry. What it leaves is skipped. */
type Visit = (name: string, content: AsyncIterable<Buffer>) => Promise<void>

class DamagedBackup extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is not a whole backup of Lifetime Ledger: ${reason}. Nothing was changed. Use another backup.`)
  }
}

/** Ends the reading of an archive. */
class Enough extends Error {}

/**
 * Reads the first entry of a backup, in which it describes itself.
 *
 * @throws an Error that says why it cannot be restored
 */
export async function readManifest(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  const readFirst: Visit = async (name, content) => {
    if (name === MANIFEST) manifest = JSON.parse(await text(content))
    throw new Enough()
  }
  await readArchive(file, readFirst).catch((error) => {
    if (!(error instanceof Enough)) throw error
  })
  if (manifest?.format !== 'lifetime-ledger-backup') throw new DamagedBackup(file, 'it does not say what it is')
  if (manifest.version > BACKUP_VERSION) {
    throw new Error(`${file} was written by a newer version of the program. Update the program first.`)
  }
  return manifest
}

/**
 * Passes each entry of a backup to `visit`, one after another. The end of the file has a checksum of all of it.
 *
 * @throws the errors of `visit`, and DamagedBackup at the end at the latest: what was visited counts only then
 */
export async function readArchive(file: string, visit: Visit, signal?: AbortSignal) {
  let failure: unknown
  const extract = tar.extract().on('entry', (header, content, next) => {
    visit(header.name, content)
      .then(() => content.resume())
      .then(
        () => next(),
        (error) => {
          failure = error
          next(error)
        },
      )
  })
  try {
    await pipeline(createReadStream(file), createGunzip(), extract, { signal })
  } catch (error) {
    throw signal?.aborted ? signal.reason : explain(file, error, failure)
  }
}

/** A damaged file interrupts the visit of an entry too, and then the reason is that of the file. */
function explain(file: string, error: unknown, failure: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  const isNoJson = error instanceof SyntaxError || failure instanceof SyntaxError
  if (code === 'ENOENT') return new Error(`There is no file ${file}.`)
  if (code === 'EISDIR') return new Error(`${file} is a folder, not a backup.`)
  if (code === 'EACCES') return new Error(`${file} cannot be read by this user.`)
  if (isNoJson || code?.startsWith('Z_') || /Unexpected end of data|tar header/i.test(message)) {
    return new DamagedBackup(file, code === 'Z_BUF_ERROR' ? 'its end is missing' : `it cannot be read (${message})`)
  }
  return failure ?? error
}
