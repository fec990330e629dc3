import fs from 'node:fs'
import path from 'node:path'
import { acquireLock, type Lock } from '../file-lock'
import { CommandError } from '../serve/stop-request'

/** What the process that holds a data folder says of itself. */
export type Holder = {
  pid: number
  /** Where `npm start` serves; other commands have none. */
  site?: string
  /** Where the embedded PostgreSQL listens, once it does. */
  databasePort?: number
}

/** The exit code of `npm start` where the site is running already. */
const ALREADY_RUNNING = 3

/** @throws an Error that says what to do when nothing can be written there */
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

/** Takes the folder for this process; undefined while another one holds it. */
export function acquireDataFolderLock(dir: string): Lock | undefined {
  return acquireLock(path.join(dir, 'lock'))
}

const holderFile = (dir: string) => path.join(dir, 'running.json')

/** Whole at every moment, because others read it meanwhile. */
export function announceHolder(dir: string, holder: Omit<Holder, 'pid'>) {
  const draft = `${holderFile(dir)}.new`
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, ...holder }))
  fs.renameSync(draft, holderFile(dir))
}

/** Of a folder that is locked: undefined until its holder has introduced itself. */
export function readHolder(dir: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(holderFile(dir), 'utf8'))
  } catch {
    return undefined
  }
}

/** @throws when the site is running already on the folder */
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
