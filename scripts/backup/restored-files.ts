import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DRAFT, isRestoredFile } from '~/features/site/operations/backup-format'

const FILES = 'files/'

/**
 * Files of a backup on their way into the data folder. They are written beside those they replace, and get their names
 * together, once the database is restored.
 */
export function stageFiles(dir: string) {
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
