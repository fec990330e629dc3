import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Program = {
  /** Possible names, preferred first. */
  names: readonly string[]
  /** Possible paths besides the folders of PATH. */
  paths?: readonly string[]
  /** Debian packages that contain it, preferred first. */
  packages: readonly string[]
}

/**
 * The path of a system program. Unless the preferred one is installed, apt-get installs it now (as root on Debian and
 * its derivatives). Undefined if there is none.
 */
export function findProgram({ names, paths = [], packages }: Program): string | undefined {
  const lookUp = () => {
    const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...paths]
    return candidates.find((candidate) => fs.existsSync(candidate))
  }
  const found = lookUp()
  const isBest = found !== undefined && path.basename(found) === names[0]
  if (isBest || process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return found

  console.log(`Installing ${packages[0]} with apt-get ...`)
  aptGet('update')
  for (const name of packages) {
    aptGet('install', '-y', name)
    const installed = lookUp()
    if (installed) return installed
  }
  return found
}

/** How long another apt may take. */
const APT_LOCK_TIMEOUT_SECONDS = 300
const APT_RETRY_SECONDS = 2

/** Waits for another apt. Its own timeout holds for the lock of dpkg only, so where another lock is held it runs again. */
function aptGet(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const options = ['-qq', '-o', `DPkg::Lock::Timeout=${APT_LOCK_TIMEOUT_SECONDS}`, '-o', 'Acquire::Retries=0']
  const deadline = Date.now() + APT_LOCK_TIMEOUT_SECONDS * 1_000
  for (;;) {
    const { stderr } = spawnSync('apt-get', [...options, ...args], { encoding: 'utf8', env })
    const isLocked = /Could not get lock|Unable to (acquire|lock)/.test(stderr ?? '')
    if (isLocked && Date.now() < deadline) spawnSync('sleep', [String(APT_RETRY_SECONDS)])
    else {
      process.stderr.write(stderr ?? '')
      return
    }
  }
}
