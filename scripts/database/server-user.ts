import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export type Account = { uid: number; gid: number }

/** What child_process takes to run a program as another user. */
export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

/**
 * PostgreSQL refuses to run as root. As root its programs therefore run as the user `postgres` or,
 * where there is none, `nobody`; as anybody else they run as that person.
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

/** How to run one of PostgreSQL's programs; `places` are the files and folders it has to get at. */
export function asServerUser(program: string, args: string[], account: Account | undefined, places: string[]): Command {
  if (!account) return { file: program, args, options: {} }
  const { uid, gid } = account
  if ([program, ...places].every((place) => isReachable(place, account))) {
    return { file: program, args, options: { uid, gid } }
  }
  if (spawnSync('setpriv', ['--version']).error) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${path.dirname(program)}.\n` +
        'Move the project out of the home folder of root, or set DATABASE_URL to a PostgreSQL that is already running.',
    )
  }
  // A checkout in root's home is closed to everybody else. The one capability handed on lets the server find its
  // own files in there; it can change only what it owns. The security bit makes access(2) count the capability.
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
