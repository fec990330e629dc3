import fs from 'node:fs'
import path from 'node:path'
import { acquireLock, type Lock } from '../file-lock'
import { CommandError } from '../serve/stop-request'

/** Information about the process that holds a data folder. */
type Holder = {
  pid: number
  /** The URL of `npm start`; undefined for other commands. */
  site?: string
  /** The port of the embedded PostgreSQL, once it listens. */
  databasePort?: number
}

/** The exit code of `npm start` if the site is already running. */
const ALREADY_RUNNING = 3

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

/** Locks the folder for this process; undefined while another one holds it. */
export function acquireDataFolderLock(dir: string): Lock | undefined {
  return acquireLock(path.join(dir, 'lock'))
}

const holderFile = (dir: string) => path.join(dir, 'running.json')

/** Written atomically, because other processes read it. */
export function announceHolder(dir: string, holder: Omit<Holder, 'pid'>) {
  const draft = `${holderFile(dir)}.new`
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, ...holder }))
  fs.renameSync(draft, holderFile(dir))
}

/** The holder of a locked folder; undefined until it has written its information. */
export function readHolder(dir: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(holderFile(dir), 'utf8'))
  } catch {
    return undefined
  }
}

/** @throws if the site is already running on the folder */
export function assertNotRunning(dir: string) {
  const lock = acquireDataFolderLock(dir)
  lock?.release()
  const holder = lock ? undefined : readHolder(dir)
  if (holder?.site) throw alreadyRunning(dir, holder)
}

export function alreadyRunning(dir: string, { site, pid }: Holder) {
  const message = `The site is already running at ${site} (process ${pid}), with the data in ${dir}.`
  return new CommandError(
    `${message}\nStop that one first, or give this one its own DATA_DIR and PORT.`,
    ALREADY_RUNNING,
  )
}
