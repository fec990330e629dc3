import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** npm runs commands in a shell, which may outlive it. */
const MAX_SHELLS = 3
const POLL_MS = 500

/**
 * Calls `onGone` when the npm that started this process has ended. npm does not forward signals to its commands on all
 * systems, and SIGKILL on none.
 *
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  const ancestors = findNpm()
  const poll = setInterval(() => {
    if (process.ppid === ancestors[0] && ancestors.every(isAlive)) return
    clearInterval(poll)
    onGone()
  }, POLL_MS)
  poll.unref()
}

/** The process ids from the parent up to npm; only the parent if there is no npm. */
function findNpm() {
  const ancestors = [process.ppid]
  for (let up = 0; up < MAX_SHELLS; up++) {
    const { name, parent } = describeProcess(ancestors[up])
    if (/npm/.test(name)) return ancestors
    if (!(parent > 1)) break
    ancestors.push(parent)
  }
  return ancestors.slice(0, 1)
}

/** @returns {{ name: string, parent: number }} */
function describeProcess(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(parent) }
  } catch {
    // Not on Linux.
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    const [parent, name = ''] = (stdout ?? '').trim().split(/\s+/, 2)
    return { name, parent: Number(parent) }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
