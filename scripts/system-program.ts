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
 * The path of a program of the system: one that is installed, or one that apt installs now (as root on Debian and its
 * relatives). Undefined where there is none to be had.
 */
export function findProgram({ names, places = [], packages }: Program): string | undefined {
  const lookUp = () => {
    const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...places]
    return candidates.find((candidate) => fs.existsSync(candidate))
  }
  const found = lookUp()
  if (found || process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return found

  console.log(`Installing ${packages[0]} with apt-get ...`)
  aptGet('update')
  for (const name of packages) {
    aptGet('install', '-y', name)
    const installed = lookUp()
    if (installed) return installed
  }
  return undefined
}

function aptGet(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', ...words], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
