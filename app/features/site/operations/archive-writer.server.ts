import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'

export type ArchiveEntry = { name: string; content: Buffer }

/**
 * Writes a tar file compressed by gzip, readable by its owner only. It appears under its name when it is complete and on
 * the disk; until then it has another name, and an interrupted one is deleted.
 *
 * @returns its size in bytes
 * @throws an Error that says what is wrong with the place or the disk
 */
export async function writeArchive(file: string, entries: AsyncIterable<ArchiveEntry>, signal?: AbortSignal) {
  const part = `${file}.${process.pid}.part`
  try {
    await writeEntries(await openPart(file, part), entries, signal)
    await rename(part, file)
    await syncFolder(path.dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(part, { force: true })
    throw isDiskFull(error) ? new Error(`The disk is full: ${file} was not written.`, { cause: error }) : error
  }
}

async function openPart(file: string, part: string) {
  const folder = path.dirname(file)
  if (
    await stat(file).then(
      (found) => found.isDirectory(),
      () => false,
    )
  ) {
    throw new Error(`${file} is a folder. Name a file, such as ${path.join(file, 'backup.tar.gz')}.`)
  }
  // Flushed to the disk before it is closed.
  const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await once(output, 'open')
    return output
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`The folder ${folder} does not exist.`)
    throw new Error(`The folder ${folder} cannot be written to: ${message}`, { cause: error })
  }
}

async function writeEntries(output: WriteStream, entries: AsyncIterable<ArchiveEntry>, signal?: AbortSignal) {
  const pack = tar.pack()
  // Every failure arrives at the pipeline, and is thrown by whatever waits for it next.
  pack.on('error', () => {})
  const written = pipeline(pack, createGzip(), output, { signal })
  written.catch(() => {})

  async function add({ name, content }: ArchiveEntry) {
    const added = new Promise<void>((resolve, reject) => {
      const sink = pack.entry({ name, size: content.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      )
      sink.end(content)
    })
    added.catch(() => {})
    // After a failed write, no entry is ever taken.
    await Promise.race([added, written])
  }

  try {
    for await (const entry of entries) await add(entry)
    pack.finalize()
  } catch (error) {
    pack.destroy(error as Error)
    await written
    throw error
  }
  await written
}

/** The new name survives a power cut too. Not every system can do this. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function isDiskFull(error: unknown) {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
