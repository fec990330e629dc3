import fs from 'node:fs'
import path from 'node:path'
import { acquireLock, type Lock } from '../file-lock'
import { CommandError } from '../serve/stop-request'

/**
 * What a process does with the data of a folder. A `site` runs the database for commands too. A `command` uses the
 * database of a running site, or else runs it itself until it ends. An `exclusive` command runs it and rejects others.
 */
export type Use = 'site' | 'command' | 'exclusive'

/** The one process that runs the database of a data folder. */
type Owner = {
  pid: number
  use: Use
  /** The URL of `npm start`. */
  url?: string
  /** The port of the database, once commands may use it. */
  databasePort?: number
}

/** The exit code if another process uses the data. */
const IN_USE = 3

/** @throws an Error with advice if the folder is not writable */
export function prepareDataFolder(dir: string) {
  const folder = path.resolve(dir)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
    fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    throw new Error(`${folder} cannot be written. Set DATA_DIR to a folder that this user may write to.`)
  }
  return folder
}

/** Makes this process the owner of a data folder; undefined while there is another one. */
export function acquireDataFolder(dir: string): Lock | undefined {
  return acquireLock(path.join(dir, 'lock'))
}

const ownerFile = (dir: string) => path.join(dir, 'running.json')

/** Written atomically, because other processes read it. */
export function announceOwner(dir: string, owner: Omit<Owner, 'pid'>) {
  const draft = `${ownerFile(dir)}.new`
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, ...owner }))
  fs.renameSync(draft, ownerFile(dir))
}

/** The owner of a folder that cannot be acquired; undefined until it has announced itself. */
export function readOwner(dir: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(ownerFile(dir), 'utf8'))
  } catch {
    return undefined
  }
}

/** @throws if another process uses the folder in a way that rules out this use */
export function assertAvailable(dir: string, use: Use) {
  const lock = acquireDataFolder(dir)
  lock?.release()
  const owner = lock ? undefined : readOwner(dir)
  if (!owner || use === 'command' || (use === 'site' && owner.use === 'command')) return
  const what = owner.url ? `The site is already running at ${owner.url}` : 'Another command is running'
  throw new CommandError(
    `${what} (process ${owner.pid}), with the data in ${dir}.\nStop that one first, or give this one its own DATA_DIR and PORT.`,
    IN_USE,
  )
}
