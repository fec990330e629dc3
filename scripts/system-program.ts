import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Program = {
  /** What it may be called, the best one first. */
  names: readonly string[]
  /** Where it may be besides the folders of PATH. */
  places?: readonly string[]
  /** Debian's packages that bring it, the best one first. */
  packages: readonly string[]
}

/**
 * The path of a program of the system. Unless the best one is installed, apt installs it now (as root on Debian and its
 * relatives). Undefined where there is none to be had.
 */
export function findProgram({ names, places = [], packages }: Program): string | undefined {
  const lookUp = () => {
    const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...places]
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
function aptGet(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const options = ['-qq', '-o', `DPkg::Lock::Timeout=${APT_LOCK_TIMEOUT_SECONDS}`, '-o', 'Acquire::Retries=0']
  const deadline = Date.now() + APT_LOCK_TIMEOUT_SECONDS * 1_000
  for (;;) {
    const { stderr } = spawnSync('apt-get', [...options, ...words], { encoding: 'utf8', env })
    const isLocked = /Could not get lock|Unable to (acquire|lock)/.test(stderr ?? '')
    if (isLocked && Date.now() < deadline) spawnSync('sleep', [String(APT_RETRY_SECONDS)])
    else {
      process.stderr.write(stderr ?? '')
      return
    }
  }
}
