import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { JobHelpers } from 'graphile-worker'
import { env } from '~/env.server'
import { log } from '~/log.server'
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

/** Daily backups that remain. */
const BACKUPS_MAX = 7
const NAME = /^lifetime-ledger-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/** Where the daily backups are. */
export const backupFolder = () => path.resolve(env.DATA_DIR, 'backups')

export type Backup = {
  /** The name of the file in `backupFolder()`. */
  name: string
  /** When it was begun, to the second: it contains everything committed before. */
  madeAt: Date
  bytes: number
}

/**
 * The newest successful daily backup on this machine, or undefined if there is none: none was made yet, or they are turned
 * off (`env.BACKUPS`), as they are without the embedded database. Backups made by `npm run backup` in other places are not known here.
 */
export async function findLastBackup(): Promise<Backup | undefined> {
  const [newest] = await listBackups()
  return newest
}

/** The daily backups, newest first. Only complete ones have their names. */
export async function listBackups(): Promise<Backup[]> {
  const names = await readdir(backupFolder()).catch(() => [])
  const backups = await Promise.all(names.map(describeBackup))
  return backups.filter((backup) => backup !== undefined).sort((a, b) => Number(b.madeAt) - Number(a.madeAt))
}

async function describeBackup(name: string): Promise<Backup | undefined> {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const found = day && (await stat(path.join(backupFolder(), name)).catch(() => undefined))
  return found ? { name, madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`), bytes: found.size } : undefined
}

/** The path of a daily backup that begins now. */
function nameBackup() {
  const second = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  return path.join(backupFolder(), `lifetime-ledger-${second}Z.tar.gz`)
}

/** Deletes all but the newest seven daily backups, and what a killed process left of others. */
export async function deleteOldBackups() {
  const old = (await listBackups()).slice(BACKUPS_MAX).map(({ name }) => name)
  const parts = (await readdir(backupFolder())).filter((name) => /^lifetime-ledger-.*\.part$/.test(name))
  for (const name of [...old, ...parts]) await rm(path.join(backupFolder(), name), { force: true })
}
