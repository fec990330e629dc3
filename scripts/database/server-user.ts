import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export type Account = { uid: number; gid: number }

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
